"""Explanations where teams meet: pairings, lines, the team's rank, and what it still needs.

They name no team: readers know their own, and pages name both.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from tournaments.formats.duels.history import History, shown
from tournaments.formats.duels.prospects import Prospects
from tournaments.formats.duels.tie_breaks import TIE_BREAKS
from tournaments.formats.event import Standing
from tournaments.formats.sentence import Sentence, Who, gettext_noop
from tournaments.formats.teams.match_standings import match_points

EVERY = gettext_noop("Every team meets every other: in round {round} these two.")
RESERVE = gettext_noop("You are a reserve: in this round others played for your team.")
WITHDRAWN = gettext_noop("Your team has withdrawn, so that its score stays as it is.")
NEVER_CAME = gettext_noop("Nobody of your team has come to any table so far: it ranks behind all teams that have come.")
OWN = gettext_noop("For yourself you are in place {rank} of {all}, with a score of {score} on your lines.")


# --- Who meets whom ---


def near(history: History, both: Sequence[int]) -> Sentence:
    """Explain why two teams meet in Swiss; `history` ends before the round."""
    more, less = sorted((2 * history.score(team) for team in both), reverse=True)
    if rounds := history.meetings.get(frozenset(both)):
        template = gettext_noop(
            "These two teams met in round {round} already: not every team could get a new opponent in this round."
        )
        return Sentence(template, {"round": rounds[-1]})
    if not history.event.rounds:
        template = gettext_noop("In the first round the upper half of the teams, by their best seed, meets the lower.")
        return Sentence(template)
    if more == less:
        template = gettext_noop("Both teams have {score} match points and have not met.")
        return Sentence(template, {"score": shown(more)})
    template = gettext_noop(
        "One team has {score} match points, the other {less}: not every team finds a new opponent with as many. "
        "They have not met."
    )
    return Sentence(template, {"score": shown(more), "less": shown(less)})


def on_line(number: int, both: Sequence[int], absent: Collection[int], stand_ins: dict[int, int]) -> Iterator[Sentence]:
    """Say what happens on a line; `stand_ins` maps reserves to the players whose lines they take."""
    one, other = both
    yield Sentence(
        gettext_noop("On line {line} {one} meets {other}."), {"line": number, "one": Who(one), "other": Who(other)}
    )
    for reserve, regular in stand_ins.items():
        if reserve in both:
            template = gettext_noop("{one} comes in for {other}, who was not there when the round was seated.")
            yield Sentence(template, {"one": Who(reserve), "other": Who(regular)})
    if len(absent) == 2:
        yield Sentence(gettext_noop("Neither was there when the round was seated: the line brings nobody anything."))
    for who in absent if len(absent) == 1 else ():
        template = gettext_noop("{who} was not there when the round was seated, and has lost without a game.")
        yield Sentence(template, {"who": Who(who)})


def your_line(number: int) -> Sentence:
    template = gettext_noop(
        "You play on line {line}. On odd lines one team has the first seat, on even lines the other."
    )
    return Sentence(template, {"line": number})


def odd_in_swiss() -> Sentence:
    template = gettext_noop(
        "The number of teams is odd, so this team has a bye, which counts as a match won. It goes to one with the "
        "fewest byes so far, the lowest score first."
    )
    return Sentence(template)


def odd_in_turn() -> Sentence:
    template = gettext_noop(
        "The number of teams is odd, so that every team has a bye in turn; now it is this one's. It counts as a match "
        "won."
    )
    return Sentence(template)


def other_is_away() -> Sentence:
    template = gettext_noop(
        "This team would meet one of which nobody is there, and so has a bye, which counts as a match won."
    )
    return Sentence(template)


def other_has_left() -> Sentence:
    template = gettext_noop(
        "This team would meet one that left before half of its matches were played: the round counts for neither."
    )
    return Sentence(template)


FORMER = (
    gettext_noop(
        "The number of teams is odd, so the team of {who} has a bye, which counts as a match won. It goes to one with "
        "the fewest byes so far, the lowest score first."
    ),
    gettext_noop(
        "The number of teams is odd, so that every team has a bye in turn; now it is that of {who}. It counts as a "
        "match won."
    ),
    gettext_noop(
        "The team of {who} would meet one of which nobody is there, and so has a bye, which counts as a match won."
    ),
    gettext_noop(
        "The team of {who} would meet one that left before half of its matches were played: the round counts for "
        "neither."
    ),
)
"""Templates for byes that version 0.1.0 has stored."""


# --- The team's place ---


def why_this_rank(
    standings: Sequence[Standing], team: int, behind_all: Collection[int], absentees: Collection[int]
) -> Iterator[Sentence]:
    """Explain the team's rank in the `standings` of teams as players of duels. `behind_all` are the teams that rank
    behind all others, including the `absentees`, who have come to no table."""
    own = next(one for one in standings if one.entrant == team)
    gaps: dict[str, int | str] = {"rank": own.rank, "score": match_points(own).shown}
    if level := sum(one.rank == own.rank for one in standings) - 1:
        template = gettext_noop(
            "Your team shares place {rank} with {score} match points: with {others} more it is level in everything "
            "that counts."
        )
        yield Sentence(template, {**gaps, "others": level})
    else:
        yield Sentence(gettext_noop("Your team is in place {rank} with {score} match points."), {**gaps})
    if team in absentees:
        yield Sentence(NEVER_CAME)
    if team in behind_all:
        return
    ahead = [one for one in standings if one.rank < own.rank]
    if ahead:
        yield from _ahead(ahead[-1], own)
        return
    behind = [one for one in standings if one.rank > own.rank]
    if behind and behind[0].entrant not in behind_all and behind[0].score.value == own.score.value:
        yield Sentence(gettext_noop("The team just behind has as many."))
        yield from _decided(behind[0], own)


def _ahead(ahead: Standing, own: Standing) -> Iterator[Sentence]:
    if ahead.score.value != own.score.value:
        template = gettext_noop("The team just ahead has {score}.")
        yield Sentence(template, {"score": match_points(ahead).shown})
        return
    yield Sentence(gettext_noop("The team just ahead has as many."))
    yield from _decided(ahead, own)


def _decided(other: Standing, own: Standing) -> Iterator[Sentence]:
    for theirs, yours in zip(other.tie_breaks, own.tie_breaks, strict=True):
        if theirs.value != yours.value:
            yield Sentence(TIE_BREAKS[yours.slug].decided, {"theirs": theirs.shown, "yours": yours.shown})
            return


def your_own(standings: Sequence[Standing], entrant: int) -> Sentence:
    """Say how the entrant ranks among the individual players."""
    own = next(one for one in standings if one.entrant == entrant)
    return Sentence(OWN, {"rank": own.rank, "all": len(standings), "score": own.score.shown})


# --- What it still needs ---


def what_is_needed(prospects: Prospects, standings: Sequence[Standing]) -> list[Sentence]:
    """Say what the team can still achieve."""
    own = next(one for one in standings if one.entrant == prospects.entrant)
    if prospects.is_all_over:
        template = gettext_noop("All matches are over: your team is in place {rank}.")
        return [Sentence(template, {"rank": own.rank})]
    if prospects.history.entrants[own.entrant].is_out:
        return [Sentence(WITHDRAWN)]
    best, least = prospects.at_best(), prospects.at_worst_without_more()
    if best == least:
        template = gettext_noop("However the matches end, your team is in place {rank}.")
        return [Sentence(template, {"rank": best})]
    return [*_promised(prospects, least), *_within_reach(prospects, best, standings[0], own)]


def _promised(prospects: Prospects, least: int) -> Iterator[Sentence]:
    if least == 1:
        yield Sentence(gettext_noop("No team can overtake yours."))
    elif prospects.left and prospects.at_worst() == 1:
        yield Sentence(gettext_noop("If your team wins all the matches that it still has, first place is its own."))


def _within_reach(prospects: Prospects, best: int, leader: Standing, own: Standing) -> Iterator[Sentence]:
    if best > 1:
        template = gettext_noop("A better place than {rank} is out of your team's reach.")
        yield Sentence(template, {"rank": best})
    elif own.rank > 1:
        template = gettext_noop(
            "The leading team has {score} match points; yours has {own}, and can still reach {most}."
        )
        gaps = {"score": match_points(leader).shown, "own": match_points(own).shown, "most": shown(prospects.most)}
        yield Sentence(template, {**gaps})
    elif prospects.left:
        template = gettext_noop("No team is ahead of yours; {most} match points are within its reach.")
        yield Sentence(template, {"most": shown(prospects.most)})
