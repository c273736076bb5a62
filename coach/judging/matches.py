"""A finished match, decision by decision, and what of its course was luck and what was skill."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from coach.judging.decisions import as_kept, judge
from coach.judging.imagining import imagined
from games.bots.search import lead
from games.rules import Deal, Match, Move, read_move


class Choice(NamedTuple):
    """A move of a match, where there was one to choose; `deal` is as it was before it, until the next one is asked for.

    `number` and `step` count deals from 1, and the moves of the deal from 0; `ply` counts those of the match.
    """

    ply: int
    number: int
    step: int
    deal: Deal
    move: Move

    def judged(self, seed: str) -> dict[str, Any] | None:
        """Return what is kept of the decision. The same seed gives the same answer."""
        seat = self.deal.turn
        view = self.deal.view(seat)
        worlds = imagined(self.deal, seat, random.Random(f"{seed}/{seat}/{self.ply}"))
        found = judge(view, self.move, worlds)
        if found is None:
            return None
        return {"ply": self.ply, "deal": self.number, "step": self.step, **as_kept(found, view)}


def choices(
    match: Match, decks: Mapping[int, str], moves: Sequence[tuple[int, str]], from_ply: int = 0
) -> Iterator[Choice]:
    """Play a match again from its decks and its moves (with the numbers of their deals); yield the choices of all
    seats, beginning with `from_ply`."""
    step = 0
    for ply, (number, text) in enumerate(moves):
        while len(match.deals) < number:
            match.start_deal(decks[len(match.deals) + 1].split())
            step = 0
        deal, move = match.deal, read_move(text)
        assert deal is not None
        if ply >= from_ply and len(deal.legal_moves()) > 1:
            yield Choice(ply, number, step, deal, move)
        match.play(move)
        step += 1


class Turn(NamedTuple):
    """What luck and skill have brought a seat since the point before."""

    luck: float
    skill: float


def course_of(
    seat: int, scores: Sequence[Sequence[int]], judged: Sequence[Mapping[str, Any]], *, high_wins: bool
) -> list[Turn]:
    """Return how luck and skill went on from decision to decision, and at the end of each deal.

    A decision's skill is what it lost against the best move, as a number below zero; all else that changed what the
    seat could expect is luck: the tiles, and what others played. Together they are what the seat was ahead at the end.
    """
    course = []
    for number, points in enumerate(scores, 1):
        expected = 0.0
        for one in judged:
            if one["deal"] == number:
                course.append(Turn(one["worth"] + one["loss"] - expected, -one["loss"]))
                expected = one["worth"]
        ahead = lead(points, seat) if high_wins else -lead(points, seat)
        course.append(Turn(ahead - expected, 0.0))
    return course
