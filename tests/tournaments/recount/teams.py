"""Counting teams at tables."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from tests.tournaments.recount.at_tables import lines_at_tables
from tests.tournaments.recount.played import Event
from tests.tournaments.recount.ranking import Number, Row, never_came, shown


def in_teams(event: Event) -> list[Row]:
    """Count each line of a team: what those who were on it scored in the rounds in which they were. The lines are
    added, or the best of them; the better best line breaks ties; who never came at all is last."""
    plan, seeds, absentees = event.plan, event.seeds, never_came(event)
    is_signed = event.is_settled or plan["duplicate"]
    high_wins = event.is_settled
    amounts = {line.entrant.id: line.amounts for line in lines_at_tables(event)}
    counted = []
    for team, members in event.teams.items():
        lines: list[Number] = []
        people: set[int] = set()
        for line in range(plan["team_size"]):
            holders = [played.line_ups[team][line] for played in event.rounds]
            people.update(holders)
            lines.append(sum((amounts[one][at] for at, one in enumerate(holders)), Fraction(0)))
        best_first = sorted(lines, reverse=high_wins)
        score = sum(best_first[: plan["team_best"] or len(lines)], Fraction(0))
        sign = 1 if high_wins else -1
        key = (not people or not people <= absentees, sign * score, sign * best_first[0])
        counted.append((key, min(seeds[one] for one in members), team, score, best_first[0], lines))
    keys = [one[0] for one in counted]
    counted.sort(key=lambda one: ([-value for value in one[0]], one[1]))
    return [
        {
            "team": team,
            "rank": 1 + sum(other > key for other in keys),
            "score": shown(score, is_signed),
            "best_line": shown(best_line, is_signed),
            "lines": [shown(line, is_signed) for line in lines],
        }
        for key, _seed, team, score, best_line, lines in counted
    ]


def disagreements_of_teams(recounted: Sequence[Row], stored: Sequence[Row]) -> list[str]:
    """Return where the site's standings of teams differ from the recount."""
    if len(recounted) != len(stored):
        return [f"teams: recounted {list(recounted)}, shown {stored}"]
    site = [
        {key: row[key] for key in own} | {"lines": [line["score"] for line in row["lines"]]}
        for own, row in zip(recounted, stored, strict=True)
    ]
    return [] if site == list(recounted) else [f"teams: recounted {list(recounted)}, shown {site}"]
