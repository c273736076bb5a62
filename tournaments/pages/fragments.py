"""What the page of a tournament shows to everyone: a constant number of queries, and kept while nothing changes.

What is the same for all readers is kept in the cache by (tournament, version, language), so that a crowd that looks
again costs one reading; the reader's own line is in `tournaments.pages.player_status`.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from threading import Lock
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from django.core.cache import cache
from django.template.loader import render_to_string
from django.utils.functional import cached_property
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.models import Table
from tournaments.base import texts
from tournaments.base.snapshot import event_of, format_of, plan_of
from tournaments.base.standings import Row, standings_of
from tournaments.formats import Event
from tournaments.formats.duels.bracket import Slot, bracket
from tournaments.formats.duels.history import History
from tournaments.formats.duels.ranking import written
from tournaments.formats.duels.tie_breaks import TIE_BREAKS
from tournaments.formats.tables import standings
from tournaments.formats.tables.tie_breaks import TIE_BREAKS as TABLE_TIE_BREAKS
from tournaments.models import Board, Entry, Place, Round, Tournament

T = TypeVar("T")

KEPT_SECONDS = 3600
POINTS_FRESH_SECONDS = 5
"""How old the points of tables that are being played may be."""
MOST_IN_A_CROSS_TABLE = 32


_being_made: WeakValueDictionary[str, Lock] = WeakValueDictionary()
_at_the_door = Lock()


def kept(tournament: Tournament, what: str, make: Callable[[], T], seconds: int = KEPT_SECONDS) -> T:
    """What `make` says, for as long as the tournament does not change, in the reader's language. Of a crowd that asks
    at once, one has it made and the others wait for that."""
    key = f"tournament:{tournament.pk}:{tournament.version}:{get_language()}:{what}"
    found: T | None = cache.get(key)
    if found is not None:
        return found
    with _at_the_door:
        lock = _being_made.setdefault(key, Lock())
    with lock:
        found = cache.get(key)
        if found is None:
            found = make()
            cache.set(key, found, seconds)
    return found


def marked(html: str, entry: Entry | None) -> SafeString:
    """The same HTML with everything that is the reader's own marked: each piece names its entry in `data-of`."""
    if entry is not None:
        html = html.replace(f'data-of="{entry.pk}"', f'data-of="{entry.pk}" data-mine aria-current="true"')
    return mark_safe(html)  # noqa: S308 (rendered by our templates)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the page as one reader sees it; `is_known`: the open page has it already, by its digest."""

    html: SafeString
    digest: str
    is_known: bool

    @classmethod
    def of(cls, html: str, entry: Entry | None, known: Collection[str]) -> Part:
        own = marked(html, entry)
        digest = hashlib.sha256(own.encode()).hexdigest()[:12]
        return cls(own, digest, digest in known)

    def __bool__(self) -> bool:
        return bool(self.html)


@dataclass(frozen=True, slots=True)
class Numbers:
    entered: int
    waiting: int
    checked_in: int
    seeded: int


def numbers_of(tournament: Tournament) -> Numbers:
    return kept(tournament, "numbers", lambda: _count(tournament))


def _count(tournament: Tournament) -> Numbers:
    entries = list(tournament.entries.values_list("status", "checked_in_at", "seed"))
    by_status = Counter(status for status, _checked_in_at, _seed in entries)
    here = sum(status == Entry.Status.ENTERED and at is not None for status, at, _seed in entries)
    seeded = sum(seed > 0 for _status, _at, seed in entries)
    return Numbers(by_status[Entry.Status.ENTERED], by_status[Entry.Status.WAITING], here, seeded)


def rounds_in_all(tournament: Tournament) -> int:
    """How many rounds there will be; before the start, with those who have entered by now."""
    numbers = numbers_of(tournament)
    return format_of(tournament).rounds(plan_of(tournament), numbers.seeded or max(numbers.entered, tournament.least))


# --- Rounds ---


@dataclass(frozen=True, slots=True)
class Sitter:
    """On a seat of a board; `points` as far as they are public, `settlement` ("+12") where the game settles them."""

    entry: Entry
    points: int | None
    settlement: str
    is_winner: bool


@dataclass(frozen=True, slots=True)
class BoardShown:
    board: Board
    sitters: list[Sitter]
    why: list[str]

    @property
    def table(self) -> Table | None:
        return self.board.table

    @property
    def state(self) -> str:
        """`soon`, `open`, `running` or `done`."""
        if self.board.is_done or (self.table and self.table.status == Table.Status.FINISHED):
            return "done"
        if self.table is None or self.table.status == Table.Status.CLOSED:
            return "soon"
        return "open" if self.table.status == Table.Status.OPEN else "running"

    @property
    def is_settled(self) -> bool:
        return any(sitter.settlement for sitter in self.sitters)

    @property
    def is_hidden(self) -> bool:
        """While the others play with the same tiles."""
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

    @property
    def done(self) -> int:
        return sum(board.state == "done" for board in self.boards)


def public_rounds(tournament: Tournament) -> list[Round]:
    """The newest first; one that is held back is nobody's business yet."""
    return list(tournament.played_rounds.exclude(status=Round.Status.HELD).order_by("-number"))


def entries_of(tournament: Tournament) -> dict[int, Entry]:
    return {entry.pk: entry for entry in tournament.entries.select_related("player")}


def round_shown(round_: Round, entries: Mapping[int, Entry]) -> RoundShown:
    names = {entry.pk: entry.name for entry in entries.values()}
    places: dict[int | None, list[Place]] = {}
    for place in round_.places.order_by("seat"):
        places.setdefault(place.board_id, []).append(place)
    boards = [
        board_shown(board, places.get(board.pk, []), entries, names)
        for board in round_.boards.select_related("table").order_by("number")
    ]
    byes = [ByeShown(entries[place.entry_id], all_said(place.why, names)) for place in places.get(None, [])]
    return RoundShown(round_, boards, byes)


def board_shown(
    board: Board, places: Iterable[Place], entries: Mapping[int, Entry], names: Mapping[int, str]
) -> BoardShown:
    """`places` in the order of the seats."""
    sitters = [
        Sitter(entries[place.entry_id], _points(board, place), _settlement(place), _has_won(place)) for place in places
    ]
    return BoardShown(board, sitters, all_said(board.why, names))


def _points(board: Board, place: Place) -> int | None:
    if place.score is not None:
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


def all_said(kept_sentences: Iterable[dict[str, Any]], names: Mapping[int, str]) -> list[str]:
    return [texts.said(one, names) for one in texts.read(kept_sentences)]


# --- Standings ---


@dataclass(frozen=True, slots=True)
class RankShown:
    row: Row
    entry: Entry | None
    medal: int
    """1 to 3 when it is over; else 0."""

    @property
    def name(self) -> str:
        return self.entry.name if self.entry else str(self.row["name"])

    @property
    def rounds(self) -> list[str]:
        return [brought_shown(brought) for brought in self.row["rounds"]]


def brought_shown(brought: str) -> str:
    """What a round brought, in the reader's language."""
    return brought.replace("bye", _("bye"))


def has_missed(rows: Iterable[Row]) -> bool:
    """Whether there are rounds missed that count as something, which the grid shows in brackets."""
    return any(brought.startswith("(") for row in rows for brought in row["rounds"])


def score_name(tournament: Tournament) -> str:
    """What the standings count: at tables it is not always the points that stand there."""
    played = format_of(tournament)
    if "table_size" not in played.uses:
        return _("Wins") if tournament.format == "knockout" else _("Score")
    if tournament.duplicate:
        return _("Against the average")
    return _("Points") if played.lowest_wins(plan_of(tournament)) else _("Settlement")


def ranks_shown(tournament: Tournament, entries: Mapping[int, Entry]) -> list[RankShown]:
    is_over = tournament.status == Tournament.Status.FINISHED
    return [
        RankShown(row, entries.get(row["entry"]), row["rank"] if is_over and row["rank"] <= 3 else 0)
        for row in standings_of(tournament)
    ]


def tie_break_columns(rows: list[Row]) -> list[tuple[str, str]]:
    """Name and explanation of each, in the order in which they decide."""
    return [(tie_break_name(slug), tie_break_summary(slug)) for slug, _shown in (rows[0]["tie_breaks"] if rows else [])]


def tie_break_name(slug: str) -> str:
    known = TIE_BREAKS.get(slug) or TABLE_TIE_BREAKS.get(slug)
    return _(known.name) if known else slug.replace("-", " ").capitalize()


def tie_break_summary(slug: str) -> str:
    return _(TIE_BREAKS[slug].summary) if slug in TIE_BREAKS else ""


# --- Bracket and cross table ---


@dataclass(frozen=True, slots=True)
class BracketLine:
    """One of two in a match; `entry` is None where nobody is, or nobody yet."""

    entry: Entry | None
    is_winner: bool
    is_out: bool


@dataclass(frozen=True, slots=True)
class BracketMatch:
    lines: list[BracketLine]
    is_bye: bool
    is_decided: bool


@dataclass(frozen=True, slots=True)
class BracketRound:
    name: str
    matches: list[BracketMatch]


def bracket_shown(event: Event, entries: Mapping[int, Entry]) -> tuple[list[BracketRound], BracketMatch | None]:
    drawn = bracket(event)
    count = len(drawn.rounds)
    rounds = [
        BracketRound(_round_name(count - number), [_match(slot, entries) for slot in slots])
        for number, slots in enumerate(drawn.rounds)
    ]
    return rounds, _match(drawn.third, entries) if drawn.third else None


def _round_name(left: int) -> str:
    named = {1: _("Final"), 2: _("Semi-finals"), 3: _("Quarter-finals")}
    return named.get(left) or _("Last %(players)d") % {"players": 2**left}


def _match(slot: Slot, entries: Mapping[int, Entry]) -> BracketMatch:
    lines = [
        BracketLine(
            entries.get(id) if id is not None else None,
            id is not None and id == slot.winner,
            slot.is_decided and id is not None and id != slot.winner,
        )
        for id in slot.entrants
    ]
    return BracketMatch(lines, slot.is_bye, slot.is_decided)


def is_knocked_out(tournament: Tournament, entry: Entry) -> bool:
    if tournament.format != "knockout":
        return False
    return entry.pk not in kept(tournament, "still-in", lambda: bracket(event_of(tournament)).still_in)


@dataclass(frozen=True, slots=True)
class CrossRow:
    rank: RankShown
    cells: list[str]


def cross_table(event: Event, ranks: list[RankShown]) -> list[CrossRow]:
    """What everybody brought home against everybody else, in the order of the ranks; `×` against oneself."""
    history = History(event)
    order = [rank.row["entry"] for rank in ranks]
    return [
        CrossRow(
            rank,
            ["×" if other == rank.row["entry"] else _between(history, rank.row["entry"], other) for other in order],
        )
        for rank in ranks
    ]


def _between(history: History, one: int, other: int) -> str:
    return " ".join(written(outing) for outing in history.outings.get(one, []) if outing.opponent == other)


# --- The pieces, rendered ---


def _still_playing(event: Event) -> set[int]:
    """The entries whose tables of the last round do not count yet."""
    last = event.rounds[-1].tables if event.rounds else ()
    return {entrant for table in last if table.scores is None for entrant in table.entrants}


class Pieces:
    """The parts of the page that are the same for all; each reads what it needs once, if it is not in the cache."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament

    @cached_property
    def entries(self) -> dict[int, Entry]:
        return entries_of(self.tournament)

    @cached_property
    def event(self) -> Event:
        return event_of(self.tournament)

    def rounds(self) -> str:
        """The newest round in full, the others folded."""
        is_live = self.tournament.status == Tournament.Status.RUNNING
        seconds = POINTS_FRESH_SECONDS if is_live else KEPT_SECONDS
        return kept(self.tournament, "rounds", self._rounds, seconds)

    def _rounds(self) -> str:
        newest, *older = [*public_rounds(self.tournament), None]
        shown = round_shown(newest, self.entries) if newest else None
        context = {"tournament": self.tournament, "shown": shown, "older": [one for one in older if one]}
        return render_to_string("tournaments/_rounds.html", context)

    def round(self, round_: Round) -> str:
        """Of an older one, which is over."""
        return kept(self.tournament, f"round:{round_.number}", lambda: self._round(round_), POINTS_FRESH_SECONDS)

    def _round(self, round_: Round) -> str:
        shown = round_shown(round_, self.entries)
        return render_to_string("tournaments/_round.html", {"tournament": self.tournament, "shown": shown})

    def standings(self) -> str:
        return kept(self.tournament, "standings", self._standings)

    def _standings(self) -> str:
        ranks = ranks_shown(self.tournament, self.entries)
        rows = [rank.row for rank in ranks]
        context: dict[str, Any] = {
            "tournament": self.tournament,
            "ranks": ranks,
            "medals": [rank for rank in ranks if rank.medal],
            "score_name": score_name(self.tournament),
            "has_missed": has_missed(rows),
            "tie_breaks": tie_break_columns(rows),
            "round_numbers": range(1, max((len(row["rounds"]) for row in rows), default=0) + 1),
            "lowest_wins": format_of(self.tournament).lowest_wins(plan_of(self.tournament)),
            "playing": _still_playing(self.event) if self.tournament.status == Tournament.Status.RUNNING else set(),
        }
        if self.tournament.format == "knockout":
            context["bracket"], context["third"] = bracket_shown(self.event, self.entries)
        if self.tournament.format == "round-robin" and 1 < len(ranks) <= MOST_IN_A_CROSS_TABLE:
            context["cross"] = cross_table(self.event, ranks)
        return render_to_string("tournaments/_standings.html", context)

    def people(self) -> str:
        return kept(self.tournament, "people", self._people)

    def _people(self) -> str:
        here = [entry for entry in self.entries.values() if entry.status != Entry.Status.WITHDRAWN]
        here.sort(key=lambda entry: (entry.entered_at, entry.pk))
        context = {
            "tournament": self.tournament,
            "entered": [entry for entry in here if entry.status == Entry.Status.ENTERED],
            "waiting": [entry for entry in here if entry.status == Entry.Status.WAITING],
        }
        return render_to_string("tournaments/_people.html", context)
