"""Who meets whom in a round of Swiss: the best perfect matching, found by exact weights.

What counts, the most important first: as few repeated pairs as possible; those who met longest ago; the bye to the
lowest score; near scores; the first seat in turn; the upper half of a score against the lower half. A pairing that
repeats nobody is sought among those who stand near one another first, then in wider circles, and in the end among all
pairs there are, so that there always is one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

import rustworkx

from tournaments.formats.history import History

NEAR = (12, 60)
"""How far down the order one looks, before everybody is looked at."""
SMALL = 100
"""So many are looked at all together."""
FAR = 31
"""A distance from the partner in the other half that is not told from greater ones."""

Pair = tuple[int, int]


def pair(history: History, there: Sequence[int]) -> tuple[list[Pair], int | None]:
    """Pairs of these, and who has the bye if they are an odd number."""
    return _Pairing(history, there).best()


class _Pairing:
    """`order` is by score, and within a score such that those who would best meet stand next to one another."""

    def __init__(self, history: History, there: Sequence[int]) -> None:
        self.history = history
        self.groups = _by_score(history, there)
        self.order = [id for group in self.groups for id in _folded(group)]
        self.place = {id: (position, len(group)) for group in self.groups for position, id in enumerate(group)}
        fewest = min((history.byes(id) for id in there), default=0)
        self.may_have_bye = [id for id in reversed(self.order) if history.byes(id) == fewest]
        self.starts = {id: history.starts(id) for id in there}
        self.round = len(history.event.rounds) + 1
        self._weigh()

    def _weigh(self) -> None:
        """Each kind of cost outweighs all that less important ones can sum up to."""
        pairs = len(self.order) // 2 + 1
        self.one_start = FAR * FAR * pairs + 1
        self.one_apart = self.one_start * 2 * self.round * pairs + 1
        widest = max((self.history.halves[id] for id in self.order), default=0)
        self.one_bye = self.one_apart * widest * widest * pairs + 1
        self.one_round = self.one_bye * (widest + 1)
        self.one_repeat = self.one_round * self.round * pairs + 1
        self.most = self.one_repeat * 2

    def best(self) -> tuple[list[Pair], int | None]:
        if len(self.order) > SMALL:
            for width in NEAR:
                found = self._match(self._near(width))
                if found is not None:
                    return found
        found = self._match(self._all())
        assert found is not None
        return found

    def _near(self, width: int) -> Iterator[tuple[int, int, int]]:
        """Of those who stand so near one another, all who have not met."""
        for at, id in enumerate(self.order):
            for further, other in enumerate(self.order[at + 1 : at + 1 + width], at + 1):
                if frozenset((id, other)) not in self.history.meetings:
                    yield at, further, self.most - self._apart(id, other)
        if len(self.order) % 2:
            yield from self._byes(self.may_have_bye[:width])

    def _all(self) -> Iterator[tuple[int, int, int]]:
        for at, id in enumerate(self.order):
            for further, other in enumerate(self.order[at + 1 :], at + 1):
                yield at, further, self.most - self._apart(id, other) - self._again(id, other)
        if len(self.order) % 2:
            yield from self._byes(self.may_have_bye)

    def _byes(self, ids: Sequence[int]) -> Iterator[tuple[int, int, int]]:
        """Nobody, the last node, meets one of these."""
        at = {id: position for position, id in enumerate(self.order)}
        for id in ids:
            yield at[id], len(self.order), self.most - self.one_bye * self.history.halves[id] - self._down(id)

    def _down(self, id: int) -> int:
        """Of those with the lowest score the last has the bye."""
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

    def _again(self, id: int, other: int) -> int:
        rounds = self.history.meetings.get(frozenset((id, other)))
        return self.one_repeat + rounds[-1] * self.one_round if rounds else 0

    def _match(self, edges: Iterator[tuple[int, int, int]]) -> tuple[list[Pair], int | None] | None:
        """None if somebody is left over."""
        nodes = len(self.order) + len(self.order) % 2
        graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
        graph.add_nodes_from(range(nodes))
        graph.add_edges_from(list(edges))
        found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
        if 2 * len(found) < nodes:
            return None
        bye = next((self.order[min(edge)] for edge in found if max(edge) == len(self.order)), None)
        pairs = [(self.order[min(edge)], self.order[max(edge)]) for edge in found if max(edge) < len(self.order)]
        return sorted(pairs, key=lambda pair: self._importance(pair)), bye

    def _importance(self, pair: Pair) -> tuple[int, int, int]:
        """The table of the highest scores comes first."""
        one, other = (self.history.halves[id] for id in pair)
        return -max(one, other), -one - other, min(map(self.history.seed, pair))


def _by_score(history: History, there: Sequence[int]) -> list[list[int]]:
    ordered = sorted(there, key=lambda id: (-history.halves[id], history.seed(id)))
    return [list(group) for _, group in groupby(ordered, key=lambda id: history.halves[id])]


def _folded(group: list[int]) -> list[int]:
    """The first of the upper half, the first of the lower half, the second of the upper, ..."""
    half = len(group) // 2
    upper, lower = group[:half], group[half:]
    return [id for two in zip(upper, lower, strict=False) for id in two] + lower[half:]
