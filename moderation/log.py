"""The moderators' log: their acts, and who looked at what only they may see, within cases and outside them."""

from __future__ import annotations

from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

import action_log.services as action_log
from accounts.models import Player
from accounts.roles import Role
from action_log.subjects import Subject
from moderation.models import Act, Case

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

ACCOUNT = "account"
"""The subject of lines outside cases: the account concerned, or else that of the moderator."""

CHAT_LISTED = "chat-listed"
DELETION_BEGUN = "deletion-begun"

TOKEN_REVOKED, WEBHOOK_STOPPED, WEBHOOK_ALLOWED = "token-revoked", "webhook-stopped", "webhook-allowed"

ROLE_GIVEN, ROLE_TAKEN = "role-given", "role-taken"
ROLE_GIVEN_BY_SITE, ROLE_TAKEN_BY_SITE = "role-given-by-site", "role-taken-by-site"

SECOND_FACTOR_REMOVED = "second-factor-removed"

LONGEST_REASON = 400

OF_ACCOUNTS: dict[str, str | Promise] = {
    CHAT_LISTED: _("{by} read the private chat {room} in the list of all chat lines."),
    DELETION_BEGUN: _("{by} began the deletion of {player}'s account, as its owner had asked for."),
    TOKEN_REVOKED: _("{by} revoked the token {hint}… of {player}."),
    WEBHOOK_STOPPED: _("{by} switched off a webhook of {player} for the tournament {tournament}."),
    WEBHOOK_ALLOWED: _("{by} allowed a webhook of {player} for the tournament {tournament} again."),
    ROLE_GIVEN: _("{by} gave {player} the role “{role}”."),
    ROLE_TAKEN: _("{by} took the role “{role}” away from {player}."),
    ROLE_GIVEN_BY_SITE: _("The operator of the site gave {player} the role “{role}”."),
    ROLE_TAKEN_BY_SITE: _("The operator of the site took the role “{role}” away from {player}."),
    SECOND_FACTOR_REMOVED: _("The operator of the site removed the second factor of {player}."),
}

ACCOUNTS = Subject(ACCOUNT, _("account"), Player, OF_ACCOUNTS, name_field="username")

ASKED, REFUSED, LIFTED = "act-asked-for", "act-refused", "act-lifted"
SENTENCES |= {
    ASKED: _("{by} asks a second moderator for an act on {player}."),
    REFUSED: _("{by} refused an act on {player}."),
    LIFTED: _("{by} lifted an act on {player}."),
}


def act_done(act: Act, *, by: Player) -> None:
    _note(act, f"act-{act.kind}", by)


def act_asked_for(act: Act, *, by: Player) -> None:
    _note(act, ASKED, by)


def act_refused(act: Act, *, by: Player) -> None:
    _note(act, REFUSED, by)


def act_lifted(act: Act, *, by: Player) -> None:
    _note(act, LIFTED, by)


def _note(act: Act, action: str, by: Player) -> None:
    details = {"act": act.pk, "kind": act.kind, "subject": f"{act.subject_kind}:{act.subject_id}"}
    action_log.note(CASE, act.case_id, action, by=by, whom=act.player, details=details, reason=act.reason[:400])


def chat_seen(case: Case, *, by: Player, room: str) -> None:
    action_log.note(CASE, case.pk, CHAT_SEEN, by=by, whom=case.player, details={"room": room})


def chat_listed(*, by: Player, room: str) -> None:
    action_log.note(ACCOUNT, by.pk, CHAT_LISTED, by=by, details={"room": room})


def deletion_begun(player: Player, *, by: Player, reason: str) -> None:
    action_log.note(ACCOUNT, player.pk, DELETION_BEGUN, by=by, whom=player, reason=reason)


def token_revoked(player: Player, *, by: Player, hint: str, reason: str) -> None:
    action_log.note(ACCOUNT, player.pk, TOKEN_REVOKED, by=by, whom=player, details={"hint": hint}, reason=reason)


def webhook_stopped(player: Player, *, by: Player, tournament: str, reason: str) -> None:
    details = {"tournament": tournament}
    action_log.note(ACCOUNT, player.pk, WEBHOOK_STOPPED, by=by, whom=player, details=details, reason=reason)


def webhook_allowed(player: Player, *, by: Player, tournament: str, reason: str) -> None:
    details = {"tournament": tournament}
    action_log.note(ACCOUNT, player.pk, WEBHOOK_ALLOWED, by=by, whom=player, details=details, reason=reason)


def role_changed(*, player: Player, before: Role | None, after: Role | None, by: Player | None, **kwargs: Any) -> None:
    """Note that a role was given or taken; a receiver of the signal `accounts.roles.role_changed`."""
    given, taken = (ROLE_GIVEN, ROLE_TAKEN) if by else (ROLE_GIVEN_BY_SITE, ROLE_TAKEN_BY_SITE)
    action = given if after else taken
    action_log.note(ACCOUNT, player.pk, action, by=by, whom=player, details={"role": str(after or before)})


def second_factor_removed(player: Player) -> None:
    action_log.note(ACCOUNT, player.pk, SECOND_FACTOR_REMOVED, by=None, whom=player)


def hands_opened(case: Case, *, by: Player, table: str, ply: int, reason: str) -> None:
    details = {"table": table, "ply": ply}
    action_log.note(CASE, case.pk, HANDS_OPENED, by=by, whom=case.player, details=details, reason=reason)


def likely_same_seen(case: Case, *, by: Player, player: Player) -> None:
    action_log.note(CASE, case.pk, LIKELY_SAME_SEEN, by=by, whom=player)
