"""Training: a network plays against itself and against sound players, and learns the value of its choices.

Needs NumPy, which is only installed for development. On the same machine, the same seed gives the same network.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from games.bots.learning.eyes import Eyes
from games.bots.learning.networks import EYES, Network
from games.bots.playouts import POSITIONS, Position
from games.rules import GAMES

Numbers = NDArray[np.float32]

NEURONS = 32
AT_ONCE = 400
"""Deals in a round, which are played side by side and learnt from together."""
REMEMBERED = 8
"""The number of most recent rounds that are learnt from."""
BATCH = 512
AGAIN = 4
"""How often each choice is learnt from."""
CURIOUS = 0.1
"""The probability of a random move at the beginning; it falls to zero by the end."""
SOUND = 0.3
"""The probability that a seat is played by a sound player, so that the network also learns to play against those."""
FAR = 0.8
"""The weight of a deal's outcome relative to the value that the network expected one move later."""
PACE = 2e-3
SCALE = {"chicken-foot": 25.0, "two-step": 1.0, "kardinal": 25.0}
"""By game: the number of points that counts as 1 while learning."""


@dataclass(slots=True)
class Chosen:
    """A choice of the network: the inputs after it, and the value that the best act seemed to have."""

    inputs: list[int]
    best: float


@dataclass(slots=True)
class Game:
    """A deal that is being played; `chosen` has None for the seats of sound players."""

    position: Position
    chosen: list[list[Chosen] | None]
    acts: Sequence[Any] = ()
    inputs: list[list[int]] = field(default_factory=list)


class Learner:
    """The network while it learns: its weights, and the running averages of their gradients (Adam)."""

    def __init__(self, size: int, seed: int) -> None:
        chance = np.random.default_rng(seed)
        self.size = size
        shapes = [(size, 1 + NEURONS), (1 + NEURONS,), (NEURONS,)]
        self.weights = [np.zeros(shape, np.float32) for shape in shapes]
        self.weights[0][:, 1:] = chance.normal(0, 0.15, (size, NEURONS))
        self.weights[2][:] = chance.normal(0, 0.1, NEURONS)
        self.means = [np.zeros_like(one) for one in self.weights]
        self.squares = [np.zeros_like(one) for one in self.weights]
        self.steps = 0

    def dense(self, inputs: Sequence[Sequence[int]]) -> Numbers:
        found = np.zeros((len(inputs), self.size), np.float32)
        rows = np.repeat(np.arange(len(inputs)), [len(one) for one in inputs])
        found[rows, np.concatenate([np.asarray(one) for one in inputs])] = 1
        return found

    def rate(self, inputs: Sequence[Sequence[int]]) -> Numbers:
        sums = self.dense(inputs) @ self.weights[0] + self.weights[1]
        rated: Numbers = sums[:, 0] + np.maximum(sums[:, 1:], 0) @ self.weights[2]
        return rated

    def learn(self, given: Numbers, wanted: Numbers, pace: float) -> float:
        """Take a step towards the wanted outputs; return the mean square error."""
        sums = given @ self.weights[0] + self.weights[1]
        neurons = np.maximum(sums[:, 1:], 0)
        wrong = sums[:, 0] + neurons @ self.weights[2] - wanted
        back = np.empty_like(sums)
        back[:, 0] = wrong
        back[:, 1:] = (wrong[:, None] * self.weights[2]) * (sums[:, 1:] > 0)
        back /= len(wrong)
        slopes = [given.T @ back, back.sum(0), neurons.T @ wrong / len(wrong)]
        self.steps += 1
        for weight, mean, square, slope in zip(self.weights, self.means, self.squares, slopes, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            fair = np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8
            weight -= pace * (mean / (1 - 0.9**self.steps)) / fair
        return float((wrong**2).mean())

    def network(self, scale: float) -> Network:
        rows, bias, out = self.weights
        rows, bias = rows.copy(), bias.copy()
        rows[:, 0] *= scale
        bias[0] *= scale
        return Network([tuple(row) for row in rows.tolist()], tuple(bias.tolist()), tuple((out * scale).tolist()))


def train(game: str, seats: Sequence[int], deals: int, seed: int) -> Iterator[tuple[int, float, Network]]:
    """Play deals and learn from them; after each round, yield how many there have been, the error and the network."""
    eyes, scale = EYES[game], SCALE[game]
    learner = Learner(eyes.size, seed)
    rng, chance = random.Random(seed), np.random.default_rng(seed + 1)
    remembered: list[tuple[list[list[int]], list[float]]] = []
    rounds = max(1, deals // AT_ONCE)
    for number in range(rounds):
        left = 1 - number / rounds
        games = [_start(game, rng.choice(seats), rng) for _ in range(AT_ONCE)]
        _play(games, eyes, learner, CURIOUS * left, rng)
        remembered = [*remembered, _lessons(games, game)][-REMEMBERED:]
        inputs = [one for some, _ in remembered for one in some]
        wanted = np.asarray([one for _, some in remembered for one in some], np.float32)
        errors = []
        for _ in range(max(1, AGAIN * len(remembered[-1][0]) // BATCH)):
            picked = chance.integers(0, len(inputs), BATCH)
            given = learner.dense([inputs[one] for one in picked])
            errors.append(learner.learn(given, wanted[picked], PACE * max(left, 0.02)))
        yield (number + 1) * AT_ONCE, float(np.mean(errors)), learner.network(scale)


def _start(game: str, seats: int, rng: random.Random) -> Game:
    """Start a deal, dealing again as long as it is over at once."""
    rules = GAMES[game]
    options = rules.complete({})
    tiles = rules.tiles(options)
    while True:
        number = rng.randrange(1, options["high"] + 2) if game == "chicken-foot" else 1
        deal = rules.deal.start(options, seats, number, rng.sample(tiles, len(tiles)), rng.randrange(seats))
        if deal.result is None:
            break
    learns = [rng.random() >= SOUND for _ in range(seats)]
    learns[rng.randrange(seats)] = True
    return Game(POSITIONS[game, 1].of(deal), [[] if one else None for one in learns])


def _play(games: Sequence[Game], eyes: Eyes, learner: Learner, curious: float, rng: random.Random) -> None:
    """Play all games to their end, side by side."""
    running = [game for game in games if _go_on(game, eyes)]
    while running:
        rated = learner.rate([one for game in running for one in game.inputs])
        start = 0
        for game in running:
            its = rated[start : start + len(game.acts)]
            start += len(game.acts)
            best = int(its.argmax())
            taken = rng.randrange(len(game.acts)) if rng.random() < curious else best
            chosen = game.chosen[game.position.turn]
            assert chosen is not None
            chosen.append(Chosen(game.inputs[taken], float(its[best])))
            eyes.do(game.position, game.acts[taken])
        running = [game for game in running if _go_on(game, eyes)]


def _go_on(game: Game, eyes: Eyes) -> bool:
    """Play until the network has a choice; return False if the deal is over before that."""
    position = game.position
    while position.scores is None:
        if game.chosen[position.turn] is None:
            position.step()
            continue
        game.acts = eyes.acts_at(position)
        if len(game.acts) > 1:
            seen = eyes.seen_at(position)
            game.inputs = [eyes.inputs(seen, act) for act in game.acts]
            return True
        eyes.do(position, game.acts[0])
    return False


def _lessons(games: Sequence[Game], game: str) -> tuple[list[list[int]], list[float]]:
    """Return the inputs after each choice, and the values that they should have had."""
    sign = 1 if GAMES[game].high_wins else -1
    inputs: list[list[int]] = []
    wanted: list[float] = []
    for one in games:
        scores = one.position.scores
        assert scores is not None
        for seat, chosen in enumerate(one.chosen):
            others = (sum(scores) - scores[seat]) / (len(scores) - 1)
            value = sign * (scores[seat] - others) / SCALE[game]
            for choice in reversed(chosen or ()):
                inputs.append(choice.inputs)
                wanted.append(value)
                value = FAR * value + (1 - FAR) * choice.best
    return inputs, wanted
