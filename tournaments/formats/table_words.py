"""What events at tables say about themselves: seatings, ranks and chances, in whole sentences that are true."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from tournaments.formats.event import Event
from tournaments.formats.format import Format
from tournaments.formats.plan import Plan
from tournaments.formats.sentence import Sentence, Who, gettext_noop
from tournaments.formats.table_past import Past

LATE_HIGH = gettext_noop(
    "You can come late, or miss a round: each round missed counts as the highest score that anyone had in it."
)
LATE_LOW = gettext_noop(
    "You can come late, or miss a round: each round missed counts as the lowest result that anyone had in it."
)
TOO_MANY_DOUBLES = gettext_noop("Every round needs a double of its own: from 1 to {most} rounds can be played.")
ROUNDS_BETWEEN = gettext_noop("Choose from 1 to {most} rounds.")
DUPLICATE_NEEDS_DEALS = gettext_noop(
    "The same tiles at every table need the same number of deals at every table: choose a fixed number of deals."
)


def sizes_served(served: range) -> Sentence:
    return Sentence(
        gettext_noop("With this set of tiles a table has from {least} to {most} seats."),
        {"least": served[0], "most": served[-1]},
    )


def whos(entrants: Sequence[int]) -> tuple[Who, ...]:
    return tuple(map(Who, entrants))


def of_bye(plan: Plan, present: int, parts: Sequence[int]) -> Sentence:
    if not parts:
        return Sentence(gettext_noop("Nobody else was there to play with in this round."))
    return Sentence(
        gettext_noop(
            "The same tiles at every table need equally large tables. There were {present} players for tables "
            "of {size}; those who have had the fewest byes have one now."
        ),
        {"present": present, "size": parts[0]},
    )


def of_table(event: Event, past: Past, circle: Sequence[int]) -> tuple[Sentence, ...]:
    again = [pair for pair in combinations(circle, 2) if past.met[pair[0]][pair[1]]]
    if not past.rounds:
        return (Sentence(gettext_noop("The tables of the first round are drawn by lot.")),)
    if not again:
        return (Sentence(gettext_noop("Nobody here has met before.")),)
    return tuple(Sentence(gettext_noop("{who} have met before."), {"who": whos(pair)}) for pair in again[:3])


def why_this_table(its: Format, event: Event, entrant: int) -> list[Sentence]:
    return []


def why_this_rank(its: Format, event: Event, entrant: int) -> list[Sentence]:
    return []


def what_is_needed(its: Format, event: Event, entrant: int) -> list[Sentence]:
    return []
