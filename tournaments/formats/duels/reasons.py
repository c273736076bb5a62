"""Explanations in Swiss and round robin: an entrant's rank, and what they can still achieve."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction

from tournaments.formats.duels.history import LOSS, WIN, History, shown
from tournaments.formats.duels.prospects import Prospects
from tournaments.formats.duels.tie_breaks import TIE_BREAKS
from tournaments.formats.event import Standing
from tournaments.formats.no_shows import NEVER_CAME
from tournaments.formats.sentence import Gap, Sentence, Who, gettext_noop


def why_this_rank(
    standings: Sequence[Standing], entrant: int, behind_all: Collection[int] = (), absentees: Collection[int] = ()
) -> list[Sentence]:
    """Explain the entrant's rank; `absentees` have come to no table, and are among those `behind_all` others."""
    own = next(standing for standing in standings if standing.entrant == entrant)
    level = tuple(Who(other.entrant) for other in standings if other.rank == own.rank and other is not own)
    if entrant in behind_all:
        return [_place(own, level), *([Sentence(NEVER_CAME)] if entrant in absentees else [])]
    return [_place(own, level), *_against_the_next(standings, own, behind_all)]


def _place(own: Standing, level: tuple[Who, ...]) -> Sentence:
    gaps: dict[str, Gap] = {"rank": own.rank, "score": own.score.shown}
    if level:
        return Sentence(
            gettext_noop(
                "You are in place {rank} with a score of {score}, together with {others}: "
                "you are level in everything that counts."
            ),
            {**gaps, "others": level},
        )
    if own.rank == 1:
        return Sentence(gettext_noop("You are first with a score of {score}."), {"score": own.score.shown})
    return Sentence(gettext_noop("You are in place {rank} with a score of {score}."), gaps)


def _against_the_next(standings: Sequence[Standing], own: Standing, behind_all: Collection[int]) -> Iterator[Sentence]:
    """Compare with the entrant just ahead or, for the leader, just behind."""
    ahead = [standing for standing in standings if standing.rank < own.rank]
    if ahead:
        yield from _ahead(ahead[-1], own)
        return
    behind = [standing for standing in standings if standing.rank > own.rank]
    if behind and behind[0].entrant not in behind_all and behind[0].score.value == own.score.value:
        yield Sentence(gettext_noop("{who}, just behind you, has the same score."), {"who": Who(behind[0].entrant)})
        yield from _decided(behind[0], own)


def _ahead(ahead: Standing, own: Standing) -> Iterator[Sentence]:
    who = Who(ahead.entrant)
    if ahead.score.value != own.score.value:
        yield Sentence(
            gettext_noop("{who}, just ahead of you, has a higher score: {score}."),
            {"who": who, "score": ahead.score.shown},
        )
        return
    yield Sentence(gettext_noop("{who}, just ahead of you, has the same score."), {"who": who})
    yield from _decided(ahead, own)


def _decided(other: Standing, own: Standing) -> Iterator[Sentence]:
    for theirs, yours in zip(other.tie_breaks, own.tie_breaks, strict=True):
        if theirs.value != yours.value:
            yield Sentence(TIE_BREAKS[yours.slug].decided, {"theirs": theirs.shown, "yours": yours.shown})
            return


def before_you_came(history: History, entrant: int) -> Iterator[Sentence]:
    """Say how the rounds before a late entry have scored."""
    first = history.entrants[entrant].first_round
    if first < 2 or not history.results[entrant]:
        return
    halves = [result.halves or LOSS for result in history.results[entrant] if result.is_late]
    if not halves:
        yield Sentence(gettext_noop("You came in round {round}: the rounds before score nothing."), {"round": first})
        return
    each, total = shown(Fraction(halves[0], WIN)), shown(Fraction(sum(halves), WIN))
    template = gettext_noop(
        "You came in round {round}: each round before that you missed scores {each}, in all {total}."
    )
    yield Sentence(template, {"round": first, "each": each, "total": total})


def what_is_needed(prospects: Prospects, standings: Sequence[Standing], *, may_others_come: bool) -> list[Sentence]:
    """Say what the entrant can still achieve.

    As long as others may enter late, nothing is certain at the bottom: they have all remaining matches to play, and may
    score for the rounds that they missed.
    """
    own = next(standing for standing in standings if standing.entrant == prospects.entrant)
    if prospects.is_all_over:
        return [Sentence(gettext_noop("All matches are over: you are in place {rank}."), {"rank": own.rank})]
    if prospects.history.entrants[own.entrant].is_out:
        return [Sentence(gettext_noop("You have withdrawn, so that your score stays as it is."))]
    best, least = prospects.at_best(), prospects.at_worst_without_more()
    if best == least and not may_others_come:
        return [Sentence(gettext_noop("However the matches end, you are in place {rank}."), {"rank": best})]
    said: list[Sentence] = []
    if not may_others_come or prospects.most > prospects.most_of_newcomers:
        said += _promised(prospects)
    if prospects.left and not may_others_come:
        said += _kept(least, len(standings))
    said += _within_reach(prospects, best, standings[0], own)
    return said or [_still_open(prospects, own)]


def _within_reach(prospects: Prospects, best: int, leader: Standing, own: Standing) -> Iterator[Sentence]:
    if best > 1:
        yield Sentence(gettext_noop("A better place than {rank} is out of reach."), {"rank": best})
    elif own.rank > 1 and prospects.left:
        most = shown(Fraction(prospects.most, 2))
        gaps: dict[str, Gap] = {"who": Who(leader.entrant), "score": leader.score.shown, "most": most}
        yield Sentence(gettext_noop("{who} leads with a score of {score}; you can still reach {most}."), gaps)


def _still_open(prospects: Prospects, own: Standing) -> Sentence:
    if not prospects.left:
        return Sentence(gettext_noop("Your matches are over; your place depends on those of the others."))
    if own.rank == 1:
        return Sentence(gettext_noop("Nobody is ahead of you, but first place is still open."))
    return Sentence(gettext_noop("Every place is still open."))


def _promised(prospects: Prospects) -> Iterator[Sentence]:
    worst = prospects.at_worst()
    if worst == 1:
        yield Sentence(_FIRST[min(prospects.left, 2)])
    elif worst < len(prospects.history.entrants):
        yield Sentence(_OR_BETTER[min(prospects.left, 2)], {"rank": worst})


def _kept(worst: int, count: int) -> Iterator[Sentence]:
    if worst == 1:
        yield Sentence(gettext_noop("Even if you lose, nobody can overtake you."))
    elif worst < count:
        yield Sentence(
            gettext_noop("Even without another point you finish in place {rank} or better."), {"rank": worst}
        )


_FIRST = (
    gettext_noop("Nobody can overtake you."),
    gettext_noop("If you win your last match, first place is yours."),
    gettext_noop("If you win all the matches that you still have, first place is yours."),
)
_OR_BETTER = (
    gettext_noop("You finish in place {rank} or better."),
    gettext_noop("If you win your last match, you finish in place {rank} or better."),
    gettext_noop("If you win all the matches that you still have, you finish in place {rank} or better."),
)
"""By the number of matches left: none, one, several."""
