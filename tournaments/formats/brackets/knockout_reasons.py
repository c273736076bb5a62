"""Explanations in a knockout: pairings, ranks, and what an entrant can still win."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tournaments.formats.brackets.bracket import Bracket
from tournaments.formats.draw import Slot
from tournaments.formats.duels.base import not_there
from tournaments.formats.event import Event, Standing
from tournaments.formats.sentence import Gap, Sentence, Who, gettext_noop

# Said to everybody


def why_these(drawn: Bracket, at: int, both: tuple[int, ...]) -> tuple[Sentence, ...]:
    gaps: dict[str, Gap] = {"one": Who(both[0]), "other": Who(both[1]), "round": at + 1}
    if _is_for_third(drawn, at, both[0]):
        return (Sentence(gettext_noop("{one} and {other} play for third place."), gaps),)
    if _is_consolation(drawn, at, both[0]):
        return (Sentence(gettext_noop("{one} and {other} meet in the consolation bracket."), gaps),)
    if at == len(drawn.rounds) - 1:
        return (Sentence(gettext_noop("{one} and {other} play the final."), gaps),)
    if at == 0:
        return (Sentence(gettext_noop("The bracket has {one} meet {other}: high seeds meet low ones first."), gaps),)
    return (Sentence(gettext_noop("{one} and {other} have both reached round {round}."), gaps),)


def why_bye(drawn: Bracket, at: int, own: int) -> Sentence:
    other = _opponent(drawn, at, own)
    gaps: dict[str, Gap] = {"who": Who(own)}
    if other is not None:
        return Sentence(
            gettext_noop("{other}, whom {who} would meet, is not there: {who} goes on without a match."),
            {**gaps, "other": Who(other)},
        )
    if _is_for_third(drawn, at, own):
        return Sentence(gettext_noop("Nobody plays {who} for third place, which is won without a match."), gaps)
    if _is_consolation(drawn, at, own):
        return Sentence(gettext_noop("Nobody meets {who} in the consolation bracket: a round without a match."), gaps)
    if at == 0:
        template = gettext_noop(
            "The bracket has more places than there are players: the high seed {who} goes on without a match."
        )
        return Sentence(template, gaps)
    return Sentence(gettext_noop("Nobody is left for {who} to meet in this round, who goes on without a match."), gaps)


def _is_for_third(drawn: Bracket, at: int, id: int) -> bool:
    return drawn.third is not None and at == len(drawn.rounds) - 1 and id in drawn.third.entrants


def _is_consolation(drawn: Bracket, at: int, id: int) -> bool:
    return any(id in slot.entrants for slot in drawn.second_slots(at))


def _opponent(drawn: Bracket, at: int, own: int) -> int | None:
    slot = drawn.find(at, own)
    return next((id for id in slot.entrants if id not in (None, own)), None) if slot else None


# Said to one


def why_this_table(event: Event, drawn: Bracket, own: int) -> list[Sentence]:
    at = len(event.rounds) - 1
    if at < 0:
        return []
    went_out = _went_out(drawn, own)
    if went_out is not None and went_out < at and drawn.find(at, own) is None:
        return [Sentence(gettext_noop("You were knocked out in round {round}."), {"round": went_out + 1})]
    other = _opponent(drawn, at, own)
    if own in event.rounds[at].byes:
        return [_why_your_bye(drawn, at, own, other)]
    if other is None or not any(own in table.entrants for table in event.rounds[at].tables):
        return [not_there()]
    return [_why_you(drawn, at, own, other)]


def _why_you(drawn: Bracket, at: int, own: int, other: int) -> Sentence:
    gaps: dict[str, Gap] = {"other": Who(other), "round": at + 1}
    if _is_for_third(drawn, at, own):
        return Sentence(gettext_noop("You and {other} play for third place."), gaps)
    if _is_consolation(drawn, at, own):
        return Sentence(gettext_noop("You and {other} meet in the consolation bracket."), gaps)
    if at == len(drawn.rounds) - 1:
        return Sentence(gettext_noop("You and {other} play the final."), gaps)
    if at == 0:
        return Sentence(gettext_noop("The bracket has you meet {other}: high seeds meet low ones first."), gaps)
    return Sentence(gettext_noop("You and {other} have both reached round {round}."), gaps)


def _why_your_bye(drawn: Bracket, at: int, own: int, other: int | None) -> Sentence:
    if other is not None:
        return Sentence(
            gettext_noop("{other}, whom you would meet, is not there: you go on without a match."),
            {"other": Who(other)},
        )
    if _is_for_third(drawn, at, own):
        return Sentence(gettext_noop("Nobody plays you for third place, so that it is yours without a match."))
    if _is_consolation(drawn, at, own):
        return Sentence(gettext_noop("Nobody meets you in the consolation bracket in this round: you have a bye."))
    if at == 0:
        template = gettext_noop(
            "The bracket has more places than there are players, and you are among the high seeds, "
            "who go on without a match."
        )
        return Sentence(template)
    return Sentence(gettext_noop("Nobody is left for you to meet in this round: you go on without a match."))


def why_this_rank(drawn: Bracket, standings: Sequence[Standing], own: int) -> list[Sentence]:
    return [*_how_it_went(drawn, own), place(standings, own)]


def place(standings: Sequence[Standing], own: int) -> Sentence:
    """Say which place the entrant has, and who shares it."""
    rank = next(standing.rank for standing in standings if standing.entrant == own)
    level = tuple(Who(other.entrant) for other in standings if other.rank == rank and other.entrant != own)
    if level:
        return Sentence(
            gettext_noop("You share place {rank} with {others}, who have come just as far."),
            {"rank": rank, "others": level},
        )
    return Sentence(gettext_noop("You are in place {rank}."), {"rank": rank})


def _how_it_went(drawn: Bracket, own: int) -> Iterator[Sentence]:
    went_out = _went_out(drawn, own)
    if own == drawn.winner:
        yield Sentence(gettext_noop("You have won the knockout."))
        yield from _shared(drawn.rounds[-1][0], own)
    elif went_out is None:
        yield Sentence(gettext_noop("You are still in."))
    elif drawn.third and own in drawn.third.entrants and drawn.third.is_decided:
        yield from _for_third(drawn.third, own)
    else:
        yield from _lost(drawn, went_out, own)
    yield from _consoled(drawn, own)


def _consoled(drawn: Bracket, own: int) -> Iterator[Sentence]:
    if drawn.consolation and own == drawn.consolation[-1][0].winner:
        yield Sentence(gettext_noop("You have won the consolation bracket."))
    elif any(own == slot.winner for slots in drawn.consolation for slot in slots):
        won = sum(own == slot.winner for slots in drawn.consolation for slot in slots)
        template = gettext_noop("Rounds that you got through in the consolation bracket: {rounds}.")
        yield Sentence(template, {"rounds": won})


def _for_third(third: Slot, own: int) -> Iterator[Sentence]:
    if third.is_bye:
        if own == third.winner:
            yield Sentence(gettext_noop("Nobody played you for third place."))
        else:
            yield Sentence(gettext_noop("You were not there to play for third place."))
    elif own == third.winner:
        yield Sentence(gettext_noop("You have won the match for third place."))
    elif third.winner is None:
        yield Sentence(gettext_noop("You were not there to play for third place."))
    else:
        yield Sentence(gettext_noop("The match for third place went to {other}."), {"other": Who(third.winner)})
    yield from _shared(third, own)


def _lost(drawn: Bracket, at: int, own: int) -> Iterator[Sentence]:
    slot = next(slot for slot in drawn.rounds[at] if own in slot.losers)
    if slot.winner is None or slot.is_bye:
        yield Sentence(
            gettext_noop("You were not there in round {round}, and so were knocked out."),
            {"round": at + 1},
        )
    elif at == len(drawn.rounds) - 1:
        yield Sentence(gettext_noop("The final went to {other}."), {"other": Who(slot.winner)})
    else:
        yield Sentence(
            gettext_noop("In round {round} {other} went on and you were out."),
            {"round": at + 1, "other": Who(slot.winner)},
        )
    yield from _shared(slot, own)


def _shared(slot: Slot, own: int) -> Iterator[Sentence]:
    if not slot.is_shared:
        return
    other = next(id for id in slot.entrants if id != own)
    if own == slot.winner:
        template = gettext_noop("Your match with {other} was shared: you are the higher seed, which decides then.")
    else:
        template = gettext_noop("Your match with {other} was shared: the higher seed goes on then.")
    assert other is not None
    yield Sentence(template, {"other": Who(other)})


def _went_out(drawn: Bracket, own: int) -> int | None:
    """Return the index of the round in which the entrant went out, or None."""
    return next((at for at, slots in enumerate(drawn.rounds) for slot in slots if own in slot.losers), None)


def what_is_needed(event: Event, drawn: Bracket, own: int) -> list[Sentence]:
    is_out = any(entrant.id == own and entrant.is_out for entrant in event.entrants)
    if own == drawn.winner:
        return [Sentence(gettext_noop("You have won the knockout."))]
    if is_out:
        return [Sentence(gettext_noop("You have withdrawn and cannot go on."))]
    if _went_out(drawn, own) is None:
        won = sum(own == slot.winner for slots in drawn.rounds for slot in slots)
        return list(_still_in(drawn, len(drawn.rounds) - won))
    if drawn.third and not drawn.third.is_decided and own in drawn.third.entrants:
        return [Sentence(gettext_noop("If you win the match for third place, you are third."))]
    if any(own in slot.entrants and not slot.is_decided for slots in drawn.consolation for slot in slots):
        return [Sentence(gettext_noop("You can no longer be first, but you can still win the consolation bracket."))]
    return [Sentence(gettext_noop("You are out and cannot get any further."))]


def _still_in(drawn: Bracket, left: int) -> Iterator[Sentence]:
    """Say what an entrant can still win who has to survive `left` more rounds to win the knockout."""
    if left == 1:
        yield Sentence(gettext_noop("If you win the final, you are first; if you lose it, you are second."))
    elif left == 2 and drawn.third:
        yield Sentence(gettext_noop("If you win your next match, you are in the final; if not, third place is left."))
    elif left == 2:
        yield Sentence(gettext_noop("If you win your next match, you are in the final; if not, you are out."))
    if left > 1:
        template = gettext_noop("To be first you need to get through {rounds} rounds, counting the final.")
        yield Sentence(template, {"rounds": left})
