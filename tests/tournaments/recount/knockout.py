"""Counting in a knockout, and checking its bracket."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from tests.tournaments.recount.duels import career, grid
from tests.tournaments.recount.played import Event, Played, Sat, Wrong
from tests.tournaments.recount.ranking import Line, Number, Row, ranked


def knockout(event: Event) -> list[Row]:
    """Rank by rounds survived, by a match or a bye; then by the match for third place, and by the consolation."""
    rounds, seeds = event.rounds, event.seeds
    last = rounds_of_bracket(len(seeds))
    still_in, won = set(seeds), dict.fromkeys(seeds, 0)
    lost_before: set[int] = set()
    third: int | None = None
    consoled = _consolation(event) if event.plan["consolation"] else {}
    rounds = rounds[:last]
    for number, played in enumerate(rounds, 1):
        _check_meetings(number, played, seeds, still_in)
        through = through_of(event, played)
        if number == last and event.plan["third_place"]:
            third = next(iter((through - still_in) & lost_before), None)
        lost_before = still_in - through
        still_in &= through
        for one in still_in:
            won[one] += 1
    lines = []
    for entrant in event.entrants:
        goes_on = entrant.id in still_in and len(rounds) < last
        value = won[entrant.id] + Fraction(goes_on, 2)
        values: list[tuple[str, Number, str]] = [("rounds-won", value, str(won[entrant.id]))]
        if event.plan["third_place"]:
            values.append(("third-place", int(entrant.id == third), str(int(entrant.id == third))))
        if event.plan["consolation"]:
            values.append(("consolation", consoled.get(entrant.id, 0), str(consoled.get(entrant.id, 0))))
        its = career(event, entrant)
        lines.append(Line(entrant, values, its.played, [grid(its, *each) for each in its.rounds]))
    return ranked(lines, event)


def _through(event: Event, table: list[Sat]) -> int | None:
    """Return who advances: whoever came, if the other did not; the winner; after a shared match, the better seed."""
    there = table if event.house_counts else [sat for sat in table if sat.came]
    if len(there) < 2:
        return there[0].entry if there else None
    winner = next((sat.entry for sat in table if sat.won), None)
    return winner if winner is not None else min((sat.entry for sat in table), key=event.seeds.__getitem__)


def rounds_of_bracket(entrants: int) -> int:
    rounds = 0
    while 2**rounds < entrants:
        rounds += 1
    return rounds


def through_of(event: Event, played: Played) -> set[int]:
    """Return everybody who gets through a round, by a match or a bye."""
    return {one for table in played.tables if (one := _through(event, table)) is not None} | played.byes


def _consolation(event: Event) -> dict[int, int]:
    """Return how many rounds of the consolation bracket each has got through."""
    seeds, rounds = event.seeds, event.rounds
    count = rounds_of_bracket(len(seeds))
    if len(seeds) < 5 or not rounds:
        return {}
    has_byes, first = len(seeds) < 2**count, through_of(event, rounds[0])
    begins = 2 if has_byes and count > 3 else 1
    after_second = through_of(event, rounds[1]) if len(rounds) > 1 else set(seeds)
    there: list[int | None] = []
    for pair in pairs_of(bracket_line(count), seeds):
        if None in pair:
            has_lost = begins == 2 and pair[0] in first and pair[0] not in after_second
            there.append(pair[0] if has_lost else None)
        else:
            losers = [one for one in pair if one not in first]
            there.append(losers[0] if len(losers) == 1 else None)
    won = dict.fromkeys(seeds, 0)
    for played in rounds[begins : begins + count - 1]:
        through = through_of(event, played)
        there = [next((one for one in there[at : at + 2] if one in through), None) for at in range(0, len(there), 2)]
        for one in there:
            if one is not None:
                won[one] += 1
    return won


def pairs_of(line: list[int], seeds: dict[int, int]) -> list[tuple[int, int | None]]:
    """Return who meets in the first round; each pair has the better seed first, and None for an empty place."""
    by_seed = {seed: entry for entry, seed in seeds.items()}
    pairs = [sorted(line[at : at + 2]) for at in range(0, len(line), 2)]
    return [(by_seed[better], by_seed.get(worse)) for better, worse in pairs]


def _check_meetings(number: int, played: Played, seeds: dict[int, int], still_in: set[int]) -> None:
    """Raise Wrong unless everybody in round r meets somebody from the same block of 2^r places."""
    line = bracket_line(rounds_of_bracket(len(seeds)))
    at = {entry: line.index(seed) for entry, seed in seeds.items()}
    for table in played.tables:
        entries = {sat.entry for sat in table}
        if entries <= still_in:
            if len({at[entry] >> number for entry in entries}) != 1:
                raise Wrong(f"round {number}: {sorted(entries)} meet against the bracket")
        elif entries & still_in:
            raise Wrong(f"round {number}: somebody plays on who is out")


def bracket_line(rounds: int) -> list[int]:
    """Return the seeds from top to bottom: if the better always win, the best left meets the worst left in each
    round."""
    return list(_below(1, 0, rounds))


def _below(seed: int, depth: int, rounds: int) -> Iterator[int]:
    if depth == rounds:
        yield seed
        return
    yield from _below(seed, depth + 1, rounds)
    yield from _below(2 ** (depth + 1) + 1 - seed, depth + 1, rounds)
