"""Rounds as pages show them: boards, who sits there, points, byes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from django.db.models import QuerySet
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Player
from common.database.compiled import compiled_once
from games.models import Table
from games.pages.labels import span
from tournaments.base.cached import total_rounds
from tournaments.base.snapshot import format_of, public_event_of
from tournaments.base.texts import render_all
from tournaments.formats.tables import standings
from tournaments.life.teams.meetings import MatchShown, match_labels, matches_shown, teams_with_byes
from tournaments.models import Board, Entry, Place, Round, Team, Tournament


@dataclass(frozen=True, slots=True)
class SeatShown:
    """A seat of a board; `settlement` ("+12") in games that settle points. A sealed round shows no results."""

    entry: Entry
    points: int | None
    settlement: str
    is_winner: bool


@dataclass(frozen=True, slots=True)
class BoardShown:
    board: Board
    sitters: list[SeatShown]
    why: list[str]
    meeting: str = ""
    """Names its match and line, where teams meet."""

    @property
    def table(self) -> Table | None:
        return self.board.table

    @property
    def state(self) -> str:
        """Return `soon`, `open`, `running` or `done`."""
        if self.board.is_done or (self.table and self.table.status == Table.Status.FINISHED):
            return "done"
        if self.table is None or self.table.status == Table.Status.CLOSED:
            return "soon"
        return "open" if self.table.status == Table.Status.OPEN else "running"

    @property
    def is_unplayed(self) -> bool:
        """Return whether it was decided without a match, for example because a player was absent."""
        return self.board.is_done and self.table is None and not self.board.is_corrected

    @property
    def is_won(self) -> bool:
        return any(sitter.is_winner for sitter in self.sitters)

    @property
    def is_broken_off(self) -> bool:
        """Return whether time was up before this rolling table was finished."""
        if not self.board.is_done or self.board.is_corrected:
            return False
        return self.table is not None and self.table.status == Table.Status.CLOSED

    @property
    def is_settled(self) -> bool:
        return any(sitter.settlement for sitter in self.sitters)

    @property
    def is_hidden(self) -> bool:
        """Return whether the table is sealed because other tables are playing the same tiles."""
        return self.table is not None and self.table.is_sealed


@dataclass(frozen=True, slots=True)
class ByeShown:
    entry: Entry
    why: list[str]


@dataclass(frozen=True, slots=True)
class RoundShown:
    round: Round
    boards: list[BoardShown]
    byes: list[ByeShown]
    matches: list[MatchShown]
    """The matches between teams, in formats in which teams meet."""
    free_teams: list[Team]
    """The teams that have a bye, in formats in which teams meet."""

    @property
    def byes_of_teams(self) -> list[tuple[Team, list[ByeShown]]]:
        """Return these teams with those of them who have it."""
        return [(team, [bye for bye in self.byes if bye.entry.team_id == team.pk]) for team in self.free_teams]

    @property
    def done(self) -> int:
        return sum(board.state == "done" for board in self.boards)


def public_rounds(tournament: Tournament) -> list[Round]:
    """Return the rounds, newest first, except one whose seating is held back."""
    rounds = _public_rounds(tournament.pk)
    for one in rounds:
        one.tournament = tournament
    return rounds


@compiled_once
def _public_rounds(tournament: str) -> QuerySet[Round]:
    return Round.objects.filter(tournament=tournament).exclude(status=Round.Status.HELD).order_by("-number")


def own_entry(tournament: Tournament, player: Player | None) -> Entry | None:
    if player is None:
        return None
    for entry in _entry_of(tournament.pk, player.pk):
        entry.tournament = tournament
        return entry
    return None


@compiled_once
def _entry_of(tournament: str, player: int) -> QuerySet[Entry]:
    return Entry.objects.filter(tournament=tournament, player=player).select_related("player", "team").order_by()


def others_at(place: Place) -> str:
    """Return the names of the other players at the table."""
    assert place.board is not None
    return get_text_list([other.entry.name for other in _places_beside(place.board.pk, place.pk)], _("and"))


@compiled_once
def _places_beside(board: int, place: int) -> QuerySet[Place]:
    return Place.objects.filter(board=board).exclude(pk=place).select_related("entry__player").order_by("seat")


class Entries(dict[int, Entry]):
    """Entries by id. Missing ones are loaded on access, as a seating that is read later may have new entries."""

    def __missing__(self, id: int) -> Entry:
        self[id] = Entry.objects.select_related("player").get(pk=id)
        return self[id]


def entries_of(tournament: Tournament) -> Entries:
    return Entries((entry.pk, entry) for entry in tournament.entries.select_related("player"))


def round_shown(round_: Round, entries: Mapping[int, Entry]) -> RoundShown:
    places: dict[int | None, list[Place]] = {}
    names = {entry.pk: entry.name for entry in entries.values()}
    for place in round_.places.order_by("seat"):
        places.setdefault(place.board_id, []).append(place)
        names[place.entry_id] = entries[place.entry_id].name
    found = matches_shown(round_)
    meetings = match_labels(found)
    boards = [
        replace(board_shown(board, places.get(board.pk, []), entries, names), meeting=meetings.get(board.number, ""))
        for board in round_.boards.select_related("table").order_by("number")
    ]
    byes = [ByeShown(entries[place.entry_id], render_all(place.why, names)) for place in places.get(None, [])]
    return RoundShown(round_, boards, byes, found, teams_with_byes(round_, [bye.entry for bye in byes], found))


def board_shown(
    board: Board, places: Iterable[Place], entries: Mapping[int, Entry], names: Mapping[int, str]
) -> BoardShown:
    """Return a board; `places` are in the order of the seats."""
    shown = _sealed_seat if board.round.is_sealed else _seat
    sitters = [shown(board, place, entries[place.entry_id]) for place in places]
    return BoardShown(board, sitters, render_all(board.why, names))


def _seat(board: Board, place: Place, entry: Entry) -> SeatShown:
    return SeatShown(entry, _points(board, place), _settlement(place), _has_won(place))


def _sealed_seat(board: Board, place: Place, entry: Entry) -> SeatShown:
    return SeatShown(entry, points=None, settlement="", is_winner=False)


def _points(board: Board, place: Place) -> int | None:
    if place.score is not None and (board.table is not None or board.is_corrected):
        return int(place.score["points"])
    table = board.table
    if table is None or table.status == Table.Status.OPEN or place.seat is None:
        return None
    return table.totals[place.seat] if place.seat < len(table.totals) else None


def _settlement(place: Place) -> str:
    settlement = place.score.get("settlement") if place.score else None
    return "" if settlement is None else standings.shown(settlement, signed=True)


def _has_won(place: Place) -> bool:
    return bool(place.score) and (place.score["won"] or place.score["shared"])


# --- While a round is played ---


def who_still_plays(round_: Round) -> Iterator[str]:
    boards = list(round_.boards.filter(is_done=False, table__status__in=[Table.Status.OPEN, Table.Status.RUNNING]))
    if len(boards) > 1:
        yield ngettext("%(count)d table is still playing.", "%(count)d tables are still playing.", len(boards)) % {
            "count": len(boards)
        }
    elif boards:
        names = [place.entry.name for place in boards[0].places.select_related("entry__player").order_by("seat")]
        gaps = {"board": boards[0].number, "names": get_text_list(names, _("and"))}
        yield _("At table %(board)d %(names)s are still playing.") % gaps


def what_comes_next(round_: Round) -> Iterator[str]:
    tournament, number, in_all = round_.tournament, round_.number + 1, total_rounds(round_.tournament)
    if number > in_all:
        yield _("It was the last round: the final standings come next.")
    elif not tournament.days_between:
        gaps = {"number": number, "all": in_all, "break": span(tournament.break_seconds)}
        yield _("Then comes round %(number)d of %(all)d, after a break of %(break)s.") % gaps


def next_opponent_said(tournament: Tournament, entry: Entry, number: int) -> Iterator[str]:
    """Say who the next opponent is, in formats whose pairings are fixed from the start."""
    if tournament.schedule.has_dates and entry.presence == Entry.Presence.HERE:
        other = format_of(tournament).next_opponent(public_event_of(tournament), entry.pk)
        if other is not None:
            met = tournament.entries.select_related("player").get(pk=other)
            yield _("In round %(number)d you meet %(name)s.") % {"number": number, "name": met.name}
