"""The log of cases: who has looked at what only moderators may see, and why."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

import action_log.services as action_log
from accounts.models import Player
from action_log.subjects import Subject
from moderation.models import Case

CASE = "case"

CHAT_SEEN = "chat-seen"
HANDS_OPENED = "hands-opened"
LIKELY_SAME_SEEN = "likely-same-seen"

SENTENCES: dict[str, str | Promise] = {
    CHAT_SEEN: _("{by} read the private chat {room}."),
    HANDS_OPENED: _("{by} opened the hands of the running match {table} at ply {ply}."),
    LIKELY_SAME_SEEN: _("{by} looked at the accounts that are likely the same as {player}."),
}

SUBJECT = Subject(CASE, _("case"), Case, SENTENCES, name_field="player__username")


def chat_seen(case: Case, *, by: Player, room: str) -> None:
    action_log.note(CASE, case.pk, CHAT_SEEN, by=by, whom=case.player, details={"room": room})


def hands_opened(case: Case, *, by: Player, table: str, ply: int, reason: str) -> None:
    details = {"table": table, "ply": ply}
    action_log.note(CASE, case.pk, HANDS_OPENED, by=by, whom=case.player, details=details, reason=reason)


def likely_same_seen(case: Case, *, by: Player, player: Player) -> None:
    action_log.note(CASE, case.pk, LIKELY_SAME_SEEN, by=by, whom=player)
