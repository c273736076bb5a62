"""Write lines to the action log and put them into words.

Libraries for audit logs record which columns changed, whereas readers of this log want to know who did what, to whom
and why, in their own language, and sometimes want to undo it.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Player
from accounts.standing import Authority, case_of, person
from action_log import chain
from action_log.models import LogLine
from action_log.subjects import SUBJECTS

PLAYER = "player_id"
"""The key that marks a player among a line's details."""

UNDO = "undo"
"""The action for undoing another one."""


def note(
    subject_kind: str,
    subject_id: object,
    action: str,
    *,
    by: Authority | None,
    whom: Player | None = None,
    details: Mapping[str, Any] | None = None,
    reason: str = "",
    before: Any = None,
    at: datetime | None = None,
    undoes: LogLine | None = None,
) -> LogLine:
    """Write a line to the log, which is chained after the commit. Call it in the transaction of the action itself.

    Players among the `details` are kept by number, so that their names can be erased without touching the log.
    """
    line = LogLine.objects.create(
        subject_kind=subject_kind,
        subject_id=str(subject_id),
        action=action,
        by=person(by) if by is not None else None,
        whom=whom,
        details={name: _kept(value) for name, value in {**(details or {}), **case_of(by)}.items()},
        reason=reason,
        before=before,
        at=at or timezone.now(),
        undoes=undoes,
    )
    transaction.on_commit(chain.extend, robust=True)
    return line


def describe(line: LogLine) -> str:
    """Return the line as a sentence, or its action code if no app knows the action any more.

    A line about another line, such as one that undoes it, has that line's action and details in `what` and `about`;
    `{done}` stands for that line's sentence.
    """
    sentence = SUBJECTS[line.subject_kind].sentences.get(line.action)
    if sentence is None:
        return line.action
    gaps = {"by": who(line), "player": _name(line, "whom"), **_with_names(line.details)}
    if isinstance(gaps.get("about"), dict):
        gaps["done"] = describe(LogLine(subject_kind=line.subject_kind, action=gaps["what"], details=gaps["about"]))
    return str(sentence).format_map(gaps)


def _kept(value: Any) -> Any:
    return kept_player(value) if isinstance(value, Player) else value


def kept_player(player: Player) -> dict[str, int]:
    """Return how a player is stored among a line's details."""
    return {PLAYER: player.pk}


def _with_names(details: Mapping[str, Any]) -> dict[str, Any]:
    """Return the details with players replaced by their present names; makes one query if there are any."""
    people = {key: value for key, value in details.items() if isinstance(value, dict) and value.keys() == {PLAYER}}
    if not people:
        return dict(details)
    numbers = {key: value[PLAYER] for key, value in people.items()}
    names = dict(Player.objects.filter(pk__in=numbers.values()).values_list("pk", "username"))
    return {**details, **{key: names.get(number, _("a deleted player")) for key, number in numbers.items()}}


def who(line: LogLine) -> str:
    """Return who acted, as shown to readers of the log; moderators are not named."""
    return _("A moderator") if line.is_of_moderators else _name(line, "by")


def _name(line: LogLine, role: str) -> str:
    try:
        player = getattr(line, role)
    except Player.DoesNotExist:
        player = None
    return player.username if player else _("a deleted player")
