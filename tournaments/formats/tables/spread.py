"""A search for tables whose people have as little to do with one another as possible.

Every pair has a weight. The cost of an arrangement is the sum of the weights of all pairs at the same table, plus what
each person's table costs by its size. The search is a tabu search: a random person whose table costs something makes
the best possible swap, even at a loss, and both people then stay put for a while, so that the search does not go in
circles. The cheapest arrangement found is the answer. The number of steps is bounded: hundreds of people take well
under a second.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

Groups = list[list[int]]
"""Tables of people, who are numbered from 0."""

MOST_STEPS = 4_000
PATIENCE = 1_000
LITTLE_PATIENCE = 100
"""After this many steps without improvement, the search stops."""


def cheapest(
    weights: Sequence[Sequence[int]],
    extra: Sequence[int],
    start: Groups,
    rng: random.Random,
    patience: int = PATIENCE,
) -> tuple[int, Groups]:
    """Return the cost and the groups, which have the same sizes as in `start`.

    `weights` of pairs is symmetric; `extra` is each person's cost for every seat that their table has more than the
    smallest.
    """
    search = Search(weights, extra, start, rng)
    search.run(patience)
    return search.best, search.best_groups


def cost_of(weights: Sequence[Sequence[int]], extra: Sequence[int], groups: Groups) -> int:
    smallest = min(map(len, groups))
    total = 0
    for group in groups:
        total += sum(extra[one] for one in group) * (len(group) - smallest)
        total += sum(weights[one][other] for place, one in enumerate(group) for other in group[:place])
    return total


class Search:
    def __init__(
        self, weights: Sequence[Sequence[int]], extra: Sequence[int], start: Groups, rng: random.Random
    ) -> None:
        self.weights, self.extra, self.rng = weights, extra, rng
        self.groups = [list(group) for group in start]
        self.people = sorted(one for group in start for one in group)
        self.at = {one: number for number, group in enumerate(start) for one in group}
        smallest = min(map(len, start))
        self.load = {
            one: [
                sum(map(weights[one].__getitem__, group)) + extra[one] * (len(group) - smallest)
                for group in self.groups
            ]
            for one in self.people
        }
        """The cost of each person at each table, or what it would be."""
        self.cost = self.best = cost_of(weights, extra, self.groups)
        self.best_groups = [list(group) for group in self.groups]
        self.bound_until = dict.fromkeys(self.people, 0)

    def run(self, patience: int) -> None:
        if len(self.groups) < 2:
            return
        last_gain = 0
        for step in range(1, MOST_STEPS + 1):
            unhappy = [one for one in self.people if self.load[one][self.at[one]] > 0]
            if not unhappy or step - last_gain > patience:
                return
            one = self.rng.choice(unhappy)
            gain, other = self._best_swap(one, step)
            if other is None:
                continue
            self._swap(one, other, step)
            self.cost += gain
            if self.cost < self.best:
                self.best, last_gain = self.cost, step
                self.best_groups = [list(group) for group in self.groups]

    def _best_swap(self, one: int, step: int) -> tuple[int, int | None]:
        """Return the best change in cost and the partner; recent movers swap only to beat the best arrangement so
        far."""
        at, load, weights = self.at, self.load, self.weights[one]
        here, mine = at[one], load[one]
        now = mine[here]
        wanted = self.best - self.cost
        best: int | None = None
        found: list[int] = []
        one_is_bound = self.bound_until[one] > step
        for other in self.people:
            there = at[other]
            if there == here:
                continue
            theirs = load[other]
            change = mine[there] + theirs[here] - now - theirs[there] - 2 * weights[other]
            if best is not None and change > best:
                continue
            if (one_is_bound or self.bound_until[other] > step) and change >= wanted:
                continue
            if change == best:
                found.append(other)
            else:
                best, found = change, [other]
        return (best, self.rng.choice(found)) if best is not None else (0, None)

    def _swap(self, one: int, other: int, step: int) -> None:
        here, there = self.at[one], self.at[other]
        self.groups[here][self.groups[here].index(one)] = other
        self.groups[there][self.groups[there].index(other)] = one
        self.at[one], self.at[other] = there, here
        weights_one, weights_other = self.weights[one], self.weights[other]
        for person, load in self.load.items():
            change = weights_other[person] - weights_one[person]
            if change:
                load[here] += change
                load[there] -= change
        bound = step + 3 + self.rng.randrange(5)
        self.bound_until[one] = self.bound_until[other] = bound
