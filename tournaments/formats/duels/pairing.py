"""Swiss pairing as a perfect matching of least weight, computed exactly.

The criteria, most important first: as few repeated pairs as possible; if any, those who met longest ago; the bye for
the lowest score; close scores; first seats in turn; the upper half of a score group against the lower half. Nobody gets
a bye who has had more byes than somebody else present. In large fields, a pairing without repeats is first sought among
neighbours in the standings. If there is none, a pairing of the whole field with the fewest repeats is improved among
neighbours. So there is always a pairing, and repeats are as few as possible in a field of any size.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

import rustworkx

from tournaments.formats.duels.history import History

SMALL = 200
"""Up to this many entrants, all pairs are considered; beyond, those within NEAR of each other first, then within
WIDE."""
NEAR = 12
WIDE = 40
FAR = 31
"""Distances from the partner in the other half are capped at this."""

Pair = tuple[int, int]


def pair(history: History, there: Sequence[int]) -> tuple[list[Pair], int | None]:
    """Return pairs of these entrants, and the one who has the bye if their number is odd."""
    return _Pairing(history, there).best()


class _Pairing:
    """Pairs one round.

    `order` is by score; within a score group, ideal partners are next to each other.
    """

    def __init__(self, history: History, there: Sequence[int]) -> None:
        self.history = history
        self.groups = _by_score(history, there)
        self.order = [id for group in self.groups for id in _folded(group)]
        self.place = {id: (position, len(group)) for group in self.groups for position, id in enumerate(group)}
        fewest = min((history.byes(id) for id in there), default=0)
        self.byes = [(at, len(there)) for at, id in enumerate(self.order) if history.byes(id) == fewest][::-1]
        self.starts = {id: history.starts(id) for id in there}
        self.round = len(history.event.rounds) + 1
        self.last = _last_meetings(history, self.order) | self._kept_apart()
        self._weigh()

    def _kept_apart(self) -> dict[Pair, int]:
        """Return the pairs to keep apart, as if they had last met in this very round."""
        at = {id: position for position, id in enumerate(self.order)}
        there = (pair for pair in self.history.event.apart if pair <= at.keys())
        return {_upwards(tuple(at[id] for id in pair)): self.round for pair in there}

    def _weigh(self) -> None:
        """Set the weights so that each criterion outweighs all less important ones together."""
        pairs = len(self.order) // 2 + 1
        self.one_start = FAR * FAR * pairs + 1
        self.one_apart = self.one_start * (2 * self.round * pairs + 1)
        widest = max((self.history.halves[id] for id in self.order), default=0)
        self.one_bye = self.one_apart * (widest * widest * pairs + 1)
        self.one_round = self.one_bye * (widest + 1)
        self.one_repeat = self.one_round * (self.round * pairs + 1)
        self.most = self.one_repeat * 2

    def best(self) -> tuple[list[Pair], int | None]:
        if len(self.order) <= SMALL:
            found = self._match(self._within(len(self.order)))
        else:
            found = self._match(pair for pair in self._within(NEAR) if pair not in self.last)
            if found is None:
                found = self._match({*self._within(WIDE), *self._fewest_repeats()})
        assert found is not None
        return found

    def _within(self, width: int) -> Iterator[Pair]:
        """Yield pairs of positions at most `width` apart; the bye counts as a position after the last."""
        for at in range(len(self.order)):
            for further in range(at + 1, min(at + 1 + width, len(self.order))):
                yield at, further
        if len(self.order) % 2:
            yield from self.byes[:width]

    def _fewest_repeats(self) -> Iterator[Pair]:
        """Yield a pairing with as few repeats as possible, however far apart the partners are."""
        nodes = range(len(self.order))
        fresh = [(*pair, 1) for pair in itertools.combinations(nodes, 2) if pair not in self.last]
        graph = _graph(len(self.order) + 1, [*fresh, *((*pair, 2) for pair in self.byes if len(self.order) % 2)])
        found = {_upwards(edge) for edge in rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)}
        left = sorted(set(nodes).difference(*found))
        yield from found
        yield from zip(left[::2], left[1::2], strict=True)

    def _worth(self, at: int, further: int) -> int:
        if further == len(self.order):
            id = self.order[at]
            return self.most - self.one_bye * self.history.halves[id] - self._down(id)
        return self.most - self._apart(self.order[at], self.order[further]) - self._again(at, further)

    def _down(self, id: int) -> int:
        """Return how far the entrant is from the end of their score group, because the last one gets the bye."""
        position, size = self.place[id]
        return min(size - 1 - position, FAR * FAR)

    def _apart(self, id: int, other: int) -> int:
        halves = abs(self.history.halves[id] - self.history.halves[other])
        starts = 2 * self.round - abs(self.starts[id] - self.starts[other])
        return halves * halves * self.one_apart + starts * self.one_start + self._from_partner(id, other, halves)

    def _from_partner(self, id: int, other: int, halves: int) -> int:
        if halves:
            return 0
        (position, size), (further, _) = self.place[id], self.place[other]
        distance = min(abs(abs(position - further) - size // 2), FAR)
        return distance * distance

    def _again(self, at: int, further: int) -> int:
        last = self.last.get((at, further))
        return self.one_repeat + last * self.one_round if last else 0

    def _match(self, pairs: Iterable[Pair]) -> tuple[list[Pair], int | None] | None:
        """Return the best matching among these pairs, or None if it leaves somebody out."""
        nobody = len(self.order)
        graph = _graph(nobody + 1, [(*pair, self._worth(*pair)) for pair in sorted(pairs)])
        found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
        edges = [_upwards(edge) for edge in found]
        if len(edges) < (nobody + 1) // 2:
            return None
        bye = next((self.order[at] for at, further in edges if further == nobody), None)
        pairs = [(self.order[at], self.order[further]) for at, further in edges if further < nobody]
        return sorted(pairs, key=self._importance), bye

    def _importance(self, pair: Pair) -> tuple[int, int, int]:
        """Return a sort key that puts the tables with the highest scores first."""
        one, other = (self.history.halves[id] for id in pair)
        return -max(one, other), -one - other, min(map(self.history.seed, pair))


def _last_meetings(history: History, order: Sequence[int]) -> dict[Pair, int]:
    """Return the round in which two entrants last met, by their positions."""
    at = {id: position for position, id in enumerate(order)}
    there = (pair for pair in history.meetings if pair <= at.keys())
    return {_upwards(tuple(at[id] for id in pair)): history.meetings[pair][-1] for pair in there}


def _upwards(edge: Sequence[int]) -> Pair:
    return min(edge), max(edge)


def _graph(nodes: int, edges: list[tuple[int, int, int]]) -> rustworkx.PyGraph[int, int]:
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
    graph.add_nodes_from(range(nodes))
    graph.add_edges_from(edges)
    return graph


def _by_score(history: History, there: Sequence[int]) -> list[list[int]]:
    ordered = sorted(there, key=lambda id: (-history.halves[id], history.seed(id)))
    return [list(group) for _, group in groupby(ordered, key=lambda id: history.halves[id])]


def _folded(group: list[int]) -> list[int]:
    """Return the first of the upper half, the first of the lower half, the second of the upper, …"""
    half = len(group) // 2
    upper, lower = group[:half], group[half:]
    return [id for two in zip(upper, lower, strict=False) for id in two] + lower[half:]
