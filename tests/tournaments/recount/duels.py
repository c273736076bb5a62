"""Counting in Swiss tournaments and round robins."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from tests.tournaments.recount.played import Entrant, Event, Played, Sat, Wrong
from tests.tournaments.recount.ranking import DASH, USUAL, Line, Number, Row, mean, never_came, ranked, shown

LATE_SCORES = {"half": Fraction(1, 2), "bye": Fraction(1)}


@dataclass
class Career:
    """A duellist's rounds: a match, a bye, or nothing (None and False)."""

    entrant: Entrant
    rounds: list[tuple[Sat | None, bool]]
    house_counts: bool
    late_rounds: int = 0
    """Rounds before coming late."""
    late_score: Fraction = Fraction(0)

    @property
    def played(self) -> int:
        return sum(sat.came for sat in self.matches)

    def worth(self, sat: Sat) -> Fraction:
        """Return what a match is worth: one, a half, or nothing; it is won against somebody who did not come."""
        if not self.house_counts and not sat.other.came:
            return Fraction(1)
        return Fraction(1) if sat.won else Fraction(1, 2) if sat.shared else Fraction(0)

    @property
    def matches(self) -> list[Sat]:
        return [sat for sat, _is_bye in self.rounds if sat]

    @property
    def byes(self) -> int:
        return sum(is_bye for _sat, is_bye in self.rounds)

    @property
    def score(self) -> Fraction:
        return sum((self.worth(sat) for sat in self.matches), self.free)

    @property
    def free(self) -> Fraction:
        """Return what byes, and rounds before coming late, are worth."""
        return self.byes + self.late_rounds * self.late_score


def career(event: Event, entrant: Entrant) -> Career:
    """Return the rounds of somebody; a seat to which they did not come is nothing, unless the house's play counts."""
    sats = [played.of(entrant.id) for played in event.rounds]
    kept = [sat if sat and (sat.came or event.house_counts) else None for sat in sats]
    byes = [entrant.id in played.byes for played in event.rounds]
    late = len([sat for sat in sats[: entrant.first_round - 1] if sat is None])
    late_score = LATE_SCORES.get(event.late_score, Fraction(0))
    return Career(entrant, list(zip(kept, byes, strict=True)), event.house_counts, late, late_score)


class Duellists:
    """All duellists, who are measured against each other."""

    def __init__(self, event: Event) -> None:
        self.game = event.plan["game"]
        self.rounds = event.rounds
        self.careers = {one.id: career(event, one) for one in event.entrants}

    def scores_of_opponents(self, career: Career) -> list[Fraction]:
        """Return the opponents' scores; a bye or a missed round counts as an opponent with one's own score."""
        return [self.careers[sat.other.entry].score if sat else career.score for sat, _is_bye in career.rounds]

    def measure(self, slug: str, career: Career, level: list[Career]) -> Number | None:
        """Return the value of a tie-break, or None if it does not apply."""
        match slug:
            case "buchholz":
                return sum(self.scores_of_opponents(career), Fraction(0))
            case "buchholz-cut":
                scores = sorted(self.scores_of_opponents(career))
                return sum(scores[1:], Fraction(0))
            case "direct":
                return self._direct(career, level)
            case "sonneborn-berger":
                beaten = (career.worth(sat) * self.careers[sat.other.entry].score for sat in career.matches)
                return sum(beaten, career.free * career.score)
            case "game-points":
                points = [self._points(sat) for sat in career.matches]
                return sum(points) + career.free * mean(points) if points else 0
            case "line-points":
                points = [sat.points for sat in career.matches]
                return (sum(points) + career.byes * mean(points)) / 2 if points else 0
            case "table-points":
                points = [sum(sat.deals) for sat in career.matches]
                return sum(points) + career.byes * mean(points) if points else 0
            case "perfect":
                return sum(sat.perfect for sat in career.matches)
            case "wins":
                return sum(career.worth(sat) == 1 for sat in career.matches)
            case "duplicate":
                return self._duplicate(career)
            case "seed":
                return -career.entrant.seed
        raise Wrong(f"unknown tie-break {slug}")

    def _points(self, sat: Sat) -> int:
        """Return the points of a match: one's own in Two-Step; elsewhere pips left, by how much the opponent had
        more."""
        return sat.points if self.game == "two-step" else sat.other.points - sat.points

    def _direct(self, career: Career, level: list[Career]) -> Number | None:
        """Return the direct encounters, if everybody who is level has met everybody else."""
        if len(level) < 2:
            return None
        for one in level:
            for other in level:
                if one is not other and all(sat.other.entry != other.entrant.id for sat in one.matches):
                    return None
        among = {one.entrant.id for one in level}
        return sum((career.worth(sat) for sat in career.matches if sat.other.entry in among), Fraction(0))

    def _duplicate(self, career: Career) -> Fraction:
        total = Fraction(0)
        for played, (sat, _is_bye) in zip(self.rounds, career.rounds, strict=True):
            if sat and len(played.tables) > 1:
                others = [table[sat.seat].points for table in played.tables if table[sat.seat].entry != sat.entry]
                better = sat.points - mean(others)
                total += better if self.game == "two-step" else -better
        return total


def duels(event: Event) -> list[Row]:
    absentees = dict.fromkeys(never_came(event), "came")
    if event.plan["format"] == "round-robin" and event.has_absence_rules:
        absentees = dict.fromkeys(leavers(event), "left-early") | absentees
        event = without_leavers(event)
    duellists = Duellists(event)
    own = event.plan["tie_breaks"]
    slugs = own or [*(["duplicate"] if event.plan["duplicate"] else []), *USUAL[event.plan["format"]]]
    lines = {
        its.entrant.id: Line(
            its.entrant,
            [("score", its.score, shown(its.score))],
            its.played,
            [grid(its, *each, number) for number, each in enumerate(its.rounds, 1)],
        )
        for its in duellists.careers.values()
    }
    for slug in slugs:
        before = {id: [id in absentees, *line.key] for id, line in lines.items()}
        for id, line in lines.items():
            level = [duellists.careers[other] for other in lines if before[other] == before[id]]
            figure = duellists.measure(slug, duellists.careers[id], level)
            text = DASH if figure is None else shown(-figure if slug == "seed" else figure)
            line.values.append((slug, 0 if figure is None else figure, text))
    return ranked(list(lines.values()), event, absentees)


def grid(its: Career, sat: Sat | None, is_bye: bool, number: int = 1) -> str:
    if sat is None and not is_bye and number < its.entrant.first_round and its.late_score:
        return f"({shown(its.late_score)})"
    if sat is None:
        return "bye" if is_bye else DASH
    return {Fraction(1): "1", Fraction(0): "0"}.get(its.worth(sat), "½")


def leavers(event: Event) -> set[int]:
    """Return who left with less than half of their matches played."""
    due = (len(event.entrants) - 1) * event.plan["cycles"]
    return {
        one.id
        for one in event.entrants
        if one.has_left and 2 * sum((sat := at.of(one.id)) is not None and sat.came for at in event.rounds) < due
    }


def without_leavers(event: Event) -> Event:
    """Leave out all matches of those who left a round robin with less than half of theirs played, and the byes that
    they gave to those whom they would have met."""
    gone, rounds = leavers(event), []
    for number, played in enumerate(event.rounds):
        pairs = [pair for pair in meetings(event, number) if pair & gone]
        tables = [table for table in played.tables if not {sat.entry for sat in table} & gone]
        rounds.append(Played(tables, played.byes - {id for pair in pairs for id in pair}))
    return Event(event.plan, event.entrants, rounds)


def meetings(event: Event, number: int) -> list[set[int]]:
    """Return who meets whom in a round of a round robin: number 1 stays, the others move on by one place each round.

    With an odd number, there is one more place, which stays, and whoever meets it has the bye; the line is turned by
    half, so that numbers 1 and 2 meet in the last round.
    """
    line: list[int | None] = [one.id for one in event.entrants]
    if len(line) % 2:
        half = len(line) // 2
        line = [None, *line[-half:], *line[:-half]]
    for _step in range(number % (len(line) - 1)):
        line = [line[0], line[-1], *line[1:-1]]
    return [{one for one in (line[at], line[-1 - at]) if one is not None} for at in range(len(line) // 2)]
