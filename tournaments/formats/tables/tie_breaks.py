"""Tie-breaks at tables, in an order that the organiser may choose.

- `zero-deals` (CF5): the larger number of deals without a point.
- `lowest-deal` (CF5): the lower minimum of the deals with points. An entrant without any comes last, which only matters
  for missed rounds, since at equal totals everybody else has one.
- `rounds-won`: the larger number of rounds won at the table; a shared win counts half.
- `best-round`: the better single round: the lowest points, or the highest settlement or difference.

Entrants who are still equal share a rank.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from tournaments.formats.event import SeatScore
from tournaments.formats.sentence import gettext_noop
from tournaments.formats.tables.results import Amount, Kind, Results

NO_DEAL = 1_000_000
"""The value for a missing deal, greater than any deal can score."""


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A tie-break. `low_wins` is None if it goes by the score: low values win where low scores do.

    `ahead` and `behind` are the sentences for an entrant who is ahead or behind by this tie-break; they have the
    placeholders `who`, `mine` and `theirs`.
    """

    slug: str
    name: str
    low_wins: bool | None
    measure: Callable[[Results, bool], Amount]
    ahead: str
    behind: str


def deals(score: SeatScore) -> tuple[int, ...]:
    """Return the scores of the deals; a corrected result without deals counts as one deal."""
    return score.deals or (score.points,)


def zero_deals(its: Results, low_wins: bool) -> int:
    return sum(deals(score).count(0) for score in its.scores)


def lowest_deal(its: Results, low_wins: bool) -> int:
    return min((deal for score in its.scores for deal in deals(score) if deal), default=NO_DEAL)


def rounds_won(its: Results, low_wins: bool) -> Fraction:
    return sum(
        (Fraction(1, 2 if score.shared else 1) for score in its.scores if score.won or score.shared), Fraction(0)
    )


def best_round(its: Results, low_wins: bool) -> Amount:
    """Return the best round at a table or, without any, the best amount of all other rounds."""
    amounts = its.amounts or [one.amount for one in its.rounds if one.kind is not Kind.OPEN]
    best = min if low_wins else max
    return best(amounts, default=0)


TIE_BREAKS = {
    one.slug: one
    for one in (
        TieBreak(
            "zero-deals",
            gettext_noop("Deals without a point"),
            False,
            zero_deals,
            gettext_noop("{who} has the same total; you have more deals without a point: {mine} against {theirs}."),
            gettext_noop("{who} has the same total, but more deals without a point: {theirs} against your {mine}."),
        ),
        TieBreak(
            "lowest-deal",
            gettext_noop("Lowest deal with points"),
            True,
            lowest_deal,
            gettext_noop("{who} has the same total; your lowest deal with points is lower: {mine} against {theirs}."),
            gettext_noop("{who} has the same total, but the lower lowest deal with points: {theirs}, yours is {mine}."),
        ),
        TieBreak(
            "rounds-won",
            gettext_noop("Rounds won"),
            False,
            rounds_won,
            gettext_noop("{who} has the same total; you have won more rounds: {mine} against {theirs}."),
            gettext_noop("{who} has the same total, but has won more rounds: {theirs} against your {mine}."),
        ),
        TieBreak(
            "best-round",
            gettext_noop("Best round"),
            None,
            best_round,
            gettext_noop("{who} has the same total; your best round is the better one: {mine} against {theirs}."),
            gettext_noop("{who} has the same total, but the better best round: {theirs}, yours is {mine}."),
        ),
    )
}
