"""The bracket of a knockout, as it has come about: who met whom, who went on, and what is still open."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.formats.event import Event, PlayedRound, PlayedTable
from tournaments.formats.history import halves_of


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in the bracket. `entrants`: above and below, None where nobody is, or nobody yet.

    `winner` goes on; None in a slot that `is_decided` means that nobody was there. `is_bye`: the winner met nobody.
    `is_shared`: the match was shared, and the better seed goes on.
    """

    entrants: tuple[int | None, int | None]
    winner: int | None = None
    is_decided: bool = False
    is_bye: bool = False
    is_shared: bool = False

    @property
    def loser(self) -> int | None:
        """Who did not go on, be it for want of being there; None if there is no such one, or two."""
        others = [id for id in self.entrants if id is not None and id != self.winner]
        return others[0] if self.is_decided and len(others) == 1 else None


@dataclass(frozen=True, slots=True)
class Bracket:
    """`rounds[r][s]` is fed by the winners of `rounds[r - 1][2 * s]` (above) and `[2 * s + 1]` (below).

    `third` is the match for third place, in the round of the final, if the plan has one and there are enough for it.
    """

    rounds: tuple[tuple[Slot, ...], ...]
    third: Slot | None = None

    @property
    def winner(self) -> int | None:
        return self.rounds[-1][0].winner if self.rounds else None


def seeded(size: int) -> list[int]:
    """Places by seed, from 0: the first and the second can only meet in the final. `size` is a power of two."""
    order = [0]
    while len(order) < size:
        order = [seed for high in order for seed in (high, 2 * len(order) - 1 - high)]
    return order


def rounds_of(entrants: int) -> int:
    return max(0, (entrants - 1).bit_length())


def bracket(event: Event) -> Bracket:
    """Of all entrants; rounds that have not been seated yet are filled as far as is known."""
    ids = [entrant.id for entrant in sorted(event.entrants, key=lambda entrant: entrant.seed)]
    if not ids:
        return Bracket(())
    seeds = {id: place for place, id in enumerate(ids)}
    count = rounds_of(len(ids))
    filled: list[int | None] = [ids[place] if place < len(ids) else None for place in seeded(2**count)]
    rounds: list[tuple[Slot, ...]] = []
    for number in range(count):
        played = event.rounds[number] if number < len(event.rounds) else None
        pairs = list(zip(filled[::2], filled[1::2], strict=True))
        rounds.append(tuple(_slot(pair, played, seeds) for pair in pairs))
        filled = [slot.winner for slot in rounds[-1]]
    third = None
    if event.plan.third_place and count > 1:
        played = event.rounds[count - 1] if count <= len(event.rounds) else None
        above, below = rounds[-2]
        third = _slot((above.loser, below.loser), played, seeds)
    return Bracket(tuple(rounds), third)


def _slot(pair: tuple[int | None, int | None], played: PlayedRound | None, seeds: dict[int, int]) -> Slot:
    if played is None:
        return Slot(pair)
    for table in played.tables:
        if set(table.entrants) == set(pair):
            return _played(pair, table, seeds)
    winner = next((id for id in pair if id in played.byes), None)
    return Slot(pair, winner, is_decided=True, is_bye=winner is not None)


def _played(pair: tuple[int | None, int | None], table: PlayedTable, seeds: dict[int, int]) -> Slot:
    if table.scores is None:
        return Slot(pair)
    halves = dict(zip(table.entrants, map(halves_of, table.scores), strict=True))
    most = max(halves.values())
    best = [id for id in table.entrants if halves[id] == most]
    winner = min(best, key=seeds.__getitem__)
    return Slot(pair, winner, is_decided=True, is_shared=len(best) > 1)
