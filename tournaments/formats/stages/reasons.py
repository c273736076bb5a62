"""Explanations in an event in stages, most of which come from the formats of the stages."""

from __future__ import annotations

from collections.abc import Iterator

from tournaments.formats.duels.base import not_there
from tournaments.formats.event import Event
from tournaments.formats.sentence import Sentence, Who, gettext_noop
from tournaments.formats.stages.ranking import letter
from tournaments.formats.stages.split import Split


def in_group(group: int) -> Sentence:
    return Sentence(gettext_noop("This is group {group}."), {"group": letter(group)})


def group_is_done(entrant: int) -> Sentence:
    template = gettext_noop("The group of {who} has played all its rounds; others still have one to play.")
    return Sentence(template, {"who": Who(entrant)})


def why_this_table(split: Split, own: int) -> list[Sentence]:
    if not split.event.rounds:
        return []
    if split.is_qualifying:
        group = split.groups[split.group_of(own)]
        said = [in_group(split.group_of(own))] if len(split.groups) > 1 else []
        if len(group.rounds) < len(split.event.rounds):
            return [*said, Sentence(gettext_noop("Your group has played all its rounds; others still have one."))]
        return [*said, *(split.qualifying.why_this_table(group, own) or [not_there()])]
    stage = split.event_of(own)
    if stage is None:
        return [_did_not_go_on(split)]
    return [_which(split, stage), *(split.deciding.why_this_table(stage, own) or [not_there()])]


def why_this_rank(split: Split, own: int) -> list[Sentence]:
    stage = split.event_of(own)
    group = split.groups[split.group_of(own)]
    of_group = split.qualifying.why_this_rank(group, own)
    if split.is_qualifying or stage is None:
        return [*_cut(split, own), _about_qualifying(split, own), *of_group]
    said = split.deciding.why_this_rank(stage, own)
    template = gettext_noop(
        "Players who are level in this stage are ranked by the qualifying, where you were in place {rank}."
    )
    return [_which(split, stage), *said, Sentence(template, {"rank": split.ranked[own].rank})]


def what_is_needed(split: Split, own: int) -> list[Sentence]:
    stage = split.event_of(own)
    if split.is_decided:
        if stage is None:
            return [_did_not_go_on(split)]
        return [_which(split, stage), *split.deciding.what_is_needed(stage, own)]
    group = split.groups[split.group_of(own)]
    return [*_cut(split, own), _about_qualifying(split, own), *split.qualifying.what_is_needed(group, own)]


def _which(split: Split, stage: Event) -> Sentence:
    if stage is split.consolation:
        return Sentence(gettext_noop("This is the consolation, for those who did not reach the final."))
    return Sentence(gettext_noop("You have reached the final."))


def _did_not_go_on(split: Split) -> Sentence:
    template = gettext_noop("Only {count} went on to the final, and you are not among them.")
    return Sentence(template, {"count": len(split.finalists)})


def _cut(split: Split, own: int) -> Iterator[Sentence]:
    advancing, groups = split.event.plan.advancing, len(split.groups)
    if split.is_decided:
        if own in split.finalists:
            yield Sentence(gettext_noop("You have reached the final."))
        else:
            yield _did_not_go_on(split)
    elif groups == 1:
        template = gettext_noop("The first {count} go on to the final, if they play the last round of the qualifying.")
        yield Sentence(template, {"count": advancing})
    elif advancing % groups == 0:
        template = gettext_noop(
            "The first {count} of each group go on to the final, if they play the last round of their group."
        )
        yield Sentence(template, {"count": advancing // groups})
    else:
        template = gettext_noop(
            "{count} go on to the final: first by the place in the group, then by the score, "
            "if they play the last round of their group."
        )
        yield Sentence(template, {"count": advancing})


def _about_qualifying(split: Split, own: int) -> Sentence:
    if len(split.groups) == 1:
        return Sentence(gettext_noop("What follows is about the qualifying."))
    return Sentence(gettext_noop("What follows is about group {group}."), {"group": letter(split.group_of(own))})
