"""Team matches: teams of two to eight meet, line against line, in a Swiss or a round robin.

Pairings, byes and standings are those of Swiss and round robin, with teams in place of players (`matches`). A team
plays if any of its members is there. It may come late where Swiss allows it; nobody enters without a team.
"""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from games.rules import Game
from tournaments.formats import leavers
from tournaments.formats.duels.base import Scored, not_there
from tournaments.formats.duels.history import History
from tournaments.formats.duels.prospects import Prospects
from tournaments.formats.duels.ranking import rank
from tournaments.formats.duels.round_robin import RoundRobin, meetings
from tournaments.formats.duels.swiss import Swiss
from tournaments.formats.event import Event, SeatedTable, Seating, Standing, Team
from tournaments.formats.format import Format
from tournaments.formats.no_shows import CAME, never_came
from tournaments.formats.plan import Plan
from tournaments.formats.sentence import Sentence, gettext_noop
from tournaments.formats.teams import match_reasons as reasons
from tournaments.formats.teams import match_standings
from tournaments.formats.teams.matches import as_duels, line_up, matches, of_people
from tournaments.formats.teams.plans import TEAMS
from tournaments.formats.teams.standings import TeamStanding

OF_PEOPLE = ("game-points", "perfect")
"""The tie-breaks of the standings of individual players."""
USUAL_TEAM = 2


class _SwissOfTeams(Swiss):
    tie_breaks = ("line-points", "buchholz", "direct", "sonneborn-berger", "table-points", "seed")
    usual = ("line-points", "buchholz", "direct", "table-points")

    def late_scores(self, plan: Plan) -> Mapping[str, str]:
        return {}


class _RoundRobinOfTeams(RoundRobin):
    tie_breaks = ("line-points", "direct", "sonneborn-berger", "table-points", "seed")
    usual = ("line-points", "direct", "sonneborn-berger", "table-points")


class TeamMatches(Format):
    """A format in which teams meet as entrants do in `duels`."""

    teams_meet = True
    sample = {"team_size": USUAL_TEAM, "least": 2 * USUAL_TEAM}
    duels: ClassVar[Scored]
    usual: ClassVar[tuple[str, ...]]

    @abstractmethod
    def why_these(self, teams: Event, both: tuple[int, ...]) -> Sentence:
        """Explain to everybody why two teams meet in the round after the last one of `teams`."""

    @abstractmethod
    def why_bye(self, teams: Event, team: Team) -> Sentence:
        """Explain to everybody why a team has a bye in the round after the last one of `teams`."""

    def admits(self, game: Game) -> bool:
        return self.duels.admits(game)

    def check(self, plan: Plan) -> None:
        self.duels.check(plan)

    def rounds(self, plan: Plan, entrants: int) -> int:
        return self.duels.rounds(plan, entrants // (plan.team_size or USUAL_TEAM))

    def table_sizes(self, plan: Plan, present: int) -> tuple[int, ...]:
        size = plan.team_size or USUAL_TEAM
        return (2,) * (present // size // 2 * size)

    def last_round_to_enter(self, plan: Plan, entrants: int) -> int:
        return self.duels.last_round_to_enter(plan, entrants // (plan.team_size or USUAL_TEAM))

    def is_fixed(self, event: Event) -> bool:
        return True

    def can_go_on(self, event: Event, present: Collection[int]) -> bool:
        return sum(any(one in present for one in team.members) for team in event.teams) > 1

    def is_over(self, event: Event) -> bool:
        return self.duels.is_over(as_duels(event))

    def seat(self, event: Event, present: Collection[int], rng: random.Random) -> Seating:
        here = {one.id for one in event.entrants if one.id in present and not one.is_out}
        teams, of_id = as_duels(event), {team.id: team for team in event.teams}
        there = [team.id for team in event.teams if not here.isdisjoint(team.members)]
        line_ups = {team.id: line_up(team, event.plan.team_size, here) for team in event.teams}
        paired = self.duels.seat(teams, there, rng)
        tables = []
        for match in paired.tables:
            why = self.why_these(teams, match.entrants)
            both = [(of_id[team], line_ups[team]) for team in match.entrants]
            tables += [SeatedTable(seats, (why, *its), absent) for seats, its, absent in _lines(both, here)]
        byes = [
            (one, self.why_bye(teams, of_id[team]))
            for team, _why in paired.byes
            for one in line_ups[team]
            if one in here
        ]
        return Seating(tuple(tables), tuple(byes), tuple(line_ups.items()))

    def next_opponent(self, event: Event, entrant: int) -> int | None:
        """Return the holder of the same line in the next opposing team, if that is fixed."""
        own = _team_of(event, entrant)
        other = self.duels.next_opponent(as_duels(event), own.id) if own else None
        found = next((team for team in event.teams if team.id == other), None)
        if own is None or found is None:
            return None
        line = own.members.index(entrant)
        return found.members[line] if line < min(event.plan.team_size, len(found.members)) else None

    def standings(self, event: Event) -> list[Standing]:
        """Return the standings of individual players."""
        people = of_people(event)
        return rank(History(people), OF_PEOPLE, dict.fromkeys(never_came(people), CAME))

    def ranked(self, event: Event) -> list[Standing]:
        """Return the standings of the teams as if they were players of duels."""
        return self.duels.standings(as_duels(event))

    def team_standings(self, event: Event) -> list[TeamStanding]:
        return match_standings.team_standings(event, self.ranked(event))

    def uncounted(self, event: Event) -> frozenset[tuple[int, int]]:
        without = self.duels.uncounted(as_duels(event))
        return frozenset(
            (each.number, line.table.number)
            for each in event.rounds
            for number, match in enumerate(matches(each), 1)
            if (each.number, number) in without
            for line in match.lines
        )

    def late_rule(self, plan: Plan) -> Sentence:
        return Sentence(gettext_noop("Teams enter before the start; one that comes late has missed the rounds so far."))

    def why_this_table(self, event: Event, entrant: int) -> list[Sentence]:
        if not event.rounds:
            return []
        played, before = event.rounds[-1], as_duels(replace(event, rounds=event.rounds[:-1]))
        for match in matches(played):
            for line in match.lines:
                if entrant in line.people:
                    return [self.why_these(before, match.teams), reasons.your_line(line.number)]
        team = _team_of(event, entrant)
        if team is not None and entrant in played.byes:
            return [self.why_bye(before, team)]
        if team is not None and entrant in team.members[event.plan.team_size :]:
            return [Sentence(reasons.RESERVE)]
        return [not_there()]

    def why_this_rank(self, event: Event, entrant: int) -> list[Sentence]:
        own, team = reasons.your_own(self.standings(event), entrant), _team_of(event, entrant)
        if team is None:
            return [own]
        teams = as_duels(event)
        behind, absentees = self.duels.behind_all(teams), never_came(teams)
        return [*reasons.why_this_rank(self.ranked(event), team.id, behind, absentees), own]

    def what_is_needed(self, event: Event, entrant: int) -> list[Sentence]:
        team = _team_of(event, entrant)
        if team is None:
            return []
        teams, duels = as_duels(event), self.duels
        left = max(0, duels.rounds(event.plan, len(teams.entrants)) - len(event.rounds))
        own = duels.rounds_left(teams, team.id)
        meeting = duels.still_to_meet(teams, team.id)
        prospects = Prospects(History(duels.counted(teams)), team.id, left, meeting, left - own)
        return reasons.what_is_needed(prospects, self.ranked(event))


class TeamSwiss(TeamMatches):
    slug = "team-swiss"
    name = gettext_noop("Team matches, Swiss")
    summary = gettext_noop(
        "Teams meet, line against line: every round another team with as many match points as yours."
    )
    uses = frozenset({"rounds", "tie_breaks", TEAMS})
    duels = _SwissOfTeams()
    tie_breaks, usual = duels.tie_breaks, duels.usual

    def why_these(self, teams: Event, both: tuple[int, ...]) -> Sentence:
        return reasons.near(History(teams), both)

    def why_bye(self, teams: Event, team: Team) -> Sentence:
        return reasons.odd_in_swiss()


class TeamRoundRobin(TeamMatches):
    slug = "team-round-robin"
    name = gettext_noop("Team matches, all against all")
    summary = gettext_noop("Every team meets every other, line against line, once or twice.")
    uses = frozenset({"cycles", "tie_breaks", TEAMS})
    duels = _RoundRobinOfTeams()
    tie_breaks, usual = duels.tie_breaks, duels.usual

    def why_these(self, teams: Event, both: tuple[int, ...]) -> Sentence:
        return Sentence(reasons.EVERY, {"round": len(teams.rounds) + 1})

    def why_bye(self, teams: Event, team: Team) -> Sentence:
        meeting = next(both for both in meetings(teams, len(teams.rounds)) if team.id in both)
        other = next(one for one in meeting if one != team.id)
        if other is None:
            return reasons.odd_in_turn()
        return reasons.other_has_left() if other in leavers.annulled(teams) else reasons.other_is_away()


Lined = tuple[Team, tuple[int, ...]]


def _lines(
    both: Sequence[Lined], here: Collection[int]
) -> Iterator[tuple[tuple[int, int], tuple[Sentence, ...], tuple[int, ...]]]:
    """Yield the seats of each line of a match, the sentences about it, and the absentees among the seats."""
    firsts, seconds = (players for _team, players in both)
    stand_ins = {
        player: regular
        for team, players in both
        for player, regular in zip(players, team.members, strict=False)
        if player != regular
    }
    for number, (one, other) in enumerate(zip(firsts, seconds, strict=False), 1):
        seats = (one, other) if number % 2 else (other, one)
        absent = tuple(who for who in seats if who not in here)
        yield seats, tuple(reasons.on_line(number, seats, absent, stand_ins)), absent


def _team_of(event: Event, entrant: int) -> Team | None:
    return next((team for team in event.teams if entrant in team.members), None)
