"""Sentences about plans and seatings at tables; those about ranks are in `reasons`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations

from tournaments.formats.event import Event, PlayedRound
from tournaments.formats.late import AVERAGE, BYE, MISSED
from tournaments.formats.plan import Plan
from tournaments.formats.sentence import Sentence, Who, gettext_noop
from tournaments.formats.tables.history import Past

LATE = {
    MISSED: (
        gettext_noop(
            "You can join late, sit out and come back: each missed round counts as the highest score that anyone had "
            "in it."
        ),
        gettext_noop(
            "You can join late, sit out and come back: each missed round counts as the lowest result that anyone had "
            "in it."
        ),
    ),
    AVERAGE: (
        gettext_noop(
            "If you join late, each round before counts as the average of that round. If you sit out later, a missed "
            "round counts as the highest score that anyone had in it."
        ),
        gettext_noop(
            "If you join late, each round before counts as the average of that round. If you sit out later, a missed "
            "round counts as the lowest result that anyone had in it."
        ),
    ),
    BYE: (
        gettext_noop(
            "If you join late, each round before counts as a bye: as the average of those that you play. If you sit "
            "out later, a missed round counts as the highest score that anyone had in it."
        ),
        gettext_noop(
            "If you join late, each round before counts as a bye: as the average of those that you play. If you sit "
            "out later, a missed round counts as the lowest result that anyone had in it."
        ),
    ),
}
"""The rules for late entrants, where the lowest score wins and where the highest does."""
LATE_SCORES = {
    MISSED: gettext_noop("as the worst result of the round, like any missed round"),
    AVERAGE: gettext_noop("as the average of the round"),
    BYE: gettext_noop("as a bye: as the average of the rounds that the player plays"),
}
DOUBLES = gettext_noop("Every round needs a double of its own: choose from 1 to {most} rounds.")
ROUNDS = gettext_noop("Choose from 1 to {most} rounds.")
SIZES = gettext_noop("With this set of tiles a table has from {least} to {most} seats.")
ONE_SIZE = gettext_noop("With this set of tiles a table has {size} seats.")
NOT_FOR_THIS_GAME = gettext_noop("This format is not for this game.")
NO_SUCH_SEATING = gettext_noop("There is no such way of seating.")
NO_SUCH_TIE_BREAK = gettext_noop("This format has no such tie-break.")
DUPLICATE_NEEDS_DEALS = gettext_noop(
    "The same tiles at every table need the same number of deals at every table: choose a fixed number of deals."
)

ALONE = gettext_noop("Nobody else was there to play with in this round.")
UNEVEN = gettext_noop(
    "The same tiles at every table need equally large tables, and {present} players do not fill tables of {size}. "
    "Those who have had the fewest byes have one."
)
NO_TABLE = gettext_noop("You have no table in this round, through no fault of yours.")
BYE_COUNTS = gettext_noop(
    "It counts as the average of your rounds at tables, or of all who played while you have none."
)
AWAY = gettext_noop("You were not there when round {round} was seated. It counts as the worst result of the round.")

FIRST_BY_LOT = gettext_noop("The tables of the first round are drawn by lot.")
BY_LOT = gettext_noop("The tables of every round are drawn by lot.")
SPREAD = gettext_noop("Tables are made so that people seldom meet again.")
LEADERS = gettext_noop("Leaders meet leaders. Places of this table before the round: {places}.")
TOGETHER = gettext_noop("Tables stay together. From the same table as before: {who}.")
NEW_TABLE = gettext_noop("Tables stay together as far as people are there. This one is newly made.")
NONE_MET = gettext_noop("Nobody at this table has met before.")
MET = gettext_noop("{who} have met before.")
SOME_MET = gettext_noop("Of the pairs at this table some have met before: {pairs} of {all}.")
ALL_MET = gettext_noop("All at this table have met before.")

YOU_STAYED = gettext_noop("Tables stay together: you sat with {who} in the round before.")
YOU_ARE_NEW = gettext_noop("Tables stay together as far as people are there. You are new at this one.")
TWO_SIZES = gettext_noop(
    "{present} players were there. Tables of {large}: {larges}; tables of {small}: {smalls}. Yours is one of {size}."
)
YOU_MET_NONE = gettext_noop("You have met none of the others before.")
YOU_MET = gettext_noop("You have met {who} before.")
YOU_MEET = gettext_noop("New to you: {who}.")
FIRST_SEAT = gettext_noop("Seats are drawn by lot in your first round. You have seat {seat}.")
NEW_SEAT = gettext_noop("You have seat {seat}, where you have not sat before.")
RARE_SEAT = gettext_noop("You have seat {seat}. You have sat on none of the others less often.")
SEAT_AGAIN = gettext_noop(
    "You have seat {seat} again. Seats are shared out so that they even out for all at the table."
)


def whos(entrants: Sequence[int]) -> tuple[Who, ...]:
    return tuple(map(Who, entrants))


def sizes_served(served: range) -> Sentence:
    if len(served) == 1:
        return Sentence(ONE_SIZE, {"size": served[0]})
    return Sentence(SIZES, {"least": served[0], "most": served[-1]})


def of_bye(present: int, sizes: Sequence[int]) -> Sentence:
    return Sentence(UNEVEN, {"present": present, "size": sizes[0]}) if sizes else Sentence(ALONE)


def of_table(plan: Plan, past: Past, circle: Sequence[int], ranks: Mapping[int, int]) -> tuple[Sentence, ...]:
    """Explain to everybody how the people at a table came together."""
    if not past.played:
        return (Sentence(BY_LOT if plan.seating == "random" else FIRST_BY_LOT),)
    return _how(plan, past, circle, ranks), _who_has_met(past, circle)


def _how(plan: Plan, past: Past, circle: Sequence[int], ranks: Mapping[int, int]) -> Sentence:
    match plan.seating:
        case "standings":
            return Sentence(LEADERS, {"places": listed(sorted(ranks[one] for one in circle))})
        case "random":
            return Sentence(BY_LOT)
        case "fixed":
            old = max((set(table) & set(circle) for table in past.last_tables()), key=len, default=set())
            stayed = [one for one in circle if one in old]
            return Sentence(TOGETHER, {"who": whos(stayed)}) if len(stayed) > 1 else Sentence(NEW_TABLE)
        case _:
            return Sentence(SPREAD)


def _who_has_met(past: Past, circle: Sequence[int]) -> Sentence:
    pairs = list(combinations(circle, 2))
    again = [pair for pair in pairs if past.met[pair[0]][pair[1]]]
    if not again:
        return Sentence(NONE_MET)
    if len(again) == len(pairs):
        return Sentence(ALL_MET)
    if len(again) == 1:
        return Sentence(MET, {"who": whos(again[0])})
    return Sentence(SOME_MET, {"pairs": len(again), "all": len(pairs)})


def why_this_table(event: Event, ranks: Mapping[int, int], entrant: int) -> list[Sentence]:
    """Explain the entrant's table in the last round; `ranks` are those before it."""
    if not event.rounds:
        return []
    last = event.rounds[-1]
    circle = next((table.entrants for table in last.tables if entrant in table.entrants), None)
    if circle is not None:
        return _why_here(event.plan, Past(event.rounds[:-1]), last, circle, ranks, entrant)
    if entrant in last.byes:
        return [_why_bye(event.plan, last), Sentence(BYE_COUNTS)]
    return [Sentence(AWAY, {"round": last.number})]


def _why_bye(plan: Plan, last: PlayedRound) -> Sentence:
    sizes = [len(table.entrants) for table in last.tables]
    if not sizes and len(last.byes) > 1:
        return Sentence(NO_TABLE)
    if sizes and not (plan.duplicate and len(set(sizes)) == 1):
        return Sentence(NO_TABLE)
    return of_bye(sum(sizes) + len(last.byes), sizes)


def _why_here(
    plan: Plan, past: Past, last: PlayedRound, circle: Sequence[int], ranks: Mapping[int, int], entrant: int
) -> list[Sentence]:
    others = [one for one in circle if one != entrant]
    said = [_how_you_came(plan, past, circle, ranks, entrant)]
    sizes = Counter(len(table.entrants) for table in last.tables)
    if len(sizes) == 2:
        said.append(_two_sizes(sizes, len(circle)))
    known = [one for one in others if past.met[entrant][one]]
    if past.played[entrant]:
        said.append(Sentence(YOU_MET, {"who": whos(known)}) if known else Sentence(YOU_MET_NONE))
    if known and len(known) < len(others):
        said.append(Sentence(YOU_MEET, {"who": whos([one for one in others if one not in known])}))
    return [*said, _which_seat(past, circle, entrant)]


def _how_you_came(plan: Plan, past: Past, circle: Sequence[int], ranks: Mapping[int, int], entrant: int) -> Sentence:
    if plan.seating == "fixed" and past.played:
        before = next((table for table in past.last_tables() if entrant in table), ())
        stayed = [one for one in circle if one in before and one != entrant]
        return Sentence(YOU_STAYED, {"who": whos(stayed)}) if stayed else Sentence(YOU_ARE_NEW)
    return of_table(plan, past, circle, ranks)[0]


def _two_sizes(sizes: Counter[int], size: int) -> Sentence:
    large, small = max(sizes), min(sizes)
    return Sentence(
        TWO_SIZES,
        {
            "present": sum(size * count for size, count in sizes.items()),
            "large": large,
            "larges": sizes[large],
            "small": small,
            "smalls": sizes[small],
            "size": size,
        },
    )


def _which_seat(past: Past, circle: Sequence[int], entrant: int) -> Sentence:
    seat = circle.index(entrant)
    had = [past.sat[entrant][one] for one in range(len(circle))]
    gaps = {"seat": seat + 1}
    if not past.played[entrant]:
        return Sentence(FIRST_SEAT, {**gaps})
    if not had[seat]:
        return Sentence(NEW_SEAT, {**gaps})
    return Sentence(RARE_SEAT if had[seat] == min(had) else SEAT_AGAIN, {**gaps})


def listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))
