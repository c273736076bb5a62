"""Exports: a JSON file with everything that the site holds about a player, made by a worker and kept for some days."""

from __future__ import annotations

import gzip
import json
import logging
from datetime import datetime, timedelta
from io import BytesIO, TextIOWrapper
from typing import TextIO

from celery import current_app
from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from kombu.exceptions import OperationalError

from accounts import notices
from accounts.models import DataExport, Player
from accounts.personal.holdings import SECTIONS

logger = logging.getLogger(__name__)

TASK = "accounts.tasks.make_export"
FORMAT = "boneyard player data 1"

READY = notices.register(
    notices.Kind(
        "export-ready",
        _("My data is ready"),
        _("Your data is ready to be downloaded."),
        group=notices.Group.ACCOUNT,
        by_mail=True,
    )
)


def ask(*, player: Player, now: datetime) -> DataExport:
    """Request an export, which a worker makes; repeat the request if one is still being made."""
    with transaction.atomic():
        export, _is_new = DataExport.objects.get_or_create(player=player, made_at=None, defaults={"asked_at": now})
        transaction.on_commit(lambda: ask_worker(export.pk))
    return export


def ask_worker(export_id: int) -> None:
    """Queue the export for a worker; if Redis is down, the daily task makes it."""
    try:
        current_app.send_task(TASK, args=[export_id], retry=False)
    except OperationalError as error:
        logger.warning("could not queue an export, the daily task will make it: %s", error)


def make(*, export_id: int, now: datetime) -> None:
    """Make an export unless it is already made or gone. Idempotent."""
    export = DataExport.objects.select_related("player").filter(pk=export_id, made_at=None).first()
    if export is None:
        return
    with notices.localised_for(export.player):
        content = _compressed(export.player, now)
    with transaction.atomic():
        is_made = DataExport.objects.filter(pk=export_id, made_at=None).update(content=content, made_at=now)
        if is_made:
            url = reverse("accounts:my-data")
            notices.notify(kind=READY, players=[export.player_id], key=str(export_id), url=url, gaps={})


def make_pending(*, now: datetime) -> None:
    """Make all exports that no worker has made."""
    for export_id in DataExport.objects.filter(made_at=None).values_list("pk", flat=True):
        try:
            make(export_id=export_id, now=now)
        except Exception:
            logger.exception("export %d could not be made", export_id)


def expires_at(export: DataExport) -> datetime:
    return (export.made_at or export.asked_at) + timedelta(days=settings.KEEP_DAYS["exports"])


def _compressed(player: Player, now: datetime) -> bytes:
    content = BytesIO()
    with gzip.open(content, "wb") as packed, TextIOWrapper(packed, "utf-8") as text:
        _write(text, player, now)
    return content.getvalue()


def _write(text: TextIO, player: Player, now: datetime) -> None:
    """Write the sections row by row, so that only one row has to be in memory."""
    text.write(f'{{\n"format": {_json(FORMAT)},\n"made_at": {_json(now)}')
    for section, rows in SECTIONS.items():
        text.write(f",\n{_json(section)}: [")
        for number, row in enumerate(rows(player)):
            text.write(("," if number else "") + "\n  " + _json(row))
        text.write("]")
    text.write("\n}\n")


def _json(value: object) -> str:
    return json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False)
