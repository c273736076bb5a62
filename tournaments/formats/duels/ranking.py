"""The standings of Swiss and round robin: by score, then by tie-breaks; equal ranks are shared.

Entrants who have come to no table, or who left a round robin early, rank behind all others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import groupby

from tournaments.formats.duels.history import LOSS, SHARED, WIN, History, RoundResult, shown
from tournaments.formats.duels.tie_breaks import TIE_BREAKS
from tournaments.formats.event import Standing, Value

SCORE = "score"
NONE = "–"
"""Shown where a tie-break does not apply, and for missed rounds."""


def rank(history: History, tie_breaks: Sequence[str], behind: Mapping[int, str]) -> list[Standing]:
    """Return the standings. Those in `behind` rank behind all others; its values are the reasons, for `Standing.by`.
    Within a shared rank, better seeds come first."""
    values: dict[int, list[Value]] = {id: [] for id in history.entrants}
    by_seed = sorted(history.entrants, key=history.seed)
    levels_of_all = _split({id: Fraction(id not in behind) for id in by_seed}, by_seed)
    levels = [part for level in levels_of_all for part in _split({id: history.score(id) for id in level}, level)]
    for slug in tie_breaks:
        levels = [part for level in levels for part in _break(history, slug, level, values)]
    standings: list[Standing] = []
    for level in levels:
        for id in level:
            shared = id != level[0]
            score = Value(SCORE, history.score(id), shown(history.score(id)))
            above = standings[-1] if standings and not shared else None
            standings.append(
                Standing(
                    entrant=id,
                    rank=standings[-1].rank if shared else len(standings) + 1,
                    score=score,
                    tie_breaks=tuple(values[id]),
                    played=history.played(id),
                    by=_by(above, id, score, values[id], behind) if above else "",
                    rounds=tuple(map(written, history.results[id])),
                )
            )
    return standings


def _break(history: History, slug: str, level: list[int], values: dict[int, list[Value]]) -> list[list[int]]:
    figures = TIE_BREAKS[slug].measure(history, level)
    for id in level:
        text = _text(slug, figures[id]) if id in figures else NONE
        values[id].append(Value(slug, figures.get(id, 0), text))
    return _split({id: Fraction(figures.get(id, 0)) for id in level}, level)


def _text(slug: str, figure: Fraction | int) -> str:
    return shown(-figure if slug == "seed" else figure)


def _split(figures: dict[int, Fraction], level: list[int]) -> list[list[int]]:
    ordered = sorted(level, key=lambda id: -figures[id])
    return [list(part) for _, part in groupby(ordered, key=lambda id: figures[id])]


def _by(above: Standing, id: int, score: Value, values: Sequence[Value], behind: Mapping[int, str]) -> str:
    """Return the slug of the first difference from the entrant above."""
    if id in behind and above.entrant not in behind:
        return behind[id]
    pairs = zip((above.score, *above.tie_breaks), (score, *values), strict=True)
    return next(mine.slug for theirs, mine in pairs if theirs.value != mine.value)


def written(result: RoundResult) -> str:
    """Return the cell of a round in the results grid: "½", or "(½)" before a late entry; empty while the match is
    running."""
    if result.is_running:
        return ""
    if result.is_late:
        return f"({shown(Fraction(result.halves or LOSS, WIN))})"
    if result.is_bye:
        return "bye"
    if result.is_missed:
        return NONE
    return {WIN: "1", SHARED: "½", LOSS: "0"}[result.halves or LOSS]
