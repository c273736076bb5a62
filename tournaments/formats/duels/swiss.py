"""Swiss: in every round you meet somebody with a similar score whom you have not met yet; nobody is ever out.

A win scores 1, a shared match ½, a bye 1, a missed round 0, and a round before a late entry what the plan says. Unless
the plan says otherwise, there are enough rounds to tell all entrants apart, plus one: 4 for 8, 6 for 17 to 32, 11 for
1,000. Pairs are repeated only if there is no other way; then as few as possible, those who met longest ago first
(`pairing` has all criteria). With an odd number, one entrant has a bye: nobody who has had more byes than somebody else
present, and of the others the one with the lowest score, then the last in the starting order. The first seat goes to
the entrant who has had it less often. Entrants may come late up to the middle round; they, and those who return after
missing some, are paired by their score like everybody else.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import ClassVar

from tournaments.formats.duels.base import Scored, before, not_there, willing
from tournaments.formats.duels.history import History, shown
from tournaments.formats.duels.pairing import pair
from tournaments.formats.event import Event, PlayedRound, SeatedTable, Seating
from tournaments.formats.late import BYE, HALF, MISSED
from tournaments.formats.plan import Plan
from tournaments.formats.sentence import Gap, Sentence, Who, gettext_noop

LATE_SCORES = {
    MISSED: gettext_noop("as nothing, like any missed round"),
    HALF: gettext_noop("as half a bye: ½ point"),
    BYE: gettext_noop("as a bye: 1 point"),
}
LATE = {
    MISSED: gettext_noop("If you join late, the rounds before bring no points, like any round that you miss."),
    HALF: gettext_noop(
        "If you join late, each round before brings ½ point, as half a bye. A round that you miss later brings no "
        "points."
    ),
    BYE: gettext_noop(
        "If you join late, each round before brings 1 point, as a bye. A round that you miss later brings no points."
    ),
}


class Swiss(Scored):
    slug = "swiss"
    name = gettext_noop("Swiss")
    summary = gettext_noop("Every round you meet somebody with a score like yours whom you have not met yet.")
    uses = frozenset({"rounds", "tie_breaks", "duplicate"})
    tie_breaks: ClassVar[tuple[str, ...]] = (
        "buchholz",
        "buchholz-cut",
        "direct",
        "sonneborn-berger",
        "game-points",
        "perfect",
        "wins",
        "duplicate",
        "seed",
    )
    usual: ClassVar[tuple[str, ...]] = ("buchholz", "direct", "game-points", "perfect")

    def rounds(self, plan: Plan, entrants: int) -> int:
        """Return the plan's number of rounds, or enough to tell everybody apart plus one, but no more than there are
        opponents."""
        if plan.rounds:
            return plan.rounds
        opponents = entrants - 1 + entrants % 2
        return max(1, min((entrants - 1).bit_length() + 1, opponents))

    def seat(self, event: Event, present: Collection[int], rng: random.Random) -> Seating:
        history = History(event)
        pairs, bye = pair(history, willing(event, present))
        tables = tuple(SeatedTable(_seats(history, both, rng), _why_these(history, both)) for both in pairs)
        return Seating(tables, () if bye is None else ((bye, _why_bye(bye)),))

    def last_round_to_enter(self, plan: Plan, entrants: int) -> int:
        return (self.rounds(plan, entrants) + 1) // 2

    def late_scores(self, plan: Plan) -> Mapping[str, str]:
        return LATE_SCORES

    def late_rule(self, plan: Plan) -> Sentence:
        return Sentence(LATE.get(plan.late_score, LATE[MISSED]))

    def why_this_table(self, event: Event, entrant: int) -> list[Sentence]:
        if not event.rounds:
            return []
        played, history = event.rounds[-1], History(before(event))
        for table in played.tables:
            if entrant in table.entrants:
                return [*_why_you(history, entrant, table.entrants), _why_your_seat(history, entrant, table.entrants)]
        if entrant in played.byes:
            return [_why_your_bye(history, entrant, played)]
        return [not_there()]


def _seats(history: History, both: tuple[int, int], rng: random.Random) -> tuple[int, int]:
    """Give the first seat to the entrant who has had it less often; between equals, draw lots."""
    one, other = both
    more = history.starts(one) - history.starts(other)
    drawn = rng.random() < 0.5
    return (one, other) if more < 0 or (more == 0 and drawn) else (other, one)


def _why_these(history: History, both: tuple[int, int]) -> tuple[Sentence, ...]:
    """Explain a pairing to everybody."""
    one, other = sorted(both, key=lambda id: (-history.halves[id], history.seed(id)))
    gaps: dict[str, Gap] = {"one": Who(one), "other": Who(other)}
    scores: dict[str, Gap] = {"score": shown(history.score(one)), "less": shown(history.score(other))}
    if rounds := history.meetings.get(frozenset(both)):
        template = gettext_noop(
            "{one} and {other} met in round {round} already: not everybody could get a new opponent in this round."
        )
        return (Sentence(template, {**gaps, "round": rounds[-1]}),)
    if not history.event.rounds:
        template = gettext_noop(
            "{one} meets {other}: in the first round the upper half of the starting order meets the lower half."
        )
        return (Sentence(template, gaps),)
    if history.halves[one] == history.halves[other]:
        template = gettext_noop("{one} and {other} both have a score of {score} and have not met.")
        return (Sentence(template, {**gaps, "score": scores["score"]}),)
    template = gettext_noop(
        "{one} has a score of {score} and {other} of {less}: not everybody finds a new opponent with the same score. "
        "They have not met."
    )
    return (Sentence(template, {**gaps, **scores}),)


def _why_you(history: History, own: int, both: Sequence[int]) -> Iterator[Sentence]:
    """Explain a pairing to one of the two."""
    other = next(id for id in both if id != own)
    who: dict[str, Gap] = {"other": Who(other)}
    scores: dict[str, Gap] = {"score": shown(history.score(own)), "theirs": shown(history.score(other))}
    if rounds := history.meetings.get(frozenset(both)):
        template = gettext_noop(
            "You and {other} met in round {round} already: not everybody could get a new opponent in this round."
        )
        yield Sentence(template, {**who, "round": rounds[-1]})
    elif not history.event.rounds:
        template = gettext_noop(
            "You meet {other}: in the first round the upper half of the starting order meets the lower half."
        )
        yield Sentence(template, who)
    elif history.halves[own] == history.halves[other]:
        template = gettext_noop("You and {other} both have a score of {score} and have not met.")
        yield Sentence(template, {**who, "score": scores["score"]})
    else:
        template = gettext_noop(
            "You have a score of {score} and {other} of {theirs}: not everybody finds a new opponent with the same "
            "score. You have not met."
        )
        yield Sentence(template, {**who, **scores})


def _why_your_seat(history: History, own: int, both: Sequence[int]) -> Sentence:
    first, second = both
    if history.starts(first) == history.starts(second):
        return Sentence(gettext_noop("The first seat was drawn by lot: both of you were equally due for it."))
    if first == own:
        return Sentence(gettext_noop("You have the first seat because you were more due for it than your opponent."))
    return Sentence(gettext_noop("You have the second seat because your opponent was more due for the first."))


def _why_bye(id: int) -> Sentence:
    """Explain a bye to everybody."""
    template = gettext_noop(
        "The number of players is odd, so {who} has a bye, which counts as a win. It goes to one with the fewest byes "
        "so far, the lowest score first."
    )
    return Sentence(template, {"who": Who(id)})


def _why_your_bye(history: History, own: int, played: PlayedRound) -> Sentence:
    there = [*played.byes, *(id for table in played.tables for id in table.entrants)]
    fewest = [id for id in there if history.byes(id) <= history.byes(own)]
    is_due = min(history.byes(id) for id in there) == history.byes(own)
    if len(played.byes) == 1 and is_due and history.halves[own] == min(history.halves[id] for id in fewest):
        template = gettext_noop(
            "The number of players is odd, so you have a bye, which counts as a win: of those who have had the fewest "
            "byes nobody has a lower score than you, {score}."
        )
        return Sentence(template, {"score": shown(history.score(own))})
    return Sentence(gettext_noop("There was no opponent for you in this round; that counts as a win."))
