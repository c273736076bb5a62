"""The page of an entry: its rounds, opponents and results, and the reasons for its rank."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.base import texts
from tournaments.base.cached import cached
from tournaments.base.labels import score_name, tie_break_name
from tournaments.base.snapshot import format_of, public_event_of
from tournaments.base.standings import Row, standings_of
from tournaments.base.texts import render_all
from tournaments.models import Board, Entry, Place, Round, Tournament
from tournaments.pages.ranks import brought_shown, has_scored, house_said
from tournaments.pages.rounds import BoardShown, board_shown, entries_of
from tournaments.pages.teams.shown import why_this_rank


@dataclass(frozen=True, slots=True)
class Reasons:
    """Explanations in the second person ("You are in place 5 ...")."""

    rank: list[str]
    needed: list[str]


@dataclass(frozen=True, slots=True)
class RoundShown:
    """An entry's round, whether played, missed or a bye; at rolling tables, one of its tables."""

    round: Round
    board: BoardShown | None
    bye: list[str] | None
    brought: str


@dataclass(frozen=True, slots=True)
class EntryShown:
    entry: Entry
    row: Row | None
    place: int | None
    """None until there is a result."""
    score_name: str
    tie_breaks: list[tuple[str, str]]
    results: list[RoundShown]
    reasons: Reasons

    @property
    def by_house(self) -> str:
        """Return the points that the house made for the entry in words, or an empty string."""
        return house_said(self.row) if self.row else ""


def reasons_of(tournament: Tournament, entry: Entry) -> Reasons:
    """Return the format's explanations, cached until something changes."""
    return cached(tournament, f"reasons:{entry.pk}", lambda: _reasons(tournament, entry))


def _reasons(tournament: Tournament, entry: Entry) -> Reasons:
    event, played = public_event_of(tournament), format_of(tournament)
    names = {one.pk: one.name for one in tournament.entries.select_related("player")}
    rank = [texts.render(one, names) for one in played.why_this_rank(event, entry.pk)]
    if entry.team_id is not None and not played.teams_meet:
        rank += why_this_rank(tournament, entry.team_id)
    if tournament.status != Tournament.Status.RUNNING:
        return Reasons(rank, [])
    return Reasons(rank, [texts.render(one, names) for one in played.what_is_needed(event, entry.pk)])


def entry_shown(tournament: Tournament, entry: Entry) -> EntryShown:
    standings = standings_of(tournament)
    row = next((row for row in standings if row["entry"] == entry.pk), None)
    has_places = tournament.status == Tournament.Status.FINISHED or has_scored(standings)
    place = row["rank"] if row and has_places else None
    tie_breaks = [(tie_break_name(slug), shown) for slug, shown in row["tie_breaks"]] if row else []
    results = _results(tournament, entry, row)
    return EntryShown(entry, row, place, score_name(tournament), tie_breaks, results, reasons_of(tournament, entry))


def _results(tournament: Tournament, entry: Entry, row: Row | None) -> list[RoundShown]:
    entries = entries_of(tournament)
    names = {one.pk: one.name for one in entries.values()}
    if tournament.is_rolling:
        return _rolling(entry, row, entries, names)
    rounds = {one.pk: one for one in tournament.played_rounds.exclude(status=Round.Status.HELD)}
    own = {place.round_id: place for place in entry.places.filter(round__in=rounds)}
    shown = _boards([place.board_id for place in own.values() if place.board_id], entries, names)
    boards = {board.board.round_id: board for board in shown}
    brought = dict(enumerate(row["rounds"], 1)) if row else {}
    return [
        RoundShown(
            round=one,
            board=boards.get(one.pk),
            bye=_bye(own.get(one.pk), names),
            brought=brought_shown(brought.get(one.number, "")),
        )
        for one in sorted(rounds.values(), key=lambda one: one.number)
    ]


def _rolling(entry: Entry, row: Row | None, entries: Mapping[int, Entry], names: Mapping[int, str]) -> list[RoundShown]:
    """Return the entry's rolling tables, newest first."""
    ids = [one for one in entry.places.values_list("board", flat=True) if one]
    boards = sorted(_boards(ids, entries, names), key=lambda board: board.board.number)
    counted = iter(row["rounds"] if row else ())
    shown = []
    for board in boards:
        counts = board.board.is_done and not board.is_broken_off
        shown.append(RoundShown(board.board.round, board, None, next(counted, "") if counts else ""))
    return shown[::-1]


def _boards(ids: list[int], entries: Mapping[int, Entry], names: Mapping[int, str]) -> list[BoardShown]:
    places: dict[int | None, list[Place]] = {}
    for place in Place.objects.filter(board__in=ids).order_by("seat"):
        places.setdefault(place.board_id, []).append(place)
    boards = Board.objects.filter(pk__in=ids).select_related("table", "round__tournament")
    return [board_shown(board, places[board.pk], entries, names) for board in boards]


def _bye(place: Place | None, names: Mapping[int, str]) -> list[str] | None:
    if place is None or place.board_id is not None:
        return None
    return render_all(place.why, names)
