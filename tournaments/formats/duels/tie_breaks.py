"""Tie-breaks of duels, applied in the organiser's order to entrants who are level in everything before.

Each is an entry of `TIE_BREAKS`, and the higher value is better. Only finished matches count, and opponents count with
the score that the standings show.

- `buchholz`, `buchholz-cut`, `sonneborn-berger`: a round without a match counts as a match against an opponent with the
  entrant's own score: won if it was a bye, lost if it was missed, shared if it was half a bye. So a bye is neither an
  advantage nor a disadvantage, and coming late costs nothing by itself.
- `direct`: the results among those who are still level at this point, provided that each of them has met every other;
  otherwise, and for a single entrant, it does not apply.
- `game-points`: where the most points win, the entrant's own points; in games where points are pips left, the
  opponents' points minus the entrant's own. A bye counts as the average of the entrant's matches, half a bye as half of
  that, a missed round as nothing.
- `perfect`, `wins`: counted in matches at the table only.
- `duplicate`: for rounds with the same decks at all tables. For each match, the entrant's points minus the average of
  those who had the same seat at other tables (the other way round for pips left), so that winners and losers alike are
  measured against others with the same tiles. The values of all who had the same seat add up to zero. The match itself
  still decides the point.
- `line-points`, `table-points`: for teams that meet line against line. The scores of the lines, and the points in the
  games at all their tables; a bye counts as the average of the team's own matches.
- `seed`: the starting order, which leaves nobody level.

Entrants who are level in everything share a rank.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain

from tournaments.formats.duels.history import WIN, History, RoundResult
from tournaments.formats.sentence import gettext_noop

Measure = Callable[[History, Collection[int]], Mapping[int, Fraction | int]]
"""Returns the values of entrants who are level; those to whom the tie-break does not apply are left out."""


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A tie-break. `decided` is a sentence with the values `theirs`, of the entrant just ahead, and `yours`, of the
    reader."""

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
    """Return the opponents' scores in half points; for a round without a match, the opponent has the entrant's own
    score."""
    return [
        history.halves[id if result.opponent is None else result.opponent]
        for result in history.results[id]
        if not result.is_running
    ]


def _sonneborn_berger(history: History, level: Collection[int]) -> dict[int, Fraction]:
    return {
        id: Fraction(
            sum(
                (result.halves or 0) * history.halves[id if result.opponent is None else result.opponent]
                for result in history.results[id]
            ),
            4,
        )
        for id in level
    }


def _direct(history: History, level: Collection[int]) -> dict[int, Fraction]:
    if not 1 < len(level) <= len(history.event.rounds) + 1:
        return {}  # too many entrants for all of them to have met
    among = set(level)
    matches = {id: [result for result in history.matches(id) if result.opponent in among] for id in level}
    if any(len({result.opponent for result in found}) < len(among) - 1 for found in matches.values()):
        return {}
    return {id: Fraction(sum(result.halves or 0 for result in found), 2) for id, found in matches.items()}


def _game_points(history: History, level: Collection[int]) -> dict[int, Fraction]:
    return {id: _points_of(history, id) for id in level}


def _points_of(history: History, id: int) -> Fraction:
    return _with_free(history, id, [_points(history, result) for result in history.matches(id)])


def _with_free(history: History, id: int, points: Sequence[int]) -> Fraction:
    """Return the sum of points in matches; a bye counts as the average, half a bye as half of it."""
    free = Fraction(history.free_halves(id), WIN)
    return sum(points) * (1 + free / len(points)) if points else Fraction(0)


def _points(history: History, result: RoundResult) -> int:
    """Return the points of a match: the entrant's own where the most win, else how many more the opponent had."""
    assert result.own is not None
    assert result.other is not None
    if history.event.plan.rules.high_wins:
        return result.own.points
    return result.other.points - result.own.points


def _line_points(history: History, level: Collection[int]) -> dict[int, Fraction]:
    own = {id: [result.own.points for result in history.matches(id) if result.own] for id in level}
    return {id: _with_free(history, id, halves) / 2 for id, halves in own.items()}


def _table_points(history: History, level: Collection[int]) -> dict[int, Fraction]:
    own = {id: [sum(result.own.deals) for result in history.matches(id) if result.own] for id in level}
    return {id: _with_free(history, id, points) for id, points in own.items()}


def _wins(history: History, level: Collection[int]) -> dict[int, int]:
    return {id: sum(result.halves == 2 for result in history.matches(id)) for id in level}


def _perfect(history: History, level: Collection[int]) -> dict[int, int]:
    return {id: sum(result.own.perfect for result in history.matches(id) if result.own) for id in level}


def _duplicate(history: History, level: Collection[int]) -> dict[int, Fraction]:
    """Compare with the other tables of each round. Rounds with a single table, byes and missed rounds score nothing."""
    sign = 1 if history.event.plan.rules.high_wins else -1
    at_seat: dict[tuple[int, int], list[int]] = defaultdict(list)
    for played in history.event.rounds:
        for seat, score in chain.from_iterable(enumerate(table.scores or ()) for table in played.tables):
            at_seat[played.number, seat].append(score.points)
    figures = {}
    for id in level:
        total = Fraction(0)
        for result in history.matches(id):
            assert result.own is not None
            all_points = at_seat[result.round, result.seat]
            if len(all_points) > 1:
                others = Fraction(sum(all_points) - result.own.points, len(all_points) - 1)
                total += sign * (result.own.points - others)
        figures[id] = total
    return figures


def _seed(history: History, level: Collection[int]) -> dict[int, int]:
    """Return the negated seeds, since lower is better."""
    return {id: -history.seed(id) for id in level}


TIE_BREAKS: dict[str, TieBreak] = {
    tie_break.slug: tie_break
    for tie_break in (
        TieBreak(
            "buchholz",
            gettext_noop("Buchholz"),
            gettext_noop(
                "The sum of all opponents' scores; a bye or a missed round counts as an opponent with the player's "
                "own score."
            ),
            gettext_noop("Decided by the Buchholz, the sum of the opponents' scores: {theirs} against {yours}."),
            _buchholz,
        ),
        TieBreak(
            "buchholz-cut",
            gettext_noop("Buchholz without the lowest"),
            gettext_noop("Like Buchholz, but the opponent with the lowest score is left out."),
            gettext_noop("Decided by the sum of the opponents' scores, the lowest left out: {theirs} against {yours}."),
            _buchholz_cut,
        ),
        TieBreak(
            "direct",
            gettext_noop("Direct encounter"),
            gettext_noop("The score in the matches among those who are level, if all of these have met."),
            gettext_noop("Decided by the score in the matches among those who are level: {theirs} against {yours}."),
            _direct,
        ),
        TieBreak(
            "sonneborn-berger",
            gettext_noop("Sonneborn-Berger"),
            gettext_noop(
                "The scores of the opponents beaten, and half the scores of those with whom the win was shared; a "
                "bye counts as an opponent with the player's own score."
            ),
            gettext_noop(
                "Decided by Sonneborn-Berger, the sum of the scores of the opponents beaten: {theirs} against {yours}."
            ),
            _sonneborn_berger,
        ),
        TieBreak(
            "game-points",
            gettext_noop("Points in the games"),
            gettext_noop(
                "Where the most points win, as in Two-Step, the player's points in all matches; elsewhere, the "
                "opponents' points minus the player's own. A bye counts as the average of the player's matches."
            ),
            gettext_noop("Decided by the points in the games: {theirs} against {yours}."),
            _game_points,
        ),
        TieBreak(
            "perfect",
            gettext_noop("Perfect wins"),
            gettext_noop(
                "How many deals the player won while the opponent still had everything; in Two-Step they count double."
            ),
            gettext_noop(
                "Decided by the number of deals won while the opponent still had everything: {theirs} against {yours}."
            ),
            _perfect,
        ),
        TieBreak(
            "wins",
            gettext_noop("Matches won"),
            gettext_noop("How many matches the player won at the table; byes and shared wins do not count."),
            gettext_noop("Decided by the number of matches won at the table: {theirs} against {yours}."),
            _wins,
        ),
        TieBreak(
            "duplicate",
            gettext_noop("Against the same seat"),
            gettext_noop(
                "How many points better the player did than the average of those in the same seat with the same decks."
            ),
            gettext_noop("Decided by the comparison with the same seat at the other tables: {theirs} against {yours}."),
            _duplicate,
            is_for_duplicate=True,
        ),
        TieBreak(
            "line-points",
            gettext_noop("Points on the lines"),
            gettext_noop(
                "What the lines of the team have scored: 1 for a match won, ½ for one shared. A bye counts as the "
                "average of the team's matches."
            ),
            gettext_noop("Decided by the points on the lines: {theirs} against {yours}."),
            _line_points,
        ),
        TieBreak(
            "table-points",
            gettext_noop("Points at the tables"),
            gettext_noop(
                "The points in the games of all lines: where the most points win, the team's own; elsewhere, the "
                "opponents' minus its own. A bye counts as the average of the team's matches."
            ),
            gettext_noop("Decided by the points in the games: {theirs} against {yours}."),
            _table_points,
        ),
        TieBreak(
            "seed",
            gettext_noop("Starting order"),
            gettext_noop("The player higher in the starting order is ahead."),
            gettext_noop("Decided by the starting order: number {theirs} against number {yours}."),
            _seed,
        ),
    )
}
