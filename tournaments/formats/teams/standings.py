"""The standings of teams in events at tables: the sums of the scores on their lines.

- The score of a line is what its holders have scored in the rounds in which they held it. A bye and a missed round
  count as they do for the player. So a reserve takes over the line's score.
- The team's score is the sum of its lines' scores, or of the best ones if the plan counts fewer.
- Of teams that are level, the one with the better best line is ahead; otherwise they share the rank.
- A team of which nobody has come to a table ranks behind all others.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.formats.event import Event, Value
from tournaments.formats.no_shows import CAME, never_came
from tournaments.formats.tables.results import Amount, Kind, Results, RoundResult, results
from tournaments.formats.tables.standings import POINTS, score_slug, shown

BEST_LINE = "best-line"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a team: its score, whether that counts, and its holders in order."""

    score: Value
    counts: bool
    held_by: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TeamStanding:
    """A row of the standings of teams. `by` is the slug of the value that put the team behind the one above.

    `rounds` has the scores of the counting lines in each round, which add up to the team's score, and is empty for a
    round from which none has a result yet; where teams meet, it has the results of the matches: "2½:1½", "bye", "–"
    (missed). Only then are there `tie_breaks`.
    """

    team: int
    rank: int
    score: Value
    best_line: Value
    lines: tuple[Line, ...]
    rounds: tuple[str, ...]
    by: str = ""
    tie_breaks: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class _Kept:
    """The scores of a team's lines: `amounts[line][round]`, None while the result is open."""

    team: int
    amounts: list[list[Amount | None]]
    held_by: list[tuple[int, ...]]
    came: bool

    @property
    def totals(self) -> list[Amount]:
        return [sum((one for one in each if one is not None), Fraction(0)) for each in self.amounts]

    def brought(self, at: int, lines: Collection[int]) -> Amount | None:
        """Return what these lines have brought in the round with this index; None as long as none has a result."""
        known = [amount for line in lines if (amount := self.amounts[line][at]) is not None]
        return sum(known, Fraction(0)) if known else None


def team_standings(event: Event, low_wins: bool) -> list[TeamStanding]:
    """Return the standings of the teams in order; equal ranks are in the order of `event.teams`."""
    of_all, absentees = results(event, low_wins), never_came(event)
    signed, slug = score_slug(event) != POINTS, score_slug(event)
    rows = []
    for place, team in enumerate(event.teams):
        kept = _kept(event, team.id, team.members[: event.plan.team_size], of_all, absentees)
        best = sorted(range(len(kept.totals)), key=lambda line: kept.totals[line] * (1 if low_wins else -1))
        counting = best[: event.plan.team_best or len(best)]
        score = sum((kept.totals[line] for line in counting), Fraction(0))
        best_line: Amount = kept.totals[best[0]] if best else 0
        key = (not kept.came, *(one if low_wins else -one for one in (score, best_line)))
        rows.append((key, place, kept, frozenset(counting), score, best_line))
    rows.sort(key=lambda row: row[:2])
    answer: list[TeamStanding] = []
    above: tuple[Amount, ...] = ()
    for number, (key, _place, kept, counted, score, best_line) in enumerate(rows, 1):
        differing = [of for of, one, other in zip((CAME, slug, BEST_LINE), key, above, strict=False) if one != other]
        answer.append(
            TeamStanding(
                team=kept.team,
                rank=answer[-1].rank if key == above else number,
                score=Value(slug, score, shown(score, signed=signed)),
                best_line=Value(BEST_LINE, best_line, shown(best_line, signed=signed)),
                lines=tuple(
                    Line(Value(slug, total, shown(total, signed=signed)), line in counted, kept.held_by[line])
                    for line, total in enumerate(kept.totals)
                ),
                rounds=tuple(
                    "" if (brought := kept.brought(at, counted)) is None else shown(brought, signed=signed)
                    for at in range(len(event.rounds))
                ),
                by=differing[0] if differing else "",
            )
        )
        above = key
    return answer


def _kept(
    event: Event, team: int, now: Sequence[int], of_all: Mapping[int, Results], absentees: frozenset[int]
) -> _Kept:
    """Gather the scores of the team's lines; before the first round, the players `now` on the lines hold them."""
    line_ups = [each.line_up(team) for each in event.rounds]
    lines = max((len(line_up) for line_up in line_ups), default=len(now))
    amounts = [
        [
            _known(of_all[line_up[line]].rounds[at]) if line < len(line_up) else Fraction(0)
            for at, line_up in enumerate(line_ups)
        ]
        for line in range(lines)
    ]
    held_by = [
        tuple(dict.fromkeys(line_up[line] for line_up in line_ups if line < len(line_up))) or (now[line],)
        for line in range(lines)
    ]
    people = {one for holders in held_by for one in holders}
    return _Kept(team, amounts, held_by, came=not people <= absentees)


def _known(result: RoundResult) -> Amount | None:
    return None if result.kind is Kind.OPEN else result.amount
