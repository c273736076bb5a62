"""The standings of an event in stages."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.formats.event import Event, Standing, Value
from tournaments.formats.no_shows import CAME, never_came
from tournaments.formats.stages.split import Ranked, Split

FINAL = "final"
CONSOLATION = "consolation-place"
GROUP_PLACE = "group-place"
QUALIFYING = "qualifying"
NOT_THERE = "–"
GOES_ON = "✓"


def letter(group: int) -> str:
    return chr(ord("A") + group)


def standings(split: Split) -> list[Standing]:
    """Return the standings: by the last stage, then by the place in the group, then by the score there.

    Entrants who have come to no table rank behind all others.
    """
    reached = _reached(split)
    seeds = {one.id: one.seed for one in split.event.entrants}
    values = {id: _values(split, ranked, reached) for id, ranked in split.ranked.items()}
    absentees = never_came(split.event)
    ordered = sorted(values, key=lambda id: (id in absentees, [-value.value for value in values[id]], seeds[id]))
    later = {one.entrant: one for stage in split.last_stages for one in split.deciding.standings(stage)}
    answer: list[Standing] = []
    above: Sequence[Value] = ()
    for id in ordered:
        is_first_absentee = id in absentees and bool(answer) and answer[-1].entrant not in absentees
        by = CAME if is_first_absentee else _behind(above, values[id])
        first = split.ranked[id].standing
        played = first.played + (later[id].played if id in later else 0)
        rank = answer[-1].rank if above and not by else len(answer) + 1
        grid = _grid(split, first, later.get(id))
        answer.append(Standing(id, rank, values[id][0], tuple(values[id][1:]), played, by, grid))
        above = values[id]
    return answer


def _behind(above: Sequence[Value], own: Sequence[Value]) -> str:
    return next((mine.slug for theirs, mine in zip(above, own, strict=False) if theirs.value != mine.value), "")


def _reached(split: Split) -> dict[int, Value]:
    """Return the result of each entrant who has reached the last stage."""
    if not split.is_decided:
        return {}
    if split.is_qualifying:
        return {id: Value(FINAL, 1, GOES_ON) for id in split.finalists}
    others = _by_rank(split, split.consolation, CONSOLATION) if split.consolation is not None else {}
    return others | _by_rank(split, split.final, FINAL)


def _by_rank(split: Split, stage: Event, slug: str) -> dict[int, Value]:
    count = len(stage.entrants)
    ranked = split.deciding.standings(stage)
    return {one.entrant: Value(slug, count - one.rank + 1, one.score.shown) for one in ranked}


def _values(split: Split, own: Ranked, reached: dict[int, Value]) -> tuple[Value, ...]:
    slugs = (FINAL, CONSOLATION) if split.event.plan.consolation else (FINAL,)
    there = reached.get(own.entrant)
    stages = (there if there and there.slug == slug else Value(slug, 0, NOT_THERE) for slug in slugs)
    score = own.standing.score.shown
    if len(split.groups) == 1:
        return *stages, Value(QUALIFYING, -own.rank, score)
    place = Value(GROUP_PLACE, -own.rank, f"{letter(own.group)}{own.rank}")
    return *stages, place, Value(QUALIFYING, own.score, score)


def _grid(split: Split, first: Standing, later: Standing | None) -> tuple[str, ...]:
    """Return the cells of all rounds, empty where the entrant's group had no round, and after the entrant went out."""
    played = len(split.event.rounds)
    qualifying = [*first.rounds, *[""] * (min(played, split.length) - len(first.rounds))]
    left = max(0, played - split.length)
    return (*qualifying, *(later.rounds if later else [""] * left))
