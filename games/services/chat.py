"""What is said at a table."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from common.errors import UserError
from games.models import ChatLine, Seat, Table
from live.hub import News, announce, encode

LONGEST_LINE = 500
LINES_SHOWN = 50


def say(*, table_id: str, player: Player, text: str) -> ChatLine:
    """Say a line to those the player sits with, or as an onlooker to the onlookers. Raises UserError (bad-field)."""
    text = " ".join(text.split())
    if not text or len(text) > LONGEST_LINE:
        raise UserError("bad-field", _("A line has between 1 and 500 characters."))
    is_seated = Seat.objects.filter(table=table_id, player=player, left=False).exists()
    room = ChatLine.Room.TABLE if is_seated else ChatLine.Room.ONLOOKERS
    with transaction.atomic():
        line = ChatLine.objects.create(table_id=table_id, room=room, player=player, text=text, said_at=timezone.now())
        announce(_news(table_id, room, encode({"type": "chat", **line_message(line)})))
    return line


def _news(table_id: str, room: str, text: str) -> News:
    """Onlookers hear everyone; players hear onlookers only when the match is over."""
    is_over = Table.objects.filter(pk=table_id, status=Table.Status.FINISHED).exists()
    if room == ChatLine.Room.TABLE or is_over:
        return News(table_id, everyone=[text])
    seated = Seat.objects.filter(table=table_id, player__isnull=False, left=False).values_list("player", flat=True)
    return News(table_id, onlookers=[text], seated=list(seated))


def line_message(line: ChatLine) -> dict[str, Any]:
    return {
        "room": line.room,
        "id": line.pk,
        "name": line.player.username,
        "text": line.text,
        "at": line.said_at.timestamp(),
    }


def last_lines(*, table_id: str, seat: int | None, is_over: bool) -> list[dict[str, Any]]:
    """The last lines that a seat (None: an onlooker) may read, oldest first."""
    lines = ChatLine.objects.filter(table=table_id).select_related("player")
    if seat is not None and not is_over:
        lines = lines.filter(room=ChatLine.Room.TABLE)
    return [line_message(line) for line in reversed(lines.order_by("-id")[:LINES_SHOWN])]
