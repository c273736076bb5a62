"""Roles of the staff, stored as groups, and every check of what a role may do.

A player has at most one role, and each role includes the permissions of those before it. Every check makes a query, as
`player` may be stale.
"""

from __future__ import annotations

from enum import StrEnum

from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib.auth.models import Group
from django.db import transaction
from django.dispatch import Signal
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts import demo
from accounts.models import Player
from common.errors import UserError
from live.sessions import sessions_may_be_over


class Role(StrEnum):
    """The roles from the least to the most powerful; the values are the names of the groups."""

    HELPER = "helper"
    MODERATOR = "moderator"
    HEAD = "head"
    SITE_ADMIN = "site admin"

    def includes(self, other: Role) -> bool:
        return _RANKS[self] >= _RANKS[other]


_RANKS = {role: rank for rank, role in enumerate(Role)}

LABELS = {
    Role.HELPER: pgettext_lazy("role", "helper"),
    Role.MODERATOR: pgettext_lazy("role", "moderator"),
    Role.HEAD: pgettext_lazy("role", "head moderator"),
    Role.SITE_ADMIN: pgettext_lazy("role", "site admin"),
}


role_changed = Signal()
"""Sent in the transaction that gives or takes a role; `by` is None for the operator of the site.

Arguments: player, before (Role or None), after (Role or None), by
"""


class Severity(StrEnum):
    """How severe an act of moderation is, which decides who may do it alone and who needs approval."""

    LIGHT = "light"
    ORDINARY = "ordinary"
    SEVERE = "severe"


ALONE = {Severity.LIGHT: Role.HELPER, Severity.ORDINARY: Role.MODERATOR, Severity.SEVERE: Role.HEAD}
SECONDING = dict.fromkeys(Severity, Role.MODERATOR)
PROPOSING = {Severity.LIGHT: Role.HELPER, Severity.ORDINARY: Role.HELPER, Severity.SEVERE: Role.MODERATOR}


def role_of(player: Player) -> Role | None:
    """Return the player's role in effect; none without a second factor, if the site requires one."""
    now = Player.objects.filter(pk=player.pk, is_active=True).prefetch_related("groups").first()
    if now is None or lacks_second_factor(now):
        return None
    return kept_role(now)


def kept_role(player: Player) -> Role | None:
    """Return the role that the player was given, even if a second factor is missing."""
    if player.is_superuser:
        return Role.SITE_ADMIN
    roles = [Role(group.name) for group in player.groups.all() if group.name in _RANKS]
    return max(roles, key=_RANKS.__getitem__, default=None)


def lacks_second_factor(player: Player) -> bool:
    """Return whether this member of the staff has to set up a second factor first."""
    return settings.STAFF_NEED_SECOND_FACTOR and player.is_staff and not is_mfa_enabled(player)


def has_role(player: Player, role: Role) -> bool:
    """Return whether the player has this role, or one that includes it."""
    own = role_of(player)
    return own is not None and own.includes(role)


def may_see_queue(player: Player) -> bool:
    """Return whether the player may read reports and cases, and claim them."""
    return has_role(player, Role.HELPER)


def may_act(player: Player, severity: Severity) -> bool:
    """Return whether the player may propose an act of this severity, which may still need approval."""
    return has_role(player, PROPOSING[severity])


def may_act_alone(player: Player, severity: Severity) -> bool:
    """Return whether an act of this severity takes effect at once, without approval."""
    return has_role(player, ALONE[severity])


def may_approve(player: Player, severity: Severity) -> bool:
    """Return whether the player may approve an act of this severity proposed by somebody else."""
    return has_role(player, SECONDING[severity])


def may_answer_appeals(player: Player) -> bool:
    return has_role(player, Role.MODERATOR)


def may_see_private_chat(player: Player) -> bool:
    """Return whether the player may read chats of private tables and clubs; each view is logged."""
    return has_role(player, Role.MODERATOR)


def may_see_likely_same(player: Player) -> bool:
    """Return whether the player may see which accounts likely belong to the same person."""
    return has_role(player, Role.MODERATOR)


def may_open_hands(player: Player) -> bool:
    """Return whether the player may open the hands of a running match, with a reason, which is logged."""
    return has_role(player, Role.HEAD)


def may_export_log(player: Player) -> bool:
    return has_role(player, Role.HEAD)


def may_see_addresses(player: Player) -> bool:
    """Return whether the player may see and change e-mail addresses."""
    return has_role(player, Role.SITE_ADMIN)


def may_manage_staff(player: Player) -> bool:
    return has_role(player, Role.SITE_ADMIN)


def make_groups() -> None:
    """Create missing groups. Idempotent."""
    for role in Role:
        Group.objects.get_or_create(name=role)


@transaction.atomic
def give_role(*, player: Player, role: Role, by: Player | None = None) -> None:
    """Give the player this role in place of any other. Idempotent.

    Without `by`, the operator of the site gives it. Raises UserError (not-allowed, yourself, guest, demo, closed).
    """
    player = _checked(player, by)
    if player.is_guest:
        raise UserError("guest", _("Guests cannot have a role: they have no password."))
    if player.username == demo.NAME:
        raise UserError("demo", _("The demo account cannot have a role: everyone knows its password."))
    if not player.is_active:
        raise UserError("closed", _("This account is closed."))
    _put_into(player, role, by)


@transaction.atomic
def take_role(*, player: Player, by: Player | None = None) -> None:
    """Take the player's role away, with immediate effect. Idempotent. Raises UserError (not-allowed, yourself)."""
    _put_into(_checked(player, by), None, by)


def _checked(player: Player, by: Player | None) -> Player:
    if by is not None and not may_manage_staff(by):
        raise UserError("not-allowed", _("Only a site admin gives and takes roles."))
    if by is not None and by.pk == player.pk:
        raise UserError("yourself", _("You cannot change your own role."))
    return Player.objects.select_for_update().get(pk=player.pk)


def _put_into(player: Player, role: Role | None, by: Player | None) -> None:
    before = kept_role(player)
    player.groups.remove(*Group.objects.filter(name__in=[*Role]))
    if role is not None:
        player.groups.add(Group.objects.get_or_create(name=role)[0])
    player.is_staff = player.is_superuser or role is not None
    player.save(update_fields=["is_staff"])
    after = kept_role(player)
    if after != before:
        role_changed.send(Player, player=player, before=before, after=after, by=by)
    sessions_may_be_over(player.pk)
