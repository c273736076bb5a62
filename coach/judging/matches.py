"""The decisions of a finished match, and how much of its course was luck and how much skill."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from coach.judging.decisions import as_kept, judge
from coach.judging.imagining import imagined
from games.bots.search import lead
from games.rules import Deal, Match, Move, read_move


class Choice(NamedTuple):
    """A move of a match at which the player had a choice. `deal` is in the state before the move, but only until the
    next choice is requested from the iterator.

    `number` is the deal's number from 1, `step` the move's index in the deal from 0, and `ply` its index in the match.
    """

    ply: int
    number: int
    step: int
    deal: Deal
    move: Move

    def judged(self, seed: str) -> dict[str, Any] | None:
        """Judge the decision and return it for storage. The same seed gives the same result."""
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
    """Replay a match from its decks and its moves, which come with the numbers of their deals; yield the choices of all
    seats from `from_ply` on."""
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
    """The points that luck and skill have brought a seat since the previous turn."""

    luck: float
    skill: float


def course_of(
    seat: int, scores: Sequence[Sequence[int]], judged: Sequence[Mapping[str, Any]], *, high_wins: bool
) -> list[Turn]:
    """Return the luck and skill of each decision and of the end of each deal.

    The skill of a decision is its loss against the best move, as a negative number. Everything else that changed the
    seat's expected result is luck: the tiles, and what others played. Added up, they give the seat's final lead.
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
