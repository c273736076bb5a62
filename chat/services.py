"""Write a line in a chat room, and read the latest ones."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.standing import Right, check_may
from chat.message_types import LastLines, Line, Said
from chat.models import ChatLine
from chat.rooms import KINDS, Room
from common.errors import UserError
from common.limits import is_within
from live.hub import announce, encode

LONGEST_LINE = 500
LINES_SHOWN = 50


def say(room: Room, *, player: Player, text: str, now: datetime | None = None) -> ChatLine:
    """Write a line and send it to everybody in the room.

    Raises UserError (a sanction, bad-field, too-fast, codes of the room).
    """
    if not is_within("lines", player_id=player.pk):
        raise too_fast()
    return _say(room, player, text, now or timezone.now())


@transaction.atomic
def _say(room: Room, player: Player, text: str, now: datetime) -> ChatLine:
    check_may(player, Right.SPEAK)
    room.check_may_speak(player, now)
    text = " ".join(text.split())
    if not text or len(text) > LONGEST_LINE:
        raise UserError("bad-field", _("A line has between 1 and 500 characters."))
    _check_pace(room, player, now)
    line = ChatLine.objects.create(room=room.key, author=player, text=text, said_at=now)
    said: Said = {"type": "chat", **line_message(line)}
    announce(room.news(encode(said)))
    return line


def _check_pace(room: Room, player: Player, now: datetime) -> None:
    """Raise UserError (too-fast) if the player, or all together, have used up the room's pace."""
    if room.pace is None:
        return
    since, said = now - room.pace.within, ChatLine.objects.filter(room=room.key).order_by("-id")
    if said.filter(author=player, said_at__gt=since).count() >= room.pace.lines:
        raise too_fast()
    times = said.values_list("said_at", flat=True)[room.pace.of_all - 1 : room.pace.of_all]
    if any(said_at > since for said_at in times):
        sentence = _("More is said here just now than anyone can read. Wait a moment; what you wrote is still there.")
        raise UserError("too-fast", sentence)


def too_fast() -> UserError:
    return UserError("too-fast", _("You have said a lot just now. Wait a moment; what you wrote is still there."))


def line_message(line: ChatLine) -> Line:
    """Return a line as it is sent to browsers."""
    message: Line = {"id": line.pk, "name": line.author.username, "text": line.text, "at": line.said_at.timestamp()}
    if (room := KINDS[line.kind].on_page) is not None:
        message["room"] = room
    return message


def last_lines(*rooms: Room) -> list[ChatLine]:
    """Return the latest lines of the given rooms together, oldest first."""
    lines = ChatLine.objects.shown().filter(room__in=[room.key for room in rooms]).select_related("author")
    return list(reversed(lines.order_by("-id")[:LINES_SHOWN]))


def last_lines_message(*rooms: Room) -> str:
    """Return the latest lines as a message for a browser that has just connected."""
    message: LastLines = {"type": "chats", "lines": [line_message(line) for line in last_lines(*rooms)]}
    return encode(message)


def forget(room: Room) -> None:
    """Delete the whole chat of a room whose place is being deleted."""
    ChatLine.objects.filter(room=room.key).delete()
