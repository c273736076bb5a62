"""Appoint officers, set their rights, and hand over the club to another owner."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from clubs import notices
from clubs.access_channel import rights_changed
from clubs.log import Kind, note
from clubs.models import Membership, Right
from clubs.services.founding import owns_as_many_as_allowed
from clubs.services.guards import locked, other_member, require_owner
from common.errors import UserError

Role = Membership.Role


@transaction.atomic
def promote(*, club_id: int, by: Player, player_id: int, rights: Collection[Right], now: datetime) -> None:
    """Make a member an officer. Raises UserError (no-such-club, not-owner, not-in-club, yourself, officer-already)."""
    club = locked(club_id)
    other = other_member(club, require_owner(club, by), player_id)
    if other.role == Role.OFFICER:
        raise UserError("officer-already", _("This member is already an officer."))
    _set(other, Role.OFFICER, rights)
    line = note(club, Kind.PROMOTED, by=by, player=other.player, now=now, rights=_named(rights))
    notices.tell_of_role(other.player, club, line.pk)
    rights_changed(club, other.player)


@transaction.atomic
def change_rights(*, club_id: int, by: Player, player_id: int, rights: Collection[Right], now: datetime) -> None:
    """Replace an officer's rights. Raises UserError (as `promote`, not-officer)."""
    club = locked(club_id)
    other = other_member(club, require_owner(club, by), player_id)
    _check_officer(other)
    _set(other, Role.OFFICER, rights)
    line = note(club, Kind.TRUSTED, by=by, player=other.player, now=now, rights=_named(rights))
    notices.tell_of_role(other.player, club, line.pk)
    rights_changed(club, other.player)


@transaction.atomic
def demote(*, club_id: int, by: Player, player_id: int, now: datetime) -> None:
    """Make an officer an ordinary member. Raises UserError (as `promote`, not-officer)."""
    club = locked(club_id)
    other = other_member(club, require_owner(club, by), player_id)
    _check_officer(other)
    _set(other, Role.MEMBER, ())
    line = note(club, Kind.DEMOTED, by=by, player=other.player, now=now)
    notices.tell_of_role(other.player, club, line.pk)
    rights_changed(club, other.player)


@transaction.atomic
def hand_over(*, club_id: int, by: Player, player_id: int, now: datetime) -> None:
    """Make another member the owner; the former owner becomes an officer with all rights.

    Raises UserError (no-such-club, not-owner, not-in-club, yourself, too-many-owned).
    """
    club = locked(club_id)
    owner = require_owner(club, by)
    other = other_member(club, owner, player_id)
    Player.objects.select_for_update().get(pk=player_id)  # so that nobody hands them another club at the same time
    if owns_as_many_as_allowed(other.player):
        raise UserError("too-many-owned", _("This member already owns as many clubs as allowed."))
    _set(owner, Role.OFFICER, list(Right))
    _set(other, Role.OWNER, ())
    line = note(club, Kind.HANDED_OVER, by=by, player=other.player, now=now)
    notices.tell_of_handing_over(other.player, club, by, line.pk)
    rights_changed(club, by, other.player)


def _check_officer(membership: Membership) -> None:
    if membership.role != Role.OFFICER:
        raise UserError("not-officer", _("This member is no longer an officer."))


def _set(membership: Membership, role: Role, rights: Collection[Right]) -> None:
    columns = {right.column: right in rights for right in Right}
    Membership.objects.filter(pk=membership.pk).update(role=role, **columns)


def _named(rights: Collection[Right]) -> list[str]:
    """Return the codes that the log stores; they are translated when the log is read."""
    return [right.value for right in Right if right in rights]
