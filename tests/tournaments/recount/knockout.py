"""Counting in a knockout, and checking its bracket."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from tests.tournaments.recount.duels import Career, grid
from tests.tournaments.recount.played import Played, Sat, Wrong
from tests.tournaments.recount.ranking import Line, Number, Row, ranked
from tournaments.models import Entry, Tournament


def knockout(tournament: Tournament, entries: list[Entry], rounds: list[Played]) -> list[Row]:
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
        lines.append(Line(entry, values, len(career.matches), [grid(*each) for each in career.rounds]))
    return ranked(lines)


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
