"""Tie-breaks of duels: what decides between those who have the same score, in an order that the organiser chooses.

Each is a small entry of `TIE_BREAKS`: of two who are level in everything before, the one with more is ahead. Only
matches that are over count, and opponents count with the score that the standings show for them.

- `buchholz`, `buchholz-cut`, `sonneborn-berger`: a round without a match, be it a bye or missed, counts as a match with
  an opponent who has just the own score: won if it was a bye, lost if it was missed. So a bye is neither a present nor
  a penalty, and who comes late is not ranked behind for that alone.
- `direct`: counted anew among those who are still level when its turn comes, and only if each of them has met each
  other; else, and for one who is alone, it has nothing to say.
- `game-points`: in Two-Step the own points, in the games where points are pips left the opponents' points less the own.
  A bye counts as the average of the own matches, a round missed as nothing.
- `perfect`, `wins`: of matches at the table alone.
- `duplicate`: where all tables of a round have the same decks. For each match the own points less the average of those
  who had the same seat at the other tables (pips left: the other way round), so that both winners and losers are
  measured by what others made of the same tiles. It adds up to nothing over all who had the same seat. The match itself
  still decides who has the point.
- `seed`: leaves nobody level.

Who is level in everything shares a rank.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain

from tournaments.formats.duels.history import History, Outing
from tournaments.formats.sentence import gettext_noop

HIGH_WINS = frozenset({"two-step"})
"""The games whose points are good to have; in the others they are pips left."""

Measure = Callable[[History, Collection[int]], Mapping[int, Fraction | int]]
"""The figure of each of these, who are level in everything before; who has none is left out."""


@dataclass(frozen=True, slots=True)
class TieBreak:
    """`decided` is filled with what `theirs` and `yours` are: of the one just ahead, and of the one who asks."""

    slug: str
    name: str
    summary: str
    decided: str
    measure: Measure
    is_for_duplicate: bool = False


def _buchholz(history: History, level: Collection[int]) -> dict[int, Fraction]:
    return {id: Fraction(sum(_opponents(history, id)), 2) for id in level}


def _buchholz_cut(history: History, level: Collection[int]) -> dict[int, Fraction]:
    scores = {id: _opponents(history, id) for id in level}
    return {id: Fraction(sum(found) - min(found, default=0), 2) for id, found in scores.items()}


def _opponents(history: History, id: int) -> list[int]:
    """Their scores in half points; a round without a match has an opponent with the own score."""
    return [
        history.halves[id if outing.opponent is None else outing.opponent]
        for outing in history.outings[id]
        if not outing.is_running
    ]


def _sonneborn_berger(history: History, level: Collection[int]) -> dict[int, Fraction]:
    return {
        id: Fraction(
            sum(
                (outing.halves or 0) * history.halves[id if outing.opponent is None else outing.opponent]
                for outing in history.outings[id]
            ),
            4,
        )
        for id in level
    }


def _direct(history: History, level: Collection[int]) -> dict[int, Fraction]:
    if not 1 < len(level) <= len(history.event.rounds) + 1:
        return {}  # too many for all to have met
    among = set(level)
    matches = {id: [outing for outing in history.matches(id) if outing.opponent in among] for id in level}
    if any(len({outing.opponent for outing in found}) < len(among) - 1 for found in matches.values()):
        return {}
    return {id: Fraction(sum(outing.halves or 0 for outing in found), 2) for id, found in matches.items()}


def _game_points(history: History, level: Collection[int]) -> dict[int, Fraction]:
    return {id: _points_of(history, id) for id in level}


def _points_of(history: History, id: int) -> Fraction:
    points = [_points(history, outing) for outing in history.matches(id)]
    if not points:
        return Fraction(0)
    return sum(points) + Fraction(sum(points), len(points)) * history.byes(id)


def _points(history: History, outing: Outing) -> int:
    """Of one match: the own points where they are good to have, else by how much the other had more."""
    assert outing.own is not None
    assert outing.other is not None
    if history.event.plan.game in HIGH_WINS:
        return outing.own.points
    return outing.other.points - outing.own.points


def _wins(history: History, level: Collection[int]) -> dict[int, int]:
    return {id: sum(outing.halves == 2 for outing in history.matches(id)) for id in level}


def _perfect(history: History, level: Collection[int]) -> dict[int, int]:
    return {id: sum(outing.own.perfect for outing in history.matches(id) if outing.own) for id in level}


def _duplicate(history: History, level: Collection[int]) -> dict[int, Fraction]:
    """Against the other tables of each round; a round with one table, a bye and a round missed bring nothing."""
    sign = 1 if history.event.plan.game in HIGH_WINS else -1
    at_seat: dict[tuple[int, int], list[int]] = defaultdict(list)
    for outing in chain.from_iterable(map(history.matches, history.entrants)):
        assert outing.own is not None
        at_seat[outing.round, outing.seat].append(outing.own.points)
    figures = {}
    for id in level:
        total = Fraction(0)
        for outing in history.matches(id):
            assert outing.own is not None
            all_points = at_seat[outing.round, outing.seat]
            if len(all_points) > 1:
                others = Fraction(sum(all_points) - outing.own.points, len(all_points) - 1)
                total += sign * (outing.own.points - others)
        figures[id] = total
    return figures


def _seed(history: History, level: Collection[int]) -> dict[int, int]:
    """Less is better, so that it is counted backwards."""
    return {id: -history.seed(id) for id in level}


TIE_BREAKS: dict[str, TieBreak] = {
    tie_break.slug: tie_break
    for tie_break in (
        TieBreak(
            "buchholz",
            gettext_noop("Buchholz"),
            gettext_noop(
                "The sum of the scores of all opponents; "
                "a bye or a round missed counts as an opponent with the own score."
            ),
            gettext_noop("What decides is the Buchholz, the sum of the opponents' scores: {theirs} against {yours}."),
            _buchholz,
        ),
        TieBreak(
            "buchholz-cut",
            gettext_noop("Buchholz without the lowest"),
            gettext_noop("As Buchholz, but the opponent with the lowest score is left out."),
            gettext_noop(
                "What decides is the sum of the opponents' scores, the lowest left out: {theirs} against {yours}."
            ),
            _buchholz_cut,
        ),
        TieBreak(
            "direct",
            gettext_noop("Direct encounter"),
            gettext_noop("The score in the matches among those who are level, if all of these have met."),
            gettext_noop(
                "What decides is the score in the matches among those who are level: {theirs} against {yours}."
            ),
            _direct,
        ),
        TieBreak(
            "sonneborn-berger",
            gettext_noop("Sonneborn-Berger"),
            gettext_noop(
                "The scores of the opponents beaten, and half the scores of those with whom the win was shared; "
                "a bye counts as an opponent with the own score."
            ),
            gettext_noop(
                "What decides is Sonneborn-Berger, the sum of the scores of the opponents beaten: "
                "{theirs} against {yours}."
            ),
            _sonneborn_berger,
        ),
        TieBreak(
            "game-points",
            gettext_noop("Points in the games"),
            gettext_noop(
                "The own points of all matches in Two-Step; in other games the points of the opponents less the own. "
                "A bye counts as the average of the own matches."
            ),
            gettext_noop("What decides are the points in the games: {theirs} against {yours}."),
            _game_points,
        ),
        TieBreak(
            "perfect",
            gettext_noop("Perfect wins"),
            gettext_noop(
                "How many deals one has won while the opponent still had everything; in Two-Step they count double."
            ),
            gettext_noop(
                "What decides is the number of deals won while the opponent still had everything: "
                "{theirs} against {yours}."
            ),
            _perfect,
        ),
        TieBreak(
            "wins",
            gettext_noop("Matches won"),
            gettext_noop("How many matches one has won at the table; byes and shared wins do not count."),
            gettext_noop("What decides is the number of matches won at the table: {theirs} against {yours}."),
            _wins,
        ),
        TieBreak(
            "duplicate",
            gettext_noop("Against the same seat"),
            gettext_noop(
                "By how much one did better, in points, than the average of those who had the same seat "
                "with the same decks."
            ),
            gettext_noop(
                "What decides is the comparison with the same seat at the other tables: {theirs} against {yours}."
            ),
            _duplicate,
            is_for_duplicate=True,
        ),
        TieBreak(
            "seed",
            gettext_noop("Starting order"),
            gettext_noop("Who stood higher in the starting order is ahead."),
            gettext_noop("What decides is the starting order: number {theirs} against number {yours}."),
            _seed,
        ),
    )
}
