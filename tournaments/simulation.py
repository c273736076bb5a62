"""A whole tournament of bots, played through the real services by one process, as fast as that goes."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from accounts.models import Player
from accounts.refusals import Refused
from games import services as tables
from games.models import Seat
from tournaments import services
from tournaments.formats import FORMATS
from tournaments.models import Board, Entry, Tournament
from tournaments.services.entering import take_out

GAMES = {"descending-doubles": "chicken-foot", "table-rounds": "kardinal"}
"""What is played in a format if nothing is said; the others are duels at Two-Step."""

SHORT: Mapping[str, Mapping[str, Any]] = {
    "chicken-foot": {},
    "two-step": {"target": 2},
    "kardinal": {"ending": "games", "games": 2},
}


@dataclass(frozen=True, slots=True)
class Mishaps:
    """How often, in each round, somebody withdraws, comes late, sits out, comes back: chances from 0 to 1."""

    withdraws: float = 0.0
    comes_late: float = 0.0
    is_absent: float = 0.0


CALM = Mishaps()


@dataclass(slots=True)
class Simulation:
    """`organiser` need not play; the clock is the simulation's own and starts now."""

    organiser: Player
    format: str
    players: int
    seed: int
    mishaps: Mishaps = CALM
    settings: Mapping[str, Any] = field(default_factory=dict)
    now: datetime = field(default_factory=timezone.now)

    def run(self, after_each_round: Callable[[Tournament], None] = lambda tournament: None) -> Tournament:
        """To the medals. Raises PlanError, Refused where that cannot be played."""
        tournament = self._open()
        rng = random.Random(self.seed)
        self.now = tournament.starts_at
        services.advance(tournament_id=tournament.pk, now=self.now)
        for _round in self._rounds(tournament):
            self._play_tables(tournament)
            self._make_mishaps(tournament, rng)
            services.advance(tournament_id=tournament.pk, now=self.now)
            after_each_round(tournament)
            self.now += timedelta(seconds=tournament.break_seconds)
            services.advance(tournament_id=tournament.pk, now=self.now)
        return tournament

    def _open(self) -> Tournament:
        game = self.settings.get("game") or GAMES.get(self.format, "two-step")
        plan: dict[str, Any] = {
            "name": f"{FORMATS[self.format].name} {self.seed}",
            "game": game,
            "options": SHORT.get(game, {}),
            "format": self.format,
            "table_size": 4 if self.format in GAMES else 2,
            "rounds": 3 if self.format == "table-rounds" else 0,
            "registration_at": self.now,
            "starts_at": self.now + timedelta(minutes=10),
            "late_rounds": 100,
        }
        tournament = services.plan(organiser=self.organiser, **plan | dict(self.settings))
        services.announce(tournament_id=tournament.pk, now=self.now)
        services.advance(tournament_id=tournament.pk, now=self.now)
        names = [f"Bot {number}" for number in range(1, self.players + 1)]
        services.enter_bots(tournament_id=tournament.pk, names=names, level=Seat.Bot.EASY)
        return tournament

    def _rounds(self, tournament: Tournament) -> Iterator[int]:
        while True:
            tournament.refresh_from_db()
            if tournament.status != Tournament.Status.RUNNING:
                return
            yield tournament.round_number

    def _play_tables(self, tournament: Tournament) -> None:
        boards = Board.objects.filter(round__tournament=tournament, is_done=False, table__isnull=False)
        for table_id in boards.values_list("table_id", flat=True):
            assert table_id is not None
            tables.finish(table_id=table_id)

    def _make_mishaps(self, tournament: Tournament, rng: random.Random) -> None:
        entered = tournament.entries.filter(status=Entry.Status.ENTERED).order_by("pk")
        for entry in entered:
            if rng.random() < self.mishaps.withdraws:
                take_out(tournament, entry)
            else:
                is_absent = rng.random() < self.mishaps.is_absent
                presence = Entry.Presence.ABSENT if is_absent else Entry.Presence.HERE
                Entry.objects.filter(pk=entry.pk).update(presence=presence)
        if rng.random() < self.mishaps.comes_late:
            self._come_late(tournament)

    def _come_late(self, tournament: Tournament) -> None:
        try:
            services.enter_bots(
                tournament_id=tournament.pk, names=[f"Late {tournament.round_number}"], level=Seat.Bot.EASY
            )
        except Refused:
            return
