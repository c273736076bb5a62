"""Found, edit and close a club."""

from __future__ import annotations

from datetime import datetime
from typing import TypedDict, Unpack

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.standing import Authority, Moderator, Right, check_may, check_title, person
from clubs.access_channel import everyones_rights_changed
from clubs.addresses import address_from
from clubs.log import Kind, note
from clubs.models import Club, JoinRequest, Membership
from clubs.services.guards import check_owner, locked, require_account, require_owner
from clubs.services.joining import check_room
from common.errors import UserError

MOST_OWNED = 5


class Facts(TypedDict, total=False):
    about: str
    language: str
    time_zone: str
    hue: int
    admission: str
    is_private: bool


def owns_as_many_as_allowed(player: Player) -> bool:
    owned = Membership.objects.filter(player=player, role=Membership.Role.OWNER, club__closed_at=None)
    return owned.count() >= MOST_OWNED


@transaction.atomic
def found(*, founder: Player, now: datetime, name: str, slug: str = "", **facts: Unpack[Facts]) -> Club:
    """Create a club owned by its founder; without a `slug`, one is made from the name.

    Raises UserError (a sanction, guest, too-many-owned, too-many-clubs), ValidationError.
    """
    check_may(founder, Right.FOUND)
    _check_name(name)
    founder = Player.objects.select_for_update().get(pk=founder.pk)
    require_account(founder)
    if owns_as_many_as_allowed(founder):
        sentence = _("You already own %(most)d clubs. Hand one over or close it first.")
        raise UserError("too-many-owned", sentence % {"most": MOST_OWNED})
    check_room(founder)
    slug = slug or address_from(name, lambda address: Club.objects.filter(slug=address).exists())
    club = Club(name=name, slug=slug, active_at=now, **facts)
    club.full_clean()
    try:
        with transaction.atomic():
            club.save()
    except IntegrityError as taken:  # somebody else took the slug in the meantime
        raise ValidationError({"slug": _("Another club has this address already.")}) from taken
    Membership.objects.create(club=club, player=founder, role=Membership.Role.OWNER)
    note(club, Kind.FOUNDED, by=founder, now=now)
    return club


def _check_name(name: str) -> None:
    """Raise ValidationError unless a club may have this name."""
    try:
        check_title(name)
    except ValidationError as refusal:
        raise ValidationError({"name": refusal}) from refusal


@transaction.atomic
def edit(*, club_id: int, by: Authority, now: datetime, name: str, **facts: Unpack[Facts]) -> Club:
    """Change a club's settings. Raises UserError (a sanction, no-such-club, frozen, not-a-member, not-owner),
    ValidationError."""
    check_may(person(by), Right.NAME)
    _check_name(name)
    club = locked(club_id, by)
    check_owner(club, by)
    was_private, club.name = club.is_private, name
    for field, value in facts.items():
        setattr(club, field, value)
    club.full_clean()
    club.save(update_fields=["name", *facts])
    note(club, Kind.EDITED, by=by, now=now)
    if club.is_private and not was_private:
        everyones_rights_changed(club)
    return club


def mark_active(*, club_id: int, now: datetime) -> None:
    """Mark the club as active after something that is not in its log, such as opening a table."""
    Club.objects.filter(pk=club_id).update(active_at=now)


@transaction.atomic
def close(*, club_id: int, by: Authority, now: datetime) -> None:
    """Close a club; what was played in it stays. An owner must be its only member. Moderators may close any club, which
    keeps its members in case it is reopened.

    Raises UserError (no-such-club, frozen, not-a-member, not-owner, not-alone).
    """
    club = locked(club_id, by)
    if not isinstance(by, Moderator):
        _take_owner_out(club, by)
    note(club, Kind.CLOSED, by=by, now=now)
    Club.objects.filter(pk=club.pk).update(closed_at=now)
    waiting = JoinRequest.objects.filter(club=club, answer=JoinRequest.Answer.WAITING)
    waiting.update(answer=JoinRequest.Answer.REFUSED, answered_at=now)
    club.invitations.filter(revoked_at=None).update(revoked_at=now)
    everyones_rights_changed(club)


def _take_owner_out(club: Club, owner: Player) -> None:
    """Take the owner out of the club. Raises UserError (not-a-member, not-owner, not-alone)."""
    membership = require_owner(club, owner)
    if Membership.objects.filter(club=club).exclude(pk=membership.pk).exists():
        sentence = _("There are other members: only its last member can close a club. You can hand it over and leave.")
        raise UserError("not-alone", sentence)
    membership.delete()


@transaction.atomic
def restore_texts(*, club_id: int, by: Moderator, now: datetime, **texts: str) -> None:
    """Restore texts that moderators have removed."""
    club = locked(club_id, by)
    Club.objects.filter(pk=club.pk).update(**texts)
    note(club, Kind.EDITED, by=by, now=now)


@transaction.atomic
def reopen(*, club_id: int, by: Moderator, now: datetime) -> None:
    """Reopen a club that moderators have closed. Idempotent."""
    club = Club.objects.select_for_update(of=("self",)).get(pk=club_id)
    if club.closed_at is not None:
        Club.objects.filter(pk=club_id).update(closed_at=None)
        note(club, Kind.REOPENED, by=by, now=now)


@transaction.atomic
def freeze(*, club_id: int, by: Moderator, now: datetime) -> None:
    """Freeze a club: members can read and leave, until it is thawed. Idempotent. Raises UserError (no-such-club)."""
    club = locked(club_id, by)
    if club.frozen_at is None:
        Club.objects.filter(pk=club.pk).update(frozen_at=now)
        note(club, Kind.FROZEN, by=by, now=now)


@transaction.atomic
def thaw(*, club_id: int, by: Moderator, now: datetime) -> None:
    """Unfreeze a club. Idempotent. Raises UserError (no-such-club)."""
    club = locked(club_id, by)
    if club.frozen_at is not None:
        Club.objects.filter(pk=club.pk).update(frozen_at=None)
        note(club, Kind.THAWED, by=by, now=now)
