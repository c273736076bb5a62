"""Explanations at tables: an entrant's rank, and how to improve it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from tournaments.formats.event import Event, PlayedRound, Standing, Value
from tournaments.formats.late import AVERAGE, BYE
from tournaments.formats.no_shows import NEVER_CAME, never_came
from tournaments.formats.sentence import Gap, Sentence, Who, gettext_noop
from tournaments.formats.tables.results import Amount, Kind, Results, RoundResult
from tournaments.formats.tables.standings import DUPLICATE, SETTLEMENT, shown
from tournaments.formats.tables.texts import listed, whos
from tournaments.formats.tables.tie_breaks import NO_DEAL, TIE_BREAKS

FEW = 4
"""Up to this many names are listed; more are counted."""

NO_RESULT = gettext_noop("No result is in yet: all share the first place.")
FIRST = gettext_noop("You are first of {all} with a total of {score}.")
PLACE = gettext_noop("You are in place {place} of {all} with a total of {score}.")
SHARED = gettext_noop("You share place {place} of {all} with {who}: total {score}, and the tie-breaks are equal too.")
SHARED_BY_MANY = gettext_noop(
    "You share place {place} of {all} with others ({many}): total {score}, and the tie-breaks are equal too."
)
ABOVE = gettext_noop("Just above you, with {score}: {who}.")
BELOW = gettext_noop("Next behind you, with {score}: {who}.")
SETTLED = gettext_noop(
    "A round counts by its settlement: for each other player, the points they had more than you, added up."
)
COMPARED_LOW = gettext_noop(
    "A round counts by how far you are from the average of your seat at the other tables; less is better."
)
COMPARED_HIGH = gettext_noop(
    "A round counts by how far you are from the average of your seat at the other tables; more is better."
)
HANDICAP_ADDED = gettext_noop("Your handicap adds {points} to your result in every round at a table: {in_all} so far.")
HANDICAP_TAKEN = gettext_noop(
    "Your handicap takes {points} off your result in every round at a table: {in_all} so far."
)
NO_HANDICAP = gettext_noop("You have no handicap: your results count as they were played.")
MISSED = gettext_noop("Rounds that you missed: {rounds}. They count as the worst result that there was: {amounts}.")
HOUSE = gettext_noop("Rounds to which you did not come: {rounds}. They count as the house played them: {amounts}.")
LATE_AVERAGE = gettext_noop("Rounds before you came: {rounds}. They count as the average of each round: {amounts}.")
LATE_BYES = gettext_noop("Rounds before you came: {rounds}. They count as the average of your others: {amounts}.")
LATE_BYES_ONLY = gettext_noop("Rounds before you came: {rounds}. They count as an average result: {amounts}.")
BYES = gettext_noop("Rounds in which you had no table: {rounds}. They count as the average of your others: {amounts}.")
BYES_ONLY = gettext_noop("Rounds in which you had no table: {rounds}. They count as an average result: {amounts}.")
RUNNING = gettext_noop(
    "Round {round} is still being played. Tables that are not done: {tables}. "
    "Who sits there has a round less in the total."
)
NOT_COMPARED_YET = gettext_noop("What this round brings still changes with every table that is done.")
NO_DEAL_MINE = gettext_noop("{who} has the same total, and unlike you at least one deal with points at a table.")
NO_DEAL_THEIRS = gettext_noop("{who} has the same total, but unlike you no deal with points at a table.")

OVER = gettext_noop("All rounds are played. You are in place {place}.")
WITHDRAWN = gettext_noop("You have withdrawn: the rounds still to come count as missed.")
ROUNDS_LEFT = gettext_noop("After round {round} of {all}, rounds still to come: {left}.")
ROUND_RUNS = gettext_noop("Round {round} of {all} is being played. Rounds still to come after it: {left}.")
NOT_STARTED = gettext_noop("Nothing is decided yet. Rounds to come: {left}.")
NOT_IN_THIS_ROUND = gettext_noop("You are not in round {round}: it will count as the worst result of the round.")
LEADING = gettext_noop("You are first, ahead of {who} by {difference}. You stay first while nobody makes that up.")
LEADING_BY_TIE = gettext_noop("You are first by the tie-break alone: {who} has the same total.")
LEVEL_FIRST = gettext_noop("You share first place. The one of you who does better from here on will be ahead.")
PASS_LOW = gettext_noop(
    "To draw level with {who} you need {difference} less than {who} in what is still to come; to pass, more than that."
)
PASS_HIGH = gettext_noop(
    "To draw level with {who} you need {difference} more than {who} in what is still to come; to pass, more than that."
)
PASS_TIE_LOW = gettext_noop("{who} has the same total: with less than {who} in what is still to come you are ahead.")
PASS_TIE_HIGH = gettext_noop("{who} has the same total: with more than {who} in what is still to come you are ahead.")
TO_FINISH = gettext_noop("Rounds to finish: you {mine}, {who} {theirs}.")
EACH_ROUND = gettext_noop("On average that is {each} in each round.")
WIDEST = gettext_noop("In one round so far, the best and the worst result were up to {widest} apart.")
BYES_MOVE = gettext_noop("A bye counts as an average that still moves with the rounds to come, so this is not exact.")
ALL_DONE = gettext_noop("You have played all your rounds. Tables still being played decide whether your place changes.")


@dataclass(frozen=True)
class Situation:
    """Everything known about an event of `rounds` rounds, from the point of view of the entrant `who`."""

    event: Event
    who: int
    rounds: int
    low_wins: bool
    is_over: bool
    of_all: dict[int, Results]
    standings: list[Standing]

    @cached_property
    def own(self) -> Standing:
        return next(one for one in self.standings if one.entrant == self.who)

    @cached_property
    def equals(self) -> list[Standing]:
        """Return the others who share the entrant's rank."""
        return [one for one in self.standings if one.rank == self.own.rank and one.entrant != self.who]

    @cached_property
    def above(self) -> list[Standing]:
        """Return everybody on the next better rank."""
        better = [one for one in self.standings if one.rank < self.own.rank]
        return [one for one in better if one.rank == better[-1].rank]

    @cached_property
    def below(self) -> list[Standing]:
        worse = [one for one in self.standings if one.rank > self.own.rank]
        return [one for one in worse if one.rank == worse[0].rank]

    @cached_property
    def waiting(self) -> list[tuple[int, ...]]:
        """Return the tables of the last round that are still playing."""
        last = self.event.rounds[-1:]
        return [table.entrants for each in last for table in each.tables if table.scores is None]

    @cached_property
    def absentees(self) -> frozenset[int]:
        """Return the entrants who have come to no table."""
        return never_came(self.event)

    @property
    def has_results(self) -> bool:
        return any(its.played for its in self.of_all.values())

    def to_finish(self, entrant: int) -> int:
        """Return how many rounds at tables the entrant still has to finish."""
        return self.rounds - len(self.event.rounds) + sum(entrant in table for table in self.waiting)

    def has_bye(self, entrant: int) -> bool:
        """Return whether the entrant has had a bye, or rounds before a late entry that count as byes."""
        kinds = {one.kind for one in self.of_all[entrant].rounds}
        return Kind.BYE in kinds or (Kind.LATE in kinds and self.event.plan.late_score == BYE)

    def behind(self, other: Standing) -> Amount:
        """Return by how much the entrant's total is worse than the other's."""
        difference = self.own.score.value - other.score.value
        return difference if self.low_wins else -difference


def why_this_rank(now: Situation) -> list[Sentence]:
    if not now.has_results:
        return [Sentence(NO_RESULT)]
    said = [Sentence(NEVER_CAME)] if now.who in now.absentees else []
    said = [_place(now), *said, *_neighbours(now), *_measure(now), *_handicap(now)]
    return [*said, *_rounds_without_table(now), *_still_running(now)]


def _place(now: Situation) -> Sentence:
    gaps: dict[str, Gap] = {"all": len(now.standings), "score": now.own.score.shown, "place": now.own.rank}
    if now.equals:
        if len(now.equals) <= FEW:
            return Sentence(SHARED, {**gaps, "who": _names(now.equals)})
        return Sentence(SHARED_BY_MANY, {**gaps, "many": len(now.equals)})
    if now.own.rank == 1:
        del gaps["place"]
        return Sentence(FIRST, gaps)
    return Sentence(PLACE, gaps)


def _neighbours(now: Situation) -> list[Sentence]:
    said = []
    if now.above:
        came = now.who in now.absentees and now.above[0].entrant not in now.absentees
        by_tie = None if came else _decided(now.own, now.above, ahead=False)
        said.append(by_tie or _totals(ABOVE, now.above))
    if now.below and now.below[0].entrant in now.absentees and now.who not in now.absentees:
        return [*said, *([_totals(BELOW, now.below)] if now.own.rank == 1 else [])]
    if now.below:
        by_tie = _decided(now.own, now.below, ahead=True)
        if by_tie or now.own.rank == 1:
            said.append(by_tie or _totals(BELOW, now.below))
    return said


def _totals(template: str, them: Sequence[Standing]) -> Sentence:
    return Sentence(template, {"who": _names(them[:FEW]), "score": them[0].score.shown})


def _decided(own: Standing, them: Sequence[Standing], *, ahead: bool) -> Sentence | None:
    """Return which tie-break decided, if any did."""
    entry = TIE_BREAKS.get(_by(own, them[0]))
    if entry is None:
        return None
    mine, theirs = _value(own, entry.slug), _value(them[0], entry.slug)
    who = Who(them[0].entrant)
    if NO_DEAL in (mine.value, theirs.value):
        return Sentence(NO_DEAL_THEIRS if ahead else NO_DEAL_MINE, {"who": who})
    return Sentence(entry.ahead if ahead else entry.behind, {"who": who, "mine": mine.shown, "theirs": theirs.shown})


def _by(one: Standing, other: Standing) -> str:
    values = zip((one.score, *one.tie_breaks), (other.score, *other.tie_breaks), strict=True)
    return next((mine.slug for mine, theirs in values if mine.value != theirs.value), "")


def _value(one: Standing, slug: str) -> Value:
    return next(value for value in one.tie_breaks if value.slug == slug)


def _measure(now: Situation) -> list[Sentence]:
    if now.own.score.slug == DUPLICATE:
        return [Sentence(COMPARED_LOW if now.low_wins else COMPARED_HIGH)]
    return [Sentence(SETTLED)] if now.own.score.slug == SETTLEMENT else []


def _handicap(now: Situation) -> list[Sentence]:
    if not now.event.plan.handicap_step:
        return []
    points = next(one.handicap for one in now.event.entrants if one.id == now.who)
    if not points:
        return [Sentence(NO_HANDICAP)]
    counted = sum(one.kind in (Kind.PLAYED, Kind.HOUSE) for one in now.of_all[now.who].rounds)
    gaps: dict[str, Gap] = {"points": abs(points), "in_all": abs(points) * counted}
    return [Sentence(HANDICAP_ADDED if points > 0 else HANDICAP_TAKEN, gaps)]


def _rounds_without_table(now: Situation) -> list[Sentence]:
    its = now.of_all[now.who]
    byes, late = (BYES, LATE_BYES) if its.amounts else (BYES_ONLY, LATE_BYES_ONLY)
    if now.event.plan.late_score == AVERAGE:
        late = LATE_AVERAGE
    return [
        Sentence(template, {"rounds": listed([each.number for each, _ in found]), "amounts": _amounts(now, found)})
        for template, kind in ((MISSED, Kind.MISSED), (HOUSE, Kind.HOUSE), (byes, Kind.BYE), (late, Kind.LATE))
        if (found := [both for both in zip(now.event.rounds, its.rounds, strict=True) if both[1].kind is kind])
    ]


def _amounts(now: Situation, found: Iterable[tuple[PlayedRound, RoundResult]]) -> str:
    signed = now.own.score.slug in (DUPLICATE, SETTLEMENT)
    return ", ".join(shown(one.amount, signed=signed) for _, one in found)


def _still_running(now: Situation) -> list[Sentence]:
    if not now.waiting:
        return []
    said = [Sentence(RUNNING, {"round": now.event.rounds[-1].number, "tables": len(now.waiting)})]
    return [*said, Sentence(NOT_COMPARED_YET)] if now.event.plan.duplicate else said


def what_is_needed(now: Situation) -> list[Sentence]:
    left = now.rounds - len(now.event.rounds)
    if now.is_over and not now.waiting:
        return [Sentence(OVER, {"place": now.own.rank})] if now.has_results else []
    if any(one.id == now.who and one.is_out for one in now.event.entrants):
        return [Sentence(WITHDRAWN)]
    if not now.event.rounds:
        return [Sentence(NOT_STARTED, {"left": left})]
    gaps: dict[str, Gap] = {"round": now.event.rounds[-1].number, "all": now.rounds, "left": left}
    said = [Sentence(ROUND_RUNS if now.waiting else ROUNDS_LEFT, gaps)]
    if now.waiting and _is_away(now):
        said.append(Sentence(NOT_IN_THIS_ROUND, {"round": now.event.rounds[-1].number}))
    if not now.has_results:
        return said
    if not now.to_finish(now.who):
        return said if _is_away(now) else [*said, Sentence(ALL_DONE)]
    return [*said, *(_to_stay_first(now) if now.own.rank == 1 else _to_climb(now))]


def _is_away(now: Situation) -> bool:
    last = now.event.rounds[-1]
    return now.who not in last.byes and not any(now.who in table.entrants for table in last.tables)


def _to_stay_first(now: Situation) -> list[Sentence]:
    if now.equals:
        return [Sentence(LEVEL_FIRST)]
    if not now.below:
        return []
    nearest = now.below[0]
    ahead = -now.behind(nearest)
    if not ahead:
        return [Sentence(LEADING_BY_TIE, {"who": Who(nearest.entrant)})]
    return [
        Sentence(LEADING, {"who": Who(nearest.entrant), "difference": shown(ahead)}),
        *_unequal_rounds(now, nearest),
    ]


def _to_climb(now: Situation) -> list[Sentence]:
    leader, nearest = now.standings[0], now.above[0]
    said = _to_pass(now, leader)
    if nearest.rank != leader.rank:
        said += _to_pass(now, nearest)
    widest = _widest(now)
    if widest:
        said.append(Sentence(WIDEST, {"widest": shown(widest)}))
    if any(now.has_bye(one.entrant) for one in (now.own, leader, nearest)):
        said.append(Sentence(BYES_MOVE))
    return said


def _to_pass(now: Situation, other: Standing) -> list[Sentence]:
    difference, mine, theirs = now.behind(other), now.to_finish(now.who), now.to_finish(other.entrant)
    if not difference:
        return [Sentence(PASS_TIE_LOW if now.low_wins else PASS_TIE_HIGH, {"who": Who(other.entrant)})]
    said = [
        Sentence(PASS_LOW if now.low_wins else PASS_HIGH, {"who": Who(other.entrant), "difference": shown(difference)})
    ]
    if mine == theirs and mine > 1 and other is now.standings[0]:
        said.append(Sentence(EACH_ROUND, {"each": shown(Fraction(difference) / mine)}))
    return [*said, *_unequal_rounds(now, other)]


def _unequal_rounds(now: Situation, other: Standing) -> list[Sentence]:
    mine, theirs = now.to_finish(now.who), now.to_finish(other.entrant)
    return [] if mine == theirs else [Sentence(TO_FINISH, {"mine": mine, "theirs": theirs, "who": Who(other.entrant)})]


def _widest(now: Situation) -> Amount:
    """Return the largest difference between two results of one round so far."""
    widest: Amount = 0
    for number in range(len(now.event.rounds)):
        rounds = [its.rounds[number] for its in now.of_all.values()]
        amounts = [one.amount for one in rounds if one.kind is Kind.PLAYED]
        if amounts:
            widest = max(widest, max(amounts) - min(amounts))
    return widest


def _names(them: Sequence[Standing]) -> tuple[Who, ...]:
    return whos([one.entrant for one in them])
