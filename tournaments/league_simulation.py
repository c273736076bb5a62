"""Seasons of a league with divisions, played by simulated people: they are placed, withdraw, rise, fall, and newcomers
enter the lowest division."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from accounts.models import Player
from clubs import services as clubs
from clubs.models import Club
from tournaments.divisions import seasons
from tournaments.divisions.seasons import Wanted
from tournaments.life import entering
from tournaments.life.divisions import of_season
from tournaments.models import League, Tournament
from tournaments.simulation import CALM, Mishaps, Simulation, simulated_person

PLACES_PER_RELEGATION = 4
"""One player is relegated for this many places of a division."""
BETWEEN_SEASONS = timedelta(days=1)
Played = Sequence[Tournament]


@dataclass(slots=True)
class LeagueSimulation:
    """A simulation of several seasons of a league. The same seed gives the same seasons."""

    organiser: Player
    format: str
    players: int
    divisions: int
    seed: int
    mishaps: Mishaps = CALM
    settings: Mapping[str, Any] = field(default_factory=dict)
    now: datetime = field(default_factory=timezone.now)
    _newcomers: int = 0

    def run(self, number_of_seasons: int, after_each: Callable[[Played, Played], None]) -> League:
        """Play `number_of_seasons` seasons, and draft the next one after each; `after_each` gets the divisions of both.

        Raises PlanError, OptionsError or UserError for settings that cannot be played.
        """
        league = self._found()
        drafted = self._draft(league)
        self._place_all(league)
        for _season in range(number_of_seasons):
            seasons.announce_season(league_id=league.pk, by=self.organiser, now=self.now)
            self._let_newcomers_enter(drafted[-1])
            played = [self._play(one) for one in drafted]
            self.now = max(one.finished_at for one in played if one.finished_at) + BETWEEN_SEASONS
            drafted = self._draft(league)
            after_each(played, drafted)
        return league

    def _found(self) -> League:
        name = "Simulation"
        club = Club.objects.filter(name=name, memberships__player=self.organiser).first()
        club = club or clubs.found(founder=self.organiser, now=self.now, name=name)
        for old in club.leagues.all():
            seasons.drop_league(league_id=old.pk, by=self.organiser)
        places = -(-self.players // self.divisions)
        falls = max(1, places // PLACES_PER_RELEGATION)
        last = self.divisions - 1
        wanted = [Wanted(f"Division {at + 1}", places, falls if at < last else 0) for at in range(self.divisions)]
        return seasons.found_league(club_id=club.pk, by=self.organiser, name=f"League {self.seed}", divisions=wanted)

    def _draft(self, league: League) -> list[Tournament]:
        like = self._simulation(0).terms()
        seasons.draft_season(
            league_id=league.pk, by=self.organiser, starts_at=self.now + timedelta(minutes=10), now=self.now, like=like
        )
        drafted = of_season(league.pk, seasons.seasons_of(league)[0])
        for at, one in enumerate(drafted):
            self._simulation(one.division_season * self.divisions + at).set_chain(one)
        return drafted

    def _place_all(self, league: League) -> None:
        for number in range(self.players):
            rank = 1 + number * self.divisions // self.players
            seasons.place(league_id=league.pk, by=self.organiser, player=self._newcomer(), rank=rank)

    def _let_newcomers_enter(self, lowest: Tournament) -> None:
        """Fill the free places of the lowest division."""
        assert lowest.most is not None
        for _place in range(lowest.most - lowest.entries.count()):
            entering.enter(tournament_id=lowest.pk, player=self._newcomer())

    def _newcomer(self) -> Player:
        self._newcomers += 1
        return simulated_person(f"Simulated {self._newcomers}")

    def _play(self, division: Tournament) -> Tournament:
        division.refresh_from_db()
        many = division.entries.count()
        simulation = self._simulation(division.division_season * self.divisions + division.division.rank, many)  # type: ignore[union-attr]
        played = simulation.play(division, lambda tournament: None)
        played.refresh_from_db()
        return played

    def _simulation(self, number: int, players: int = 0) -> Simulation:
        """Return the simulation of one division; `number` gives each division of each season a seed of its own."""
        seed = random.Random(f"{self.seed} {number}").randrange(2**32)
        mishaps = replace(self.mishaps, comes_late=0.0, people=1.0)
        return Simulation(self.organiser, self.format, players, seed, mishaps, self.settings, now=self.now)
