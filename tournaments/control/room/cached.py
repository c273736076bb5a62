"""The rendered control room, cached until something that it shows has changed.

However many pages an organiser has open and however often they poll, each change is rendered once per reader.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import blake2s
from typing import Any

from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString

from accounts.models import Player
from action_log.services import describe
from chat import silences
from common.database.compiled import compiled_once
from tournaments.base.cached import cached
from tournaments.base.log import lines_of
from tournaments.control.room.control import EVERYBODY, control_of
from tournaments.control.room.needs import needs_of
from tournaments.control.room.parts import Look
from tournaments.live.chatting import TournamentRoom
from tournaments.models import Appeal, Board, Call, Tournament

PERIOD = timedelta(seconds=30)
"""The longest delay of warnings about the clock, and about tables at which nothing moves."""


@dataclass(frozen=True, slots=True)
class Kept:
    """The part of the control room that changes while it is open; `round_number` is that of a public round, or 0.

    `is_long` means that not everybody is shown.
    """

    html: SafeString
    round_number: int
    is_long: bool


def kept_room(tournament: Tournament, reader: Player, now: datetime, look: Look = EVERYBODY) -> Kept:
    """Return the control room in the language and the time zone of its reader."""
    what = f"control:{reader.pk}:{timezone.get_current_timezone_name()}:{_mark(tournament, now, look)}"
    return cached(tournament, what, lambda: _rendered(tournament, reader, now, look), int(PERIOD.total_seconds()))


def _rendered(tournament: Tournament, reader: Player, now: datetime, look: Look) -> Kept:
    room = control_of(tournament, now, look)
    context = {
        "tournament": tournament,
        "user": reader,
        "room": room,
        "needs": needs_of(room),
        "lines": [(line, describe(line)) for line in room.last_lines],
        "appeals": [(appeal, describe(appeal.line)) for appeal in room.appeals],
        "seen": room.seen,
    }
    html = render_to_string("tournaments/control_live.html", context)
    return Kept(html, room.round.number if room.round and not room.held else 0, room.is_long)


def _mark(tournament: Tournament, now: datetime, look: Look) -> str:
    """Return a digest of everything that can change without a new version of the tournament, mostly at its tables.

    `ply` and `seats_version` of a table change with every move and with everything that happens at its seats.
    """
    room = TournamentRoom.of(tournament)
    state = [
        [tournament.status, tournament.round_number, tournament.paused_at, tournament.frozen_at],
        _boards(tournament.pk, tournament.round_number),
        _calls(tournament.pk),
        _appeals(tournament.pk),
        list(silences.in_force(room, now).order_by("pk").values_list("pk", "until")),
        list(lines_of(tournament).values_list("pk")[:1]),
        look.query,
        int(now.timestamp() // PERIOD.total_seconds()),
    ]
    return blake2s(json.dumps(state, default=str).encode(), digest_size=12).hexdigest()


@compiled_once
def _boards(tournament: str, round_number: int) -> QuerySet[Board, tuple[Any, ...]]:
    boards = Board.objects.filter(round__tournament=tournament, round__number=round_number)
    at_tables = ("table__status", "table__deal_number", "table__ply", "table__seats_version", "table__due_at")
    return boards.order_by("pk").values_list("pk", *at_tables)


@compiled_once
def _calls(tournament: str) -> QuerySet[Call, tuple[int]]:
    calls = Call.objects.filter(board__round__tournament=tournament)
    return calls.unanswered().order_by("pk").values_list("pk")


@compiled_once
def _appeals(tournament: str) -> QuerySet[Appeal, tuple[int]]:
    return Appeal.objects.filter(tournament=tournament).undecided().order_by("pk").values_list("pk")
