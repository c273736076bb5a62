"""Small networks that rate the acts of a seat, read from files and evaluated without any library."""

from __future__ import annotations

import struct
from base64 import b64decode, b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from textwrap import wrap
from typing import Any, NamedTuple, Self

from games.bots.learning.chicken_foot import HIGHEST, ChickenFootEyes
from games.bots.learning.eyes import Eyes
from games.bots.learning.kardinal import KardinalEyes
from games.bots.learning.two_step import TwoStepEyes
from games.rules import Move, View

WEIGHTS = Path(__file__).parent / "weights"

EYES: dict[str, Eyes] = {"chicken-foot": ChickenFootEyes(), "two-step": TwoStepEyes(), "kardinal": KardinalEyes()}
"""By game, for version 1 of its rules."""

WIDTH = 100
"""Characters in a line of a file."""


@dataclass(frozen=True, slots=True)
class Network:
    """A hidden layer between binary inputs and a single output, which is also connected to the inputs directly.

    `rows` have the weights of each input: the first is that of the output, the others are those of the neurons. `bias`
    is such a row for an input that is always on, and `out` are the weights from the neurons to the output.
    """

    rows: list[tuple[float, ...]]
    bias: tuple[float, ...]
    out: tuple[float, ...]

    def rate(self, inputs: Sequence[int]) -> float:
        """Return the output if these inputs are on."""
        rows = self.rows
        sums: Iterator[float] = map(sum, zip(self.bias, *[rows[one] for one in inputs], strict=False))
        total = next(sums)
        for weight, found in zip(self.out, sums, strict=False):
            if found > 0:
                total += weight * found
        return total

    @classmethod
    def read(cls, text: str) -> Self:
        """Read a network from what `text` returned."""
        sizes, *lines = text.splitlines()
        neurons = int(sizes)
        data = b64decode("".join(lines))
        numbers = struct.unpack(f"<{len(data) // 2}e", data)
        step = neurons + 1
        *rows, bias = (numbers[start : start + step] for start in range(0, len(numbers) - neurons, step))
        return cls(rows, bias, numbers[-neurons:])

    def text(self) -> str:
        """Return the network as text: the number of neurons, then all weights as half-precision floats in base64."""
        numbers = [*(one for row in self.rows for one in row), *self.bias, *self.out]
        data = b64encode(struct.pack(f"<{len(numbers)}e", *numbers)).decode()
        return "\n".join([str(len(self.out)), *wrap(data, WIDTH)]) + "\n"


def file_of(game: str, seats: int) -> Path:
    """Return the path of the network for a game: there may be one for two seats, and one for more."""
    return WEIGHTS / f"{game}-{'two' if seats == 2 else 'more'}.txt"


@cache
def network_of(game: str, seats: int) -> Network | None:
    """Return the network for a game, if there is one that fits the current inputs."""
    path = file_of(game, seats)
    network = Network.read(path.read_text()) if path.exists() else None
    return network if network and len(network.rows) == EYES[game].size else None


class Rated(NamedTuple):
    """An act with the move that it begins with, and the points by which the seat will then be ahead, as estimated by
    the network."""

    move: Move
    act: Any
    value: float


def rated_acts(view: View, moves: Sequence[Move]) -> list[Rated] | None:
    """Rate the acts that begin with these moves, only one of those that come to the same. None if there is no network
    for such a table."""
    if view.version != 1 or view.game not in EYES or view.options.get("set", HIGHEST) != HIGHEST:
        return None
    network, eyes = network_of(view.game, view.seats), EYES[view.game]
    if network is None:
        return None
    seen, allowed = eyes.seen_in(view), set(moves)
    acts = eyes.acts_of(view, moves)
    return [Rated(move, act, network.rate(eyes.inputs(seen, act))) for move, act in acts if move in allowed]


def rate(view: View, moves: Sequence[Move]) -> dict[Move, float] | None:
    """Return the value of each move, which is that of the best act beginning with it; None if there is no network for
    such a table."""
    rated = rated_acts(view, moves)
    if rated is None:
        return None
    return {one.move: one.value for one in sorted(rated, key=lambda one: one.value)}
