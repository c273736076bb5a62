"""Everything that the control room shows, read with a constant number of queries."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from action_log.models import LogLine
from chat import silences
from chat.models import Silence
from tournaments.base.log import lines_of
from tournaments.base.snapshot import format_of, kept_apart
from tournaments.base.texts import plain
from tournaments.control import stale, table_sizes
from tournaments.control.room.held import HeldSeating, HeldTable, held_seating
from tournaments.control.room.matches import RoomMatch, matches_at, part_of_matches
from tournaments.control.room.parts import MOST_PEOPLE, MOST_TABLES, PEOPLE_A_PAGE, TABLES_A_PAGE, Look, Part
from tournaments.control.room.tables import RoomTable, part_of_tables, tables_of
from tournaments.inviting.inviting import open_invitations
from tournaments.life.seating import has_too_few_players
from tournaments.life.teams.meetings import teams_with_byes
from tournaments.live.chatting import TournamentRoom
from tournaments.models import Appeal, Call, Entry, EntryInvitation, Round, Team, Tournament
from tournaments.strengths.shown import Listed, listed

Status = Tournament.Status
NEARLY_OVER = timedelta(minutes=5)
"""A long round counts as nearly over with this much left; a short one with a fifth of its time."""
LAST_LINES = 5
EVERYBODY = Look()


@dataclass(frozen=True, slots=True)
class RoomEntry:
    """An entry with its rating and handicap; `seen` is the mark for forms about it."""

    strength: Listed
    seen: str

    @property
    def entry(self) -> Entry:
        return self.strength.entry


@dataclass(frozen=True)
class Control:
    """The control room of a tournament.

    `calls` and `appeals` are unanswered; `older` has the numbers of earlier rounds; `marks` are the marks for forms
    about entries, and `seen` those for forms about the clock, the seating and all entries.
    """

    tournament: Tournament
    now: datetime
    entries: list[Entry]
    marks: dict[int, str]
    strengths: dict[int, Listed]
    round: Round | None
    tables: list[RoomTable]
    matches: list[RoomMatch]
    byes: list[Entry]
    free_teams: list[Team]
    """The teams that have a bye, where teams meet."""
    held: HeldSeating | None
    last_lines: list[LogLine]
    calls: list[Call]
    appeals: list[Appeal]
    silences: list[Silence]
    apart: list[tuple[Entry, Entry]]
    invited: list[EntryInvitation]
    older: list[int]
    seen: dict[str, str]
    look: Look

    # --- The stage of the tournament ---

    @property
    def is_before_start(self) -> bool:
        return self.tournament.status in (Status.DRAFT, *Tournament.COMING)

    @property
    def is_running(self) -> bool:
        return self.tournament.status == Status.RUNNING

    @property
    def is_over(self) -> bool:
        return self.tournament.is_over

    @property
    def winners(self) -> str:
        return ", ".join(self.tournament.winners)

    @property
    def done(self) -> int:
        return sum(table.state == "done" for table in self.tables)

    @property
    def next_round_at(self) -> datetime | None:
        """Return when the tables of the next round open, if there is a break and the time is known."""
        if not self.is_running or self.round is None or self.round.finished_at is None:
            return None
        return self.tournament.schedule.next_round_at(self.round)

    def is_nearly_over(self, ends_at: datetime) -> bool:
        length = timedelta(minutes=self.tournament.round_minutes or 0) + self.tournament.schedule.apart
        of_a_short_one = length / 5
        return ends_at - self.now < min(NEARLY_OVER, of_a_short_one)

    # --- Who takes part ---

    @property
    def entered(self) -> list[Entry]:
        return [entry for entry in self.entries if entry.status == Entry.Status.ENTERED]

    @property
    def waiting(self) -> list[Entry]:
        return [entry for entry in self.entries if entry.status == Entry.Status.WAITING]

    @property
    def withdrawn(self) -> list[Entry]:
        return [entry for entry in self.entries if entry.status == Entry.Status.WITHDRAWN]

    @property
    def here(self) -> list[Entry]:
        """Return the entries that would be seated now, without those who are away from a table that is being played."""
        if not self.tournament.has_teams:
            return self._there
        size, complete = self.tournament.team_size, self._complete(self._there)
        return [entry for entry in self._there if entry.team_id in complete and (entry.line or 0) <= size]

    @property
    def missing(self) -> list[Entry]:
        """Return the entries that have a place but are not present now."""
        there = {entry.pk for entry in self._there}
        return [entry for entry in self.entered if entry.pk not in there]

    @property
    def so_far(self) -> int:
        """Return how many players, or complete teams, count towards the fewest: until check-in opens all that have
        entered, then those that are here."""
        people = self._there if self.tournament.status == Status.CHECK_IN else self.entered
        return len(self._complete(people)) if self.tournament.has_teams else len(people)

    def _complete(self, people: list[Entry]) -> set[int]:
        """Return the ids of the teams of these people that can play."""
        of_all = Counter(entry.team_id for entry in self.entered)
        there = {entry.team_id for entry in people if entry.team_id is not None}
        return {team for team in there if self.is_running or of_all[team] >= self.tournament.team_size}

    @property
    def _there(self) -> list[Entry]:
        """Return those who are present, reserves included."""
        if not self.tournament.check_in_minutes or self.is_running:
            away = {seat.entry.pk for table in self.tables if table.state != "done" for seat in table.missing}
            here = [entry for entry in self.entered if entry.presence == Entry.Presence.HERE]
            return [entry for entry in here if entry.pk not in away]
        return [entry for entry in self.entered if entry.checked_in_at is not None]

    @property
    def has_too_few_players(self) -> bool:
        """Return whether the tournament will end when the next round is due, unless more players come."""
        under_way = (Round.Status.RUNNING, Round.Status.FINISHED)
        if not self.is_running or self.round is None or self.round.status not in under_way:
            return False
        keeps = self.tournament.absence == Tournament.Absence.KEEP
        return has_too_few_players(self.tournament, [entry.pk for entry in (self.entered if keeps else self._there)])

    @cached_property
    def people(self) -> Part[RoomEntry]:
        """Return absentees first, then all others, by name."""
        here = {entry.pk for entry in self.here}
        entered = sorted(self.entered, key=lambda entry: (entry.pk in here, plain(entry.name)))
        return self._part_of(entered)

    @cached_property
    def queue(self) -> Part[RoomEntry]:
        """Return the waiting list in order."""
        return self._part_of(self.waiting)

    @cached_property
    def gone(self) -> Part[RoomEntry]:
        """Return the entries that have withdrawn."""
        return self._part_of(self.withdrawn)

    def _part_of(self, entries: list[Entry]) -> Part[RoomEntry]:
        shown = [RoomEntry(self.strengths[entry.pk], self.marks[entry.pk]) for entry in entries]
        return self.look.part("people", shown, MOST_PEOPLE, PEOPLE_A_PAGE, lambda one: self.look.finds(one.entry.name))

    @cached_property
    def shown_tables(self) -> Part[RoomTable]:
        return part_of_tables(self.tables, self.look)

    @cached_property
    def shown_matches(self) -> Part[RoomMatch]:
        return part_of_matches(self.matches, self.look)

    @cached_property
    def shown_held(self) -> Part[HeldTable]:
        """Return the tables of a held seating that are shown."""
        tables = self.held.tables if self.held else []
        return self.look.part("tables", tables, MOST_TABLES, TABLES_A_PAGE, self._finds_held)

    def _finds_held(self, table: HeldTable) -> bool:
        names = (entry.name for entry in table.entries)
        return self.look.asked == str(table.number) or self.look.finds(table.meeting, *names)

    @property
    def is_long(self) -> bool:
        """Return whether there are too many entries to show them all, so that the page needs a search."""
        return len(self.entries) > MOST_PEOPLE

    @property
    def teams(self) -> list[tuple[Team, list[Entry]]]:
        """Return the teams by name, each with its members in the order of lines."""
        members: dict[Team, list[Entry]] = {}
        for entry in self.entries:
            if entry.team is not None and entry.status != Entry.Status.WITHDRAWN:
                members.setdefault(entry.team, []).append(entry)
        of_all = sorted(members.items(), key=lambda one: plain(one[0].name))
        return [(team, sorted(entries, key=lambda entry: entry.line or 0)) for team, entries in of_all]

    @property
    def without_team(self) -> list[Entry]:
        there = (entry for entry in self.entries if entry.status != Entry.Status.WITHDRAWN)
        return [entry for entry in there if entry.team_id is None] if self.tournament.has_teams else []

    @property
    def checks_in(self) -> bool:
        return bool(self.tournament.check_in_minutes)

    @property
    def sizes(self) -> str:
        """Return "23 players: 5 tables of 4, 1 table of 3", or "5 teams: 2 matches on 3 lines, 1 bye"."""
        return self._in_words(self._there if self._teams_meet else self.here)

    @property
    def sizes_if_all_come(self) -> str:
        """Return `sizes` for all entrants; empty if everybody is present."""
        if len(self.entered) == len(self.here):
            return ""
        return self._in_words(self.entered)

    @cached_property
    def _teams_meet(self) -> bool:
        return format_of(self.tournament).teams_meet

    def _in_words(self, people: list[Entry]) -> str:
        """Say how many tables of which sizes these people would fill; where teams meet, only complete teams count."""
        if not self._teams_meet:
            return table_sizes.in_words(self.tournament, len(people))
        return table_sizes.matches_in_words(self.tournament, len(self._complete(people)))


def control_of(tournament: Tournament, now: datetime, look: Look = EVERYBODY) -> Control:
    entries = list(tournament.entries.select_related("player", "team").order_by("entered_at", "pk"))
    round_ = tournament.played_rounds.filter(number=tournament.round_number).first()
    is_held = round_ is not None and round_.status == Round.Status.HELD
    places = list(round_.places.order_by("seat")) if round_ else []
    by_id = {entry.pk: entry for entry in entries}
    earlier = tournament.played_rounds.filter(number__lt=tournament.round_number)
    tables = tables_of(tournament, round_, places, by_id, now) if round_ and not is_held else []
    matches = matches_at(round_, tables) if round_ and tables else []
    byes = [by_id[place.entry_id] for place in places if place.board_id is None]
    topics = (stale.CLOCK, stale.SEATING, stale.ENTRIES)
    return Control(
        tournament=tournament,
        now=now,
        entries=entries,
        marks=stale.seen_entries(tournament, entries),
        strengths={one.entry.pk: one for one in listed(tournament, entries)},
        round=round_,
        tables=tables,
        matches=matches,
        byes=byes,
        free_teams=teams_with_byes(round_, byes, [one.match for one in matches]) if round_ and byes else [],
        held=held_seating(tournament, round_, places, by_id) if round_ and is_held else None,
        last_lines=list(lines_of(tournament).with_people()[:LAST_LINES]),
        calls=list(Call.objects.of(tournament).unanswered().for_display()),
        appeals=list(tournament.appeals.undecided().to_organisers().for_display()),
        silences=list(silences.in_force(TournamentRoom.of(tournament), now).for_display()),
        apart=[(by_id[one], by_id[other]) for one, other in sorted(map(sorted, kept_apart(tournament)))],
        invited=open_invitations(tournament),
        older=list(earlier.values_list("number", flat=True)),
        seen={topic.name: stale.seen(tournament, topic) for topic in topics},
        look=look,
    )
