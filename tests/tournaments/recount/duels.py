"""Counting in Swiss tournaments and round robins."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from tests.tournaments.recount.played import Played, Sat, Wrong
from tests.tournaments.recount.ranking import DASH, USUAL, Line, Number, Row, mean, ranked, shown
from tournaments.models import Entry, Tournament


@dataclass
class Career:
    """A duellist's rounds: a match, a bye, or nothing (None and False)."""

    entry: Entry
    rounds: list[tuple[Sat | None, bool]]

    @property
    def matches(self) -> list[Sat]:
        return [sat for sat, _is_bye in self.rounds if sat]

    @property
    def byes(self) -> int:
        return sum(is_bye for _sat, is_bye in self.rounds)

    @property
    def score(self) -> Fraction:
        return sum((_worth(sat) for sat in self.matches), Fraction(self.byes))


def _worth(sat: Sat) -> Fraction:
    return Fraction(1) if sat.won else Fraction(1, 2) if sat.shared else Fraction(0)


class Duellists:
    """All duellists, who are measured against each other."""

    def __init__(self, tournament: Tournament, entries: list[Entry], rounds: list[Played]) -> None:
        self.game = tournament.game
        self.rounds = rounds
        self.careers = {
            entry.pk: Career(entry, [(played.of(entry.pk), entry.pk in played.byes) for played in rounds])
            for entry in entries
        }

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
                beaten = (_worth(sat) * self.careers[sat.other.entry].score for sat in career.matches)
                return sum(beaten, career.byes * career.score)
            case "game-points":
                points = [self._points(sat) for sat in career.matches]
                return sum(points) + career.byes * mean(points) if points else 0
            case "perfect":
                is_two_step = self.game == "two-step"
                return sum(deal == 2 for sat in career.matches for deal in sat.deals) if is_two_step else 0
            case "wins":
                return sum(sat.won for sat in career.matches)
            case "duplicate":
                return self._duplicate(career)
            case "seed":
                return -career.entry.seed
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
                if one is not other and all(sat.other.entry != other.entry.pk for sat in one.matches):
                    return None
        among = {one.entry.pk for one in level}
        return sum((_worth(sat) for sat in career.matches if sat.other.entry in among), Fraction(0))

    def _duplicate(self, career: Career) -> Fraction:
        total = Fraction(0)
        for played, (sat, _is_bye) in zip(self.rounds, career.rounds, strict=True):
            if sat and len(played.tables) > 1:
                others = [table[sat.seat].points for table in played.tables if table[sat.seat].entry != sat.entry]
                better = sat.points - mean(others)
                total += better if self.game == "two-step" else -better
        return total


def duels(tournament: Tournament, entries: list[Entry], rounds: list[Played]) -> list[Row]:
    duellists = Duellists(tournament, entries, rounds)
    slugs = tournament.tie_breaks or [*(["duplicate"] if tournament.duplicate else []), *USUAL[tournament.format]]
    lines = {
        career.entry.pk: Line(
            career.entry,
            [("score", career.score, shown(career.score))],
            len(career.matches),
            [grid(*each) for each in career.rounds],
        )
        for career in duellists.careers.values()
    }
    for slug in slugs:
        before = {pk: list(line.key) for pk, line in lines.items()}
        for pk, line in lines.items():
            level = [duellists.careers[other] for other in lines if before[other] == before[pk]]
            figure = duellists.measure(slug, duellists.careers[pk], level)
            text = DASH if figure is None else shown(-figure if slug == "seed" else figure)
            line.values.append((slug, 0 if figure is None else figure, text))
    return ranked(list(lines.values()))


def grid(sat: Sat | None, is_bye: bool) -> str:
    if sat is None:
        return "bye" if is_bye else DASH
    return "1" if sat.won else "½" if sat.shared else "0"
