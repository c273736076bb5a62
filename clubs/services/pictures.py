"""Emblems: web processes accept a picture, and a worker prepares it; or the club returns to the drawn emblem."""

from __future__ import annotations

import hashlib
import logging
from datetime import datetime, timedelta

from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

from accounts.models import Player
from accounts.standing import Authority, Moderator, Right, check_may
from clubs.emblems.uploads import check_header, reencode
from clubs.log import Kind, note
from clubs.models import Club, Emblem, Upload
from clubs.services.guards import check_owner, locked, require_owner
from common.errors import UserError

logger = logging.getLogger(__name__)

TASK = "clubs.tasks.make_emblem"
PATIENCE = timedelta(minutes=1)
"""How long a picture waits until it is queued for a worker again."""
MOST_TRIES = 3
"""After this many tries in which the worker died, a picture is given up."""


def offer_picture(*, club_id: int, by: Player, now: datetime, content: bytes) -> None:
    """Store a picture that is to become the emblem, replacing one that is waiting, and queue it for a worker.

    Raises UserError (as `check_header`, no-such-club, not-a-member, not-owner).
    """
    check_may(by, Right.UPLOAD)
    check_header(content)
    with transaction.atomic():
        club = locked(club_id)
        require_owner(club, by)
        fresh = {"by": by, "content": content, "asked_at": now, "tries": 0, "problem": ""}
        Upload.objects.update_or_create(club=club, defaults=fresh)
        transaction.on_commit(lambda: _ask(club_id))


def make_emblem(*, club_id: int, now: datetime) -> None:
    """Prepare the picture that is waiting, if any. A newer one that arrives in between is prepared afterwards."""
    upload = _claimed(club_id, now)
    if upload is None:
        return
    try:
        if upload.tries > MOST_TRIES:
            raise UserError("no-picture", "")
        picture = reencode(bytes(upload.content))
    except UserError as problem:
        Upload.objects.filter(pk=club_id, asked_at=now).update(problem=problem.code, content=b"")
        return
    _use(upload, picture, now)


@transaction.atomic
def _claimed(club_id: int, now: datetime) -> Upload | None:
    upload = Upload.objects.waiting().select_for_update(of=("self",)).filter(club=club_id).first()
    if upload is not None:
        upload.tries, upload.asked_at = upload.tries + 1, now
        upload.save(update_fields=["tries", "asked_at"])
    return upload


@transaction.atomic
def _use(upload: Upload, picture: bytes, now: datetime) -> None:
    club = Club.objects.alive().select_for_update(of=("self",)).filter(pk=upload.club_id).first()
    was_waiting, _ = Upload.objects.waiting().filter(club=upload.club_id, asked_at=upload.asked_at).delete()
    if club is None or not was_waiting:
        return
    _set_emblem(club, picture)
    note(club, Kind.EDITED, by=upload.by, now=now)


@transaction.atomic
def drop_picture(*, club_id: int, by: Authority, now: datetime) -> None:
    """Go back to the drawn emblem. Raises UserError (no-such-club, frozen, not-a-member, not-owner)."""
    club = locked(club_id, by)
    check_owner(club, by)
    Upload.objects.filter(club=club).delete()
    Emblem.objects.filter(club=club).delete()
    Club.objects.filter(pk=club.pk).update(picture_mark="")
    note(club, Kind.EDITED, by=by, now=now)


@transaction.atomic
def restore_picture(*, club_id: int, by: Moderator, now: datetime, picture: bytes) -> None:
    """Restore an emblem that moderators have removed."""
    club = locked(club_id, by)
    _set_emblem(club, picture)
    note(club, Kind.EDITED, by=by, now=now)


def _set_emblem(club: Club, picture: bytes) -> None:
    Emblem.objects.update_or_create(club=club, defaults={"picture": picture})
    Club.objects.filter(pk=club.pk).update(picture_mark=hashlib.sha256(picture).hexdigest()[:16])


def ask_for_forgotten_pictures(*, now: datetime) -> None:
    """Queue pictures again whose task got lost or whose worker died."""
    for club_id in Upload.objects.forgotten(now - PATIENCE).values_list("pk", flat=True)[:20]:
        _ask(club_id)


def _ask(club_id: int) -> None:
    try:
        current_app.send_task(TASK, (club_id,), retry=False, expires=600)
    except OperationalError as error:
        logger.warning("could not queue the picture of club %s, the sweep will: %s", club_id, error)
