"""Seating at tables: who sits with whom, and on which seat.

- `spread`: people meet again as rarely as the search can achieve, and those who have sat at small or large tables more
  often than others are moved to the other kind. In small events, the search prefers arrangements that allow a good next
  round.
- `standings`: leaders meet leaders; ties, and everybody in the first round, are ordered by lot. The smaller tables are
  drawn by lot as well, so that they are not always the last ones.
- `random`: drawn by lot.
- `fixed`: people who sat together sit together again, as far as they are present and the sizes allow; newcomers fill
  the gaps.

Seats at a table go to those who have had them least often; ties are drawn by lot. Byes go to those who have had the
fewest, and among them to those who have played most; ties are drawn by lot.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain, combinations, pairwise

from tournaments.formats.tables.history import Past
from tournaments.formats.tables.spread import LITTLE_PATIENCE, Groups, cheapest

Circle = list[int]
"""The ids of the entrants who share a table."""

Apart = frozenset[frozenset[int]]
"""Pairs of entrants who are not seated together if that can be avoided."""

APART = 10_000
"""Outweighs any number of meetings."""
MEETING = 20
CROWD = 30
FEW = 60
"""Up to this many people, the search looks one round ahead."""
CANDIDATES = 60


def byes(past: Past, present: Sequence[int], number: int, rng: random.Random) -> set[int]:
    """Return `number` people whose turn it is to have a bye."""
    drawn = rng.sample(present, len(present))
    return set(sorted(drawn, key=lambda one: (past.byes[one], -past.played[one]))[:number])


def spread(
    past: Past,
    people: Sequence[int],
    sizes: Sequence[int],
    looks_ahead: bool,
    rng: random.Random,
    apart: Apart = frozenset(),
) -> list[Circle]:
    order = rng.sample(people, len(people))
    weights = [[MEETING * past.met[one][other] for other in order] for one in order]
    _keep_apart(weights, order, apart)
    for circle in past.last_tables():
        _add_to_pairs(weights, [place for place, one in enumerate(order) if one in circle], 1)
    crowd = [round(CROWD * 2 * past.crowd[one]) for one in order]
    extra = [one - min(crowd) for one in crowd]
    start = cut(range(len(order)), sizes)
    cost, best = cheapest(weights, extra, start, rng)
    if looks_ahead and len(order) <= FEW and len(sizes) > 1:
        best = _with_most_left(weights, extra, chain([(cost, best)], _more(weights, extra, sizes, rng)), rng)
    return [[order[place] for place in group] for group in best]


def _more(
    weights: list[list[int]], extra: list[int], sizes: Sequence[int], rng: random.Random
) -> Iterator[tuple[int, Groups]]:
    for _ in range(CANDIDATES):
        start = cut(rng.sample(range(len(weights)), len(weights)), sizes)
        yield cheapest(weights, extra, start, rng, LITTLE_PATIENCE)


def _with_most_left(
    weights: list[list[int]], extra: list[int], found: Iterable[tuple[int, Groups]], rng: random.Random
) -> Groups:
    """Return the one of the cheapest arrangements that allows the cheapest next round; stop early if both cost
    nothing."""
    best: Groups = []
    least, least_next = sys.maxsize, sys.maxsize
    for cost, groups in found:
        if cost > least:
            continue
        after = [list(row) for row in weights]
        for group in groups:
            _add_to_pairs(after, group, MEETING)
        cost_next, _ = cheapest(after, extra, groups, rng, LITTLE_PATIENCE)
        if (cost, cost_next) < (least, least_next):
            best, least, least_next = groups, cost, cost_next
        if not cost and not cost_next:
            break
    return best


def _keep_apart(weights: list[list[int]], order: Sequence[int], apart: Apart) -> None:
    place_of = {one: place for place, one in enumerate(order)}
    for pair in apart:
        if pair <= place_of.keys():
            _add_to_pairs(weights, [place_of[one] for one in pair], APART)


def _add_to_pairs(weights: list[list[int]], group: Sequence[int], weight: int) -> None:
    for one, other in combinations(group, 2):
        weights[one][other] += weight
        weights[other][one] += weight


def by_standings(
    ranks: Mapping[int, int],
    people: Sequence[int],
    sizes: Sequence[int],
    rng: random.Random,
    apart: Apart = frozenset(),
) -> list[Circle]:
    drawn = rng.sample(people, len(people))
    order = sorted(drawn, key=lambda one: ranks.get(one, len(ranks)))
    parts = rng.sample(sizes, len(sizes))
    for pair in apart:
        order = _moved_apart(order, parts, pair, apart)
    if not _together(order, parts, apart):
        return cut(order, parts)
    weights = [[0] * len(order) for _one in order]
    _keep_apart(weights, order, apart)
    _, best = cheapest(weights, [0] * len(order), cut(range(len(order)), parts), rng)
    return [[order[place] for place in group] for group in best]


def _moved_apart(order: list[int], sizes: Sequence[int], pair: frozenset[int], apart: Apart) -> list[int]:
    """Return the order with one of a pair that shares a table exchanged for the nearest person in it at another table,
    if that leaves fewer such pairs."""
    together = _together(order, sizes, apart)
    if pair not in together:
        return order
    places = sorted(order.index(one) for one in pair)
    others = sorted(range(len(order)), key=lambda other: min(abs(other - place) for place in places))
    for other in others:
        for place in reversed(places):
            changed = order.copy()
            changed[place], changed[other] = order[other], order[place]
            if len(_together(changed, sizes, apart)) < len(together):
                return changed
    return order


def _together(order: Sequence[int], sizes: Sequence[int], apart: Apart) -> set[frozenset[int]]:
    table_of = {one: number for number, circle in enumerate(cut(order, sizes)) for one in circle}
    return {pair for pair in apart if pair <= table_of.keys() and len({table_of[one] for one in pair}) == 1}


def by_lot(people: Sequence[int], sizes: Sequence[int], rng: random.Random, apart: Apart = frozenset()) -> list[Circle]:
    order = rng.sample(people, len(people))
    if not apart:
        return cut(order, sizes)
    weights = [[0] * len(order) for _one in order]
    _keep_apart(weights, order, apart)
    _, best = cheapest(weights, [0] * len(order), cut(range(len(order)), sizes), rng)
    return [[order[place] for place in group] for group in best]


def fixed(
    past: Past, people: Sequence[int], sizes: Sequence[int], rng: random.Random, apart: Apart = frozenset()
) -> list[Circle]:
    """Keep the tables of the last round as far as they fit."""
    order = rng.sample(people, len(people))
    place_of = {one: place for place, one in enumerate(order)}
    most = max((past.met[one][other] for one in order for other in order), default=0)
    weights = [[0 if one == other else most - past.met[one][other] for other in order] for one in order]
    _keep_apart(weights, order, apart)
    start = _kept(
        [[place_of[one] for one in circle if one in place_of] for circle in past.last_tables()], weights, sizes
    )
    _, best = cheapest(weights, [0] * len(order), start, rng)
    return [[order[place] for place in group] for group in best]


def in_old_order(past: Past, circles: list[Circle]) -> list[Circle]:
    """Order tables by the old table at which most of their people sat."""
    number_of = {one: number for number, table in enumerate(past.last_tables()) for one in table}

    def number(circle: Circle) -> int:
        old = Counter(number_of[one] for one in circle if one in number_of)
        return max(old, key=old.__getitem__, default=len(number_of))

    return sorted(circles, key=number)


def _kept(circles: Groups, weights: list[list[int]], sizes: Sequence[int]) -> Groups:
    """Keep the largest tables, cut to size; all others join the people whom they have met most, where there is room."""
    groups = [circle[:size] for circle, size in zip(sorted(circles, key=len, reverse=True), sizes, strict=False)]
    groups += [[] for _ in sizes[len(groups) :]]
    left = sorted(set(range(len(weights))) - {one for group in groups for one in group})
    for one in left:
        with_room = [number for number, group in enumerate(groups) if len(group) < sizes[number]]
        number = min(with_room, key=lambda number: _mean([weights[one][other] for other in groups[number]]))
        groups[number].append(one)
    return groups


def _mean(weights: Sequence[int]) -> float:
    return sum(weights) / len(weights) if weights else 0.0


def cut(people: Sequence[int], sizes: Sequence[int]) -> list[Circle]:
    return [list(people[start:end]) for start, end in pairwise(accumulate(sizes, initial=0))]


def on_seats(past: Past, circle: Sequence[int], rng: random.Random) -> tuple[int, ...]:
    """Order a table's people by seats, so that overall they get the seats that they have had least often."""
    drawn = rng.sample(circle, len(circle))
    return tuple(fairest(drawn, lambda one, seat: past.sat[one][seat]))


def fairest(people: Sequence[int], price: Callable[[int, int], int]) -> list[int]:
    """Return one person for each seat at the least total price.

    Seats are filled one by one, moving others along the cheapest chain (successive shortest augmenting paths).
    """
    count = len(people)
    owner: list[int] = [-1] * count
    held: dict[int, int] = {}
    for newcomer in people:
        # the price of freeing each seat for the newcomer, and the person who moves there
        cost = [price(newcomer, seat) for seat in range(count)]
        via = [newcomer] * count
        for _ in range(count):
            before_this = cost.copy()
            for seat, person in enumerate(owner):
                if person < 0:
                    continue
                for other in range(count):
                    through = cost[seat] - price(person, seat) + price(person, other)
                    if through < cost[other]:
                        cost[other], via[other] = through, person
            if cost == before_this:
                break
        seat = min((seat for seat in range(count) if owner[seat] < 0), key=cost.__getitem__)
        while True:
            person = via[seat]
            before = held.get(person)
            owner[seat], held[person] = person, seat
            if before is None:
                break
            seat = before
    return owner
