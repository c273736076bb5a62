"""Write a line in a chat room, and read the latest ones."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Exists, Q, QuerySet
from django.utils import timezone, translation
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.standing import (
    Authority,
    Hearing,
    Moderator,
    Right,
    check_may,
    heard_by,
    hearing_from,
    is_shadowed,
    masked,
)
from chat.message_types import Hidden, LastLines, Line, Said
from chat.models import ChatLine, MutedRoom
from chat.phrases import PHRASES
from chat.rooms import KINDS, Room, open_room
from chat.silences import all_in, check_is_not_silenced, check_may_moderate
from chat.spam import check_is_no_spam
from common.database.compiled import compiled_once
from common.errors import UserError
from common.limits import is_within
from live.hub import News, announce, encode
from live.sessions import sessions_may_be_over

LONGEST_LINE = 500
LINES_SHOWN = 50


def say(room: Room, *, player: Player, text: str, now: datetime | None = None) -> ChatLine:
    """Write a line and send it to everybody in the room who has not muted it.

    Raises UserError (a sanction, phrases-only, bad-field, too-fast, link, repeated, codes of the room).
    """
    _count(player)
    return _say(room, player, " ".join(text.split()), now or timezone.now())


def say_phrase(room: Room, *, player: Player, phrase: str, now: datetime | None = None) -> ChatLine:
    """Send a ready-made phrase to everybody in the room who has not muted it.

    Raises UserError (a sanction, bad-field, too-fast, codes of the room).
    """
    _count(player)
    return _say_phrase(room, player, phrase, now or timezone.now())


def _count(player: Player) -> None:
    """Count a line against the player's limit. Raises UserError (too-fast)."""
    if not is_within("lines", player_id=player.pk):
        raise too_fast()


def tell(room: Room, *, author: Player, text: str, now: datetime) -> ChatLine:
    """Write a line about something that a player has done, regardless of pace and sanctions."""
    return _tell(ChatLine(room=room.key, author=author, text=text[:LONGEST_LINE], said_at=now), room)


@transaction.atomic
def _say(room: Room, player: Player, text: str, now: datetime) -> ChatLine:
    check_may_speak(room, player, now)
    _check_may_write(room, player)
    if not text or len(text) > LONGEST_LINE:
        raise UserError("bad-field", _("A message can have 1 to 500 characters."))
    _check_pace(room, player, now)
    check_is_no_spam(player, text, now)
    shown = masked(text)
    original = text if shown != text else ""
    line = ChatLine(room=room.key, author=player, text=shown, original=original, said_at=now)
    line.is_shadowed = is_shadowed(player)
    return _tell(line, room)


@transaction.atomic
def _say_phrase(room: Room, player: Player, phrase: str, now: datetime) -> ChatLine:
    check_may_speak(room, player, now)
    if phrase not in PHRASES:
        raise UserError("bad-field", _("There is no such phrase."))
    _check_pace(room, player, now)
    with translation.override("en"):
        text = str(PHRASES[phrase])
    line = ChatLine(room=room.key, author=player, text=text, phrase=phrase, said_at=now)
    line.is_shadowed = is_shadowed(player)
    return _tell(line, room)


def check_may_speak(room: Room, player: Player, now: datetime) -> None:
    """Raise UserError (a sanction, codes of the room) unless the player may write in the room."""
    check_may(player, Right.SPEAK)
    room.check_may_speak(player, now)
    check_is_not_silenced(room, player, now)


def _check_may_write(room: Room, player: Player) -> None:
    """Raise UserError (phrases-only) if the player only uses ready-made phrases."""
    player = Player.objects.only("phrases_only", "is_child", "is_guest").get(pk=player.pk)
    if player.keeps_to_phrases:
        raise UserError("phrases-only", _("You have chosen quick phrases only: take one of them."))
    room.check_may_write(player)


def _tell(line: ChatLine, room: Room) -> ChatLine:
    line.save()
    said: Said = {"type": "chat", **line_message(line)}
    news = room.news(encode(said))
    if line.is_shadowed:
        news = News(news.room, players={str(line.author_id): [encode(said)]})
    announce(replace(news, author=line.author_id, is_phrase=bool(line.phrase)))
    return line


@transaction.atomic
def hide(lines: QuerySet[ChatLine], *, by: Authority, now: datetime) -> list[int]:
    """Hide lines, even on open pages; return the ids of those that were visible. Idempotent.

    Raises UserError (no-right) for a player who does not run the place of each line's room.
    """
    shown = list(lines.filter(hidden_at=None).select_for_update().values_list("pk", "room"))
    if isinstance(by, Player):
        for key in {room for _line_id, room in shown}:
            check_may_moderate(open_room(key), by)
    hidden = [line_id for line_id, _room in shown]
    ChatLine.objects.filter(pk__in=hidden).update(hidden_at=now)
    by_room: dict[str, list[int]] = {}
    for line_id, room in shown:
        by_room.setdefault(room, []).append(line_id)
    for key, ids in by_room.items():
        message: Hidden = {"type": "hidden", "lines": ids}
        announce(open_room(key).news(encode(message)))
    return hidden


@transaction.atomic
def show_again(lines: Collection[int], *, by: Moderator) -> None:
    """Show hidden lines again. Pages that are open already show them once they are reloaded. Idempotent."""
    ChatLine.objects.filter(pk__in=lines).update(hidden_at=None)


def _check_pace(room: Room, player: Player, now: datetime) -> None:
    """Raise UserError (too-fast) if the player, or the whole room, has used up the room's pace."""
    if room.pace is None:
        return
    since, said = now - room.pace.within, ChatLine.objects.filter(room=room.key).order_by("-id")
    if said.filter(author=player, said_at__gt=since).count() >= room.pace.lines:
        raise too_fast()
    times = said.values_list("said_at", flat=True)[room.pace.of_all - 1 : room.pace.of_all]
    if any(said_at > since for said_at in times):
        sentence = _("This chat is moving faster than anyone can read. Wait a moment; what you wrote is still there.")
        raise UserError("too-fast", sentence)


def shown_line(room: Room, line_id: int) -> ChatLine:
    """Return a line of the room that is not hidden. Raises UserError (no-line)."""
    line = ChatLine.objects.shown().filter(room=room.key, pk=line_id).select_related("author").first()
    if line is None:
        raise UserError("no-line", _("This line is no longer in the chat."))
    return line


def too_fast() -> UserError:
    return UserError("too-fast", _("You have written a lot just now. Wait a moment; your message is still there."))


def line_message(line: ChatLine) -> Line:
    """Return a line as it is sent to browsers."""
    return _line(line.pk, line.room, line.author.username, line.text, line.phrase, line.said_at)


def _line(line_id: int, room: str, name: str, text: str, phrase: str, said_at: datetime) -> Line:
    message: Line = {"id": line_id, "name": name, "text": text, "at": said_at.timestamp()}
    if (on_page := KINDS[room.partition(":")[0]].on_page) is not None:
        message["room"] = on_page
    if phrase:
        message["phrase"] = phrase
    return message


def last_lines(*rooms: Room, reader: Player | None, hearing: Hearing | None = None) -> list[ChatLine]:
    """Return the latest lines of the given rooms together that reach the reader, oldest first. Passing `hearing`, if it
    is known, saves a query."""
    if reader is not None and hearing is None:
        hearing = hearing_in(rooms[0], reader)
    keys = [room.key for room in rooms]
    if hearing is None or not hearing.deaf_to:
        phrases_only = hearing is not None and hearing.phrases_only
        return _newest_reaching(reader.pk if reader else None, phrases_only, *keys)[::-1]
    return list(reversed(_reaching(reader, keys, hearing).select_related("author")[:LINES_SHOWN]))


@compiled_once
def _newest_reaching(reader: int | None, phrases_only: bool, *rooms: str) -> QuerySet[ChatLine]:
    """Return the lines that reach a reader (by id; None: a visitor) who has blocked and muted nobody, newest first."""
    lines = _reaching(reader, rooms, Hearing(reader, phrases_only=phrases_only))
    return lines.select_related("author")[:LINES_SHOWN]


def _reaching(reader: Any, rooms: Collection[Any], hearing: Hearing | None) -> QuerySet[ChatLine]:
    """Return the lines of these rooms (by key) that reach a reader (or the reader's id), newest first."""
    lines = ChatLine.objects.shown_to(reader).filter(room__in=rooms)
    if reader is not None:
        assert hearing is not None
        muted = MutedRoom.objects.filter(player=reader).values("room")
        unwanted = Q(author__in=hearing.deaf_to) | Q(room__in=muted)
        if hearing.phrases_only:
            unwanted |= Q(phrase="")
        lines = lines.filter(~unwanted | Q(author=reader))
    return lines.order_by("-id")


def last_lines_message(*rooms: Room, reader: Player | None, hearing: Hearing | None = None) -> str:
    """Return the latest lines as a message for a browser that has just connected."""
    if reader is not None and hearing is None:
        hearing = hearing_in(rooms[0], reader)
    if hearing is not None and hearing.deaf_to:
        lines = [line_message(line) for line in last_lines(*rooms, reader=reader, hearing=hearing)]
    else:
        lines = _usual_lines(rooms, reader, phrases_only=hearing is not None and hearing.phrases_only)
    message: LastLines = {"type": "chats", "lines": lines}
    return encode(message)


def _usual_lines(rooms: Sequence[Room], reader: Player | None, *, phrases_only: bool) -> list[Line]:
    """Return the latest lines that reach a reader who has blocked and muted nobody, oldest first."""
    rows = _usual(None if reader is None else reader.pk, phrases_only, *(room.key for room in rooms))
    return [_line(*row) for row in reversed(rows)]


@compiled_once
def _usual(reader: int | None, phrases_only: bool, *rooms: str) -> QuerySet[ChatLine, Any]:
    found = _reaching(reader, rooms, Hearing(phrases_only=phrases_only))
    return found.values_list("id", "room", "author__username", "text", "phrase", "said_at")[:LINES_SHOWN]


def hearing_columns(player: Any, room: Any) -> tuple[Exists, ...]:
    """Return columns for a query, as `hearing_of_columns` expects them, for a player in a room (by key)."""
    return *heard_by(player), Exists(MutedRoom.objects.filter(player=player, room=room))


def hearing_of_columns(player_id: int, columns: Sequence[Any]) -> Hearing:
    """Return which lines of a room reach a player, given the columns of `hearing_columns`."""
    *heard, is_deaf = columns
    return replace(hearing_from(player_id, *heard), is_deaf=bool(is_deaf))


@compiled_once
def _hearing(player: int, room: str) -> QuerySet[Player, Any]:
    return Player.objects.filter(pk=player).values_list(*hearing_columns(player, room))


def hearing_in(room: Room, player: Player | None) -> Hearing:
    """Return which lines of a room reach a player. Makes a query, as `player` may be stale."""
    if player is None:
        return Hearing()
    for columns in _hearing(player.pk, room.key):
        return hearing_of_columns(player.pk, columns)
    raise Player.DoesNotExist(player.pk)


def is_muted(room: Room, player: Player | None) -> bool:
    return player is not None and bool(_muted(player.pk, room.key))


@compiled_once
def _muted(player: int, room: str) -> QuerySet[MutedRoom, int]:
    return MutedRoom.objects.filter(player=player, room=room).values_list("pk", flat=True)


@transaction.atomic
def mute(*rooms: Room, player: Player) -> None:
    """Mute these rooms. Idempotent."""
    for room in rooms:
        MutedRoom.objects.get_or_create(player=player, room=room.key)
    sessions_may_be_over(player.pk)


@transaction.atomic
def unmute(*rooms: Room, player: Player) -> None:
    """Unmute these rooms. Idempotent."""
    MutedRoom.objects.filter(player=player, room__in=[room.key for room in rooms]).delete()
    sessions_may_be_over(player.pk)


def forget(room: Room) -> None:
    """Delete the whole chat of a room whose place is being deleted."""
    ChatLine.objects.filter(room=room.key).delete()
    MutedRoom.objects.filter(room=room.key).delete()
    all_in(room).delete()
