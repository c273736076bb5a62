"""An independent recount of standings, from the tables' records and who sat where.

It uses nothing of `tournaments.formats` and no stored score. Matches are replayed from their records, and the rules for
rounds, byes, missed rounds and ties are written down a second time, plainly and slowly, from what the formats promise
to players.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from games.models import Table
from games.records.export import record_of
from games.rules.records import record
from tournaments.models import Entry, Place, Round, Tournament

DASH = "–"
TABLE_FORMATS = ("descending-doubles", "table-rounds")
USUAL = {
    "descending-doubles": ["zero-deals", "lowest-deal"],
    "table-rounds": ["rounds-won", "best-round", "zero-deals", "lowest-deal"],
    "swiss": ["buchholz", "direct", "game-points", "perfect"],
    "round-robin": ["direct", "sonneborn-berger", "game-points", "perfect"],
}
"""The tie-breaks of a tournament that names none."""

Number = Fraction | int
Row = dict[str, Any]


class Wrong(Exception):
    """The stored data cannot be counted."""


# --- What was played ---


@dataclass(frozen=True)
class Sat:
    """An entry on a seat, and its result; `others` sat there too, in the order of their seats."""

    entry: int
    seat: int
    points: int
    deals: list[int]
    won: bool
    shared: bool
    settlement: int
    others: list[Sat] = field(default_factory=list, repr=False)
    """Filled in when the table is complete."""

    @property
    def other(self) -> Sat:
        assert len(self.others) == 1
        return self.others[0]


@dataclass
class Played:
    """A round: its tables, each a list of seats in order, and its byes."""

    tables: list[list[Sat]] = field(default_factory=list)
    byes: set[int] = field(default_factory=set)

    def of(self, entry: int) -> Sat | None:
        return next((sat for table in self.tables for sat in table if sat.entry == entry), None)


def replayed(table: Table) -> list[Sat]:
    """Return the result of each seat, without entries. Raises Wrong if the record violates the rules."""
    written = record_of(table)
    problems = record.check(written)
    if problems:
        raise Wrong(f"table {table.pk}: {problems}")
    match = record.load(written)
    if match.result is None:
        raise Wrong(f"table {table.pk}: the record has no end")
    totals, winners = match.result.totals, match.result.winners
    counted = [deal.result.scores for deal in match.deals if deal.result and deal.result.reason != "void"]
    return [
        Sat(
            entry=0,
            seat=seat,
            points=own,
            deals=[scores[seat] for scores in counted],
            won=tuple(winners) == (seat,),
            shared=seat in winners and len(winners) > 1,
            settlement=sum(other - own for other in totals),  # KD2
        )
        for seat, own in enumerate(totals)
    ]


def rounds_of(tournament: Tournament) -> list[Played]:
    """Return all finished rounds in order. Raises Wrong if a board has no finished match."""
    rounds: list[Played] = []
    for number, round_ in enumerate(tournament.played_rounds.order_by("number"), 1):
        if round_.number != number:
            raise Wrong(f"round {number} is missing")
        if round_.status == Round.Status.FINISHED:
            rounds.append(_round(round_))
    return rounds


def _round(round_: Round) -> Played:
    places = Place.objects.filter(round=round_).select_related("board__table__chain")
    seats: defaultdict[Table, dict[int, int]] = defaultdict(dict)
    played = Played()
    for place in places.order_by("board__number", "seat"):
        if place.board is None:
            played.byes.add(place.entry_id)
            continue
        if place.board.table is None or place.board.is_corrected:
            raise Wrong(f"board {place.board} has no match, or its result was corrected by hand")
        assert place.seat is not None
        seats[place.board.table][place.seat] = place.entry_id
    for table, sitting in seats.items():
        brought = replayed(table)
        if sorted(sitting) != list(range(len(brought))):
            raise Wrong(f"table {table.pk}: the seats {sorted(sitting)} are taken, not all {len(brought)}")
        complete = [_with_entry(sat, sitting[sat.seat]) for sat in brought]
        for sat in complete:
            sat.others.extend(other for other in complete if other is not sat)
        played.tables.append(complete)
    return played


def _with_entry(sat: Sat, entry: int) -> Sat:
    return Sat(entry, sat.seat, sat.points, sat.deals, sat.won, sat.shared, sat.settlement)


# --- Counting ---


def recount(tournament: Tournament) -> list[Row]:
    """Return the standings after all finished rounds, in the form of `tournaments.base.standings`."""
    entries = list(Entry.objects.filter(tournament=tournament, seed__gt=0).order_by("seed"))
    rounds = rounds_of(tournament)
    if tournament.format in TABLE_FORMATS:
        return _at_tables(tournament, entries, rounds)
    if tournament.format == "knockout":
        return _knockout(tournament, entries, rounds)
    return _duels(tournament, entries, rounds)


def disagreements(recounted: Sequence[Row], stored: Sequence[Row]) -> list[str]:
    """Return where the site's standings differ from the recount."""
    if [row["entry"] for row in recounted] != [row["entry"] for row in stored]:
        return [f"the order: recounted {_order(recounted)}, shown {_order(stored)}"]
    return [
        f"{shown['name']}, {key}: recounted {own[key]!r}, shown {shown[key]!r}"
        for own, shown in zip(recounted, stored, strict=True)
        for key in own
        if own[key] != shown[key]
    ]


def _order(rows: Sequence[Row]) -> list[tuple[int, int, str]]:
    return [(row["rank"], row["entry"], row["score"]) for row in rows]


@dataclass
class Line:
    """A row of the standings in progress. `values` are slug, number (more is better), and what is shown."""

    entry: Entry
    values: list[tuple[str, Number, str]]
    played: int
    rounds: list[str]

    @property
    def key(self) -> list[Number]:
        return [value for _slug, value, _shown in self.values]


def _ranked(lines: list[Line]) -> list[Row]:
    """Rank the lines: more is better, the first difference decides; equals share a rank, better seeds first."""
    ordered = sorted(lines, key=lambda line: ([-value for value in line.key], line.entry.seed))
    rows: list[Row] = []
    for at, line in enumerate(ordered):
        above = ordered[at - 1] if at else None
        differing = [] if above is None else _differing(above, line)
        rows.append(
            {
                "entry": line.entry.pk,
                "rank": 1 + sum(other.key > line.key for other in lines),
                "score": line.values[0][2],
                "tie_breaks": [[slug, shown] for slug, _value, shown in line.values[1:]],
                "by": differing[0] if differing else "",
                "played": line.played,
                "rounds": line.rounds,
            }
        )
    return rows


def _differing(above: Line, line: Line) -> list[str]:
    return [slug for (slug, own, _), (_, others, _) in zip(line.values, above.values, strict=True) if own != others]


def _shown(amount: Number, signed: bool = False) -> str:
    """Format a number: 24, 2½, ½, -0.33; with a sign +12."""
    amount = Fraction(amount)
    sign = "-" if amount < 0 else "+" if signed and amount > 0 else ""
    whole, rest = divmod(abs(amount), 1)
    if rest == 0:
        return f"{sign}{whole}"
    if rest == Fraction(1, 2):
        return f"{sign}{whole or ''}½"
    return f"{sign}{float(abs(amount)):.2f}"


def _mean(amounts: Sequence[Number]) -> Fraction:
    return Fraction(sum(amounts)) / len(amounts)


# --- Tables of any size ---


def _at_tables(tournament: Tournament, entries: list[Entry], rounds: list[Played]) -> list[Row]:
    """Count at tables: low points win, settlements (KD2) are won by the highest, missed rounds count as the worst of
    each."""
    is_settled = tournament.options.get("ending") == "games"
    is_signed = is_settled or tournament.duplicate
    worst: Callable[[Sequence[Number]], Number] = min if is_settled else max
    best: Callable[[Sequence[Number]], Number] = max if is_settled else min
    sign = 1 if is_settled else -1

    brought = [_brought(played, is_settled, tournament.duplicate) for played in rounds]
    everything = [amount for each in brought for amount in each.values()]
    slug = "duplicate" if tournament.duplicate else "settlement" if is_settled else "points"
    lines = []
    for entry in entries:
        own = [each[entry.pk] for each in brought if entry.pk in each]
        amounts: list[Number] = []
        grid = []
        for played, each in zip(rounds, brought, strict=True):
            of_round = list(each.values()) or everything or [0]
            if entry.pk in each:
                amounts.append(each[entry.pk])
                grid.append(_shown(each[entry.pk], is_signed))
            elif entry.pk in played.byes:
                amounts.append(_mean(own or of_round))
                grid.append(f"bye {_shown(amounts[-1], is_signed)}")
            else:
                amounts.append(worst(of_round))
                grid.append(f"({_shown(amounts[-1], is_signed)})")
        total = sum(amounts, Fraction(0))
        sats = [sat for played in rounds if (sat := played.of(entry.pk))]
        best_round = best(own or amounts or [0])
        values: list[tuple[str, Number, str]] = [(slug, sign * total, _shown(total, is_signed))]
        for tie_break in tournament.tie_breaks or USUAL[tournament.format]:
            if tie_break == "best-round":
                values.append((tie_break, sign * best_round, _shown(best_round, is_signed)))
            else:
                values.append((tie_break, *_table_tie(tie_break, sats)))
        lines.append(Line(entry, values, len(own), grid))
    return _ranked(lines)


def _brought(played: Played, is_settled: bool, is_duplicate: bool) -> dict[int, Number]:
    def plain(sat: Sat) -> Number:
        return sat.settlement if is_settled else sat.points

    if not is_duplicate:
        return {sat.entry: plain(sat) for table in played.tables for sat in table}
    compared: dict[int, Number] = {}
    for table in played.tables:
        others = [one for one in played.tables if len(one) == len(table) and one is not table]
        for sat in table:
            against = [plain(one[sat.seat]) for one in others] or [plain(one) for one in sat.others]
            compared[sat.entry] = plain(sat) - _mean(against)
    return compared


def _table_tie(slug: str, sats: list[Sat]) -> tuple[Number, str]:
    """Return a tie-break: CF5 over all rounds, or rounds won."""
    deals = [deal for sat in sats for deal in sat.deals]
    if slug == "zero-deals":
        zeros = len([deal for deal in deals if deal == 0])
        return zeros, str(zeros)
    if slug == "lowest-deal":
        scored = sorted(deal for deal in deals if deal != 0)
        return (-scored[0], str(scored[0])) if scored else (-(10**9), DASH)
    assert slug == "rounds-won"
    won = sum((Fraction(1) if sat.won else Fraction(1, 2) for sat in sats if sat.won or sat.shared), Fraction(0))
    return won, _shown(won)


# --- Swiss and round robin ---


@dataclass
class Career:
    """A duellist's rounds: a match, a bye, or nothing (None and False)."""

    entry: Entry
    rounds: list[tuple[Sat | None, bool]]

    @property
    def matches(self) -> list[Sat]:
        return [sat for sat, _is_bye in self.rounds if sat]

    @property
    def byes(self) -> int:
        return sum(is_bye for _sat, is_bye in self.rounds)

    @property
    def score(self) -> Fraction:
        return sum((_worth(sat) for sat in self.matches), Fraction(self.byes))


def _worth(sat: Sat) -> Fraction:
    return Fraction(1) if sat.won else Fraction(1, 2) if sat.shared else Fraction(0)


class Duellists:
    """All duellists, who are measured against each other."""

    def __init__(self, tournament: Tournament, entries: list[Entry], rounds: list[Played]) -> None:
        self.game = tournament.game
        self.rounds = rounds
        self.careers = {
            entry.pk: Career(entry, [(played.of(entry.pk), entry.pk in played.byes) for played in rounds])
            for entry in entries
        }

    def scores_of_opponents(self, career: Career) -> list[Fraction]:
        """Return the opponents' scores; a bye or a missed round counts as an opponent with one's own score."""
        return [self.careers[sat.other.entry].score if sat else career.score for sat, _is_bye in career.rounds]

    def measure(self, slug: str, career: Career, level: list[Career]) -> Number | None:
        """Return the value of a tie-break, or None if it does not apply."""
        match slug:
            case "buchholz":
                return sum(self.scores_of_opponents(career), Fraction(0))
            case "buchholz-cut":
                scores = sorted(self.scores_of_opponents(career))
                return sum(scores[1:], Fraction(0))
            case "direct":
                return self._direct(career, level)
            case "sonneborn-berger":
                beaten = (_worth(sat) * self.careers[sat.other.entry].score for sat in career.matches)
                return sum(beaten, career.byes * career.score)
            case "game-points":
                points = [self._points(sat) for sat in career.matches]
                return sum(points) + career.byes * _mean(points) if points else 0
            case "perfect":
                is_two_step = self.game == "two-step"
                return sum(deal == 2 for sat in career.matches for deal in sat.deals) if is_two_step else 0
            case "wins":
                return sum(sat.won for sat in career.matches)
            case "duplicate":
                return self._duplicate(career)
            case "seed":
                return -career.entry.seed
        raise Wrong(f"unknown tie-break {slug}")

    def _points(self, sat: Sat) -> int:
        """Return the points of a match: one's own in Two-Step; elsewhere pips left, by how much the opponent had
        more."""
        return sat.points if self.game == "two-step" else sat.other.points - sat.points

    def _direct(self, career: Career, level: list[Career]) -> Number | None:
        """Return the direct encounters, if everybody who is level has met everybody else."""
        if len(level) < 2:
            return None
        for one in level:
            for other in level:
                if one is not other and all(sat.other.entry != other.entry.pk for sat in one.matches):
                    return None
        among = {one.entry.pk for one in level}
        return sum((_worth(sat) for sat in career.matches if sat.other.entry in among), Fraction(0))

    def _duplicate(self, career: Career) -> Fraction:
        total = Fraction(0)
        for played, (sat, _is_bye) in zip(self.rounds, career.rounds, strict=True):
            if sat and len(played.tables) > 1:
                others = [table[sat.seat].points for table in played.tables if table[sat.seat].entry != sat.entry]
                better = sat.points - _mean(others)
                total += better if self.game == "two-step" else -better
        return total


def _duels(tournament: Tournament, entries: list[Entry], rounds: list[Played]) -> list[Row]:
    duellists = Duellists(tournament, entries, rounds)
    slugs = tournament.tie_breaks or [*(["duplicate"] if tournament.duplicate else []), *USUAL[tournament.format]]
    lines = {
        career.entry.pk: Line(
            career.entry,
            [("score", career.score, _shown(career.score))],
            len(career.matches),
            [_grid(*each) for each in career.rounds],
        )
        for career in duellists.careers.values()
    }
    for slug in slugs:
        before = {pk: list(line.key) for pk, line in lines.items()}
        for pk, line in lines.items():
            level = [duellists.careers[other] for other in lines if before[other] == before[pk]]
            figure = duellists.measure(slug, duellists.careers[pk], level)
            shown = DASH if figure is None else _shown(-figure if slug == "seed" else figure)
            line.values.append((slug, 0 if figure is None else figure, shown))
    return _ranked(list(lines.values()))


def _grid(sat: Sat | None, is_bye: bool) -> str:
    if sat is None:
        return "bye" if is_bye else DASH
    return "1" if sat.won else "½" if sat.shared else "0"


# --- Knockout ---


def _knockout(tournament: Tournament, entries: list[Entry], rounds: list[Played]) -> list[Row]:
    """Rank by rounds survived, by a match or a bye; then by the match for third place."""
    seeds = {entry.pk: entry.seed for entry in entries}
    last = _rounds_of_bracket(len(entries))
    still_in, won = set(seeds), dict.fromkeys(seeds, 0)
    third: int | None = None
    for number, played in enumerate(rounds, 1):
        _check_meetings(number, played, seeds, still_in)
        through = {_through(table, seeds) for table in played.tables} | played.byes
        if number == last and tournament.third_place:
            third = next(iter(through - still_in), None)
        still_in &= through
        for one in still_in:
            won[one] += 1
    lines = []
    for entry in entries:
        goes_on = entry.pk in still_in and len(rounds) < last
        value = won[entry.pk] + Fraction(goes_on, 2)
        values: list[tuple[str, Number, str]] = [("rounds-won", value, str(won[entry.pk]))]
        if tournament.third_place:
            values.append(("third-place", int(entry.pk == third), str(int(entry.pk == third))))
        career = Career(entry, [(played.of(entry.pk), entry.pk in played.byes) for played in rounds])
        lines.append(Line(entry, values, len(career.matches), [_grid(*each) for each in career.rounds]))
    return _ranked(lines)


def _through(table: list[Sat], seeds: dict[int, int]) -> int:
    """Return who advances; after a shared match, the better seed."""
    winner = next((sat.entry for sat in table if sat.won), None)
    return winner if winner is not None else min((sat.entry for sat in table), key=seeds.__getitem__)


def _rounds_of_bracket(entrants: int) -> int:
    rounds = 0
    while 2**rounds < entrants:
        rounds += 1
    return rounds


def _check_meetings(number: int, played: Played, seeds: dict[int, int], still_in: set[int]) -> None:
    """Raise Wrong unless everybody in round r meets somebody from the same block of 2^r places."""
    line = _bracket_line(_rounds_of_bracket(len(seeds)))
    at = {entry: line.index(seed) for entry, seed in seeds.items()}
    for table in played.tables:
        entries = {sat.entry for sat in table}
        if entries <= still_in:
            if len({at[entry] >> number for entry in entries}) != 1:
                raise Wrong(f"round {number}: {sorted(entries)} meet against the bracket")
        elif entries & still_in:
            raise Wrong(f"round {number}: somebody plays on who is out")


def _bracket_line(rounds: int) -> list[int]:
    """Return the seeds from top to bottom: if the better always win, the best left meets the worst left in each
    round."""
    return list(_below(1, 0, rounds))


def _below(seed: int, depth: int, rounds: int) -> Iterator[int]:
    if depth == rounds:
        yield seed
        return
    yield from _below(seed, depth + 1, rounds)
    yield from _below(2 ** (depth + 1) + 1 - seed, depth + 1, rounds)
