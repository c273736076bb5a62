"""Explanations in a double elimination: pairings, ranks, and what an entrant can still win."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tournaments.formats.brackets.double_bracket import DoubleBracket
from tournaments.formats.brackets.knockout_reasons import place
from tournaments.formats.duels.base import not_there
from tournaments.formats.event import Event, Standing
from tournaments.formats.sentence import Gap, Sentence, Who, gettext_noop

# Said to everybody


def why_these(drawn: DoubleBracket, at: int, both: tuple[int, ...]) -> tuple[Sentence, ...]:
    gaps: dict[str, Gap] = {"one": Who(both[0]), "other": Who(both[1])}
    return (Sentence(_template(drawn, at, both[0], _MEET), gaps),)


def why_bye(drawn: DoubleBracket, at: int, own: int) -> Sentence:
    other = _opponent(drawn, at, own)
    who: dict[str, Gap] = {"who": Who(own)}
    if other is not None:
        template = gettext_noop("{other}, whom {who} would meet, is not there: {who} goes on without a match.")
        return Sentence(template, {**who, "other": Who(other)})
    if own == drawn.waiting:
        return Sentence(gettext_noop("{who} has won the upper bracket and waits for the final."), who)
    return Sentence(gettext_noop("The bracket has no opponent for {who} in this round: a round without a match."), who)


_MEET = {
    "again": gettext_noop("{one} and {other} play the final again: both have lost once."),
    "final": gettext_noop("{one} and {other} play the final: the winner of one bracket meets that of the other."),
    "lower": gettext_noop("{one} and {other} meet in the lower bracket: both have lost once."),
    "first": gettext_noop("The bracket has {one} meet {other}: high seeds meet low ones first."),
    "upper": gettext_noop("{one} and {other} meet in the upper bracket: neither has lost."),
}
_YOU_MEET = {
    "again": gettext_noop("You and {other} play the final again: both of you have lost once."),
    "final": gettext_noop("You and {other} play the final: the winner of one bracket meets that of the other."),
    "lower": gettext_noop("You and {other} meet in the lower bracket: both of you have lost once."),
    "first": gettext_noop("The bracket has you meet {other}: high seeds meet low ones first."),
    "upper": gettext_noop("You and {other} meet in the upper bracket: neither of you has lost."),
}


def _template(drawn: DoubleBracket, at: int, own: int, templates: dict[str, str]) -> str:
    if at >= drawn.to_final:
        return templates["again" if at > drawn.to_final else "final"]
    if any(own in slot.entrants for slot in drawn.lower_slots(at)):
        return templates["lower"]
    return templates["upper" if at else "first"]


def _opponent(drawn: DoubleBracket, at: int, own: int) -> int | None:
    slot = drawn.find(at, own)
    return next((id for id in slot.entrants if id not in (None, own)), None) if slot else None


# Said to one


def why_this_table(event: Event, drawn: DoubleBracket, own: int) -> list[Sentence]:
    at = len(event.rounds) - 1
    if at < 0:
        return []
    went_out = drawn.out_at().get(own)
    if went_out is not None and went_out < at:
        return [Sentence(gettext_noop("You were knocked out in round {round}."), {"round": went_out + 1})]
    other = _opponent(drawn, at, own)
    if own in event.rounds[at].byes:
        return [_why_your_bye(drawn, at, own, other)]
    if other is None or not any(own in table.entrants for table in event.rounds[at].tables):
        return [not_there()]
    return [Sentence(_template(drawn, at, own, _YOU_MEET), {"other": Who(other)})]


def _why_your_bye(drawn: DoubleBracket, at: int, own: int, other: int | None) -> Sentence:
    if other is not None:
        template = gettext_noop("{other}, whom you would meet, is not there: you go on without a match.")
        return Sentence(template, {"other": Who(other)})
    if own == drawn.waiting:
        return Sentence(gettext_noop("You have won the upper bracket and wait for the final."))
    return Sentence(gettext_noop("The bracket has no opponent for you in this round: you go on without a match."))


def why_this_rank(drawn: DoubleBracket, standings: Sequence[Standing], own: int) -> list[Sentence]:
    return [*_how_it_went(drawn, own), place(standings, own)]


def _how_it_went(drawn: DoubleBracket, own: int) -> Iterator[Sentence]:
    losses, out_at = drawn.losses(own), drawn.out_at()
    if own == drawn.winner:
        yield Sentence(gettext_noop("You have won the double elimination."))
    elif own in out_at:
        yield from (_lost(drawn, at, own) for at in losses)
        yield Sentence(gettext_noop("So you went out in round {round}."), {"round": out_at[own] + 1})
    elif losses:
        yield from (_lost(drawn, at, own) for at in losses)
        yield Sentence(gettext_noop("You are still in: only a second loss puts you out."))
    else:
        yield Sentence(gettext_noop("You are still in and have not lost."))


def _lost(drawn: DoubleBracket, at: int, own: int) -> Sentence:
    slot = next(slot for slot in drawn.slots(at) if own in slot.losers)
    if slot.winner is None or slot.is_bye:
        template = gettext_noop("You were not there in round {round}, which counts as a loss.")
        return Sentence(template, {"round": at + 1})
    gaps: dict[str, Gap] = {"round": at + 1, "other": Who(slot.winner)}
    if slot.is_shared:
        template = gettext_noop("Your match with {other} in round {round} was shared: the higher seed goes on then.")
        return Sentence(template, gaps)
    return Sentence(gettext_noop("In round {round} you lost to {other}."), gaps)


def what_is_needed(event: Event, drawn: DoubleBracket, own: int) -> list[Sentence]:
    if own == drawn.winner:
        return [Sentence(gettext_noop("You have won the double elimination."))]
    if any(entrant.id == own and entrant.is_out for entrant in event.entrants):
        return [Sentence(gettext_noop("You have withdrawn and cannot go on."))]
    if own in drawn.out_at():
        return [Sentence(gettext_noop("You are out and cannot get any further."))]
    if drawn.is_final_again:
        return [Sentence(gettext_noop("If you win the final, you are first; if you lose it, you are second."))]
    if drawn.losses(own):
        return [Sentence(gettext_noop("You need to win all your matches, and the final twice, to be first."))]
    return [Sentence(gettext_noop("You can still lose once: you would go on in the lower bracket."))]
