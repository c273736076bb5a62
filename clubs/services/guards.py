"""Checks with which services of clubs begin: lock the club, then check who is asking.

Moderators may do whatever takes an `Authority`, even in frozen clubs.
"""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.standing import Authority, Moderator
from clubs.models import Club, Membership, Right
from common.errors import UserError


def locked(club_id: int, by: Authority | None = None) -> Club:
    """Lock and return a club that is to be changed. Raises UserError (no-such-club, frozen)."""
    club = locked_even_if_frozen(club_id)
    if not isinstance(by, Moderator):
        check_is_not_frozen(club)
    return club


def locked_even_if_frozen(club_id: int) -> Club:
    """Lock and return a club, frozen or not. Raises UserError (no-such-club)."""
    club = Club.objects.alive().select_for_update(of=("self",)).filter(pk=club_id).first()
    if club is None:
        raise UserError("no-such-club", _("This club has been closed."))
    return club


def check_is_not_frozen(club: Club) -> None:
    """Raise UserError (frozen) if moderators have frozen the club."""
    if club.frozen_at is not None:
        raise UserError("frozen", _("The moderators have frozen this club: for now, you can only read and leave."))


def member(club: Club, player: Player) -> Membership:
    """Return the player's membership. Raises UserError (not-a-member)."""
    membership = club.membership_of(player)
    if membership is None:
        raise UserError("not-a-member", _("Only members of the club can do that."))
    return membership


def require(club: Club, player: Player, *rights: Right) -> Membership:
    """Return the player's membership if it has one of these rights. Raises UserError (not-a-member, no-right)."""
    membership = member(club, player)
    if not any(membership.may(right) for right in rights):
        raise UserError("no-right", _("You do not have the right to do that in this club. Ask its owner."))
    return membership


def require_owner(club: Club, player: Player) -> Membership:
    """Return the owner's membership. Raises UserError (not-a-member, not-owner)."""
    membership = member(club, player)
    if not membership.is_owner:
        raise UserError("not-owner", _("Only the owner of the club can do that."))
    return membership


def check_right(club: Club, by: Authority, *rights: Right) -> None:
    """Raise UserError (not-a-member, no-right) unless `by` is a moderator or a member with one of these rights."""
    if not isinstance(by, Moderator):
        require(club, by, *rights)


def check_owner(club: Club, by: Authority) -> None:
    """Raise UserError (not-a-member, not-owner) unless `by` is a moderator or the owner."""
    if not isinstance(by, Moderator):
        require_owner(club, by)


def require_account(player: Player) -> None:
    """Raise UserError (guest) unless the player has an account."""
    if player.is_guest:
        raise UserError("guest", _("Clubs are for players with an account. Keep your account first: nothing is lost."))


def other_member(club: Club, by: Membership, player_id: int) -> Membership:
    """Return somebody else's membership if `by` outranks them: officers outrank members, the owner everyone.

    Raises UserError (not-in-club, yourself, above-you).
    """
    other = Membership.objects.select_related("player").filter(club=club, player=player_id).first()
    if other is None:
        raise UserError("not-in-club", _("This player is no longer in the club."))
    if other.pk == by.pk:
        raise UserError("yourself", _("You cannot do that to yourself."))
    if not by.outranks(other):
        raise UserError("above-you", _("Only the owner of the club can do that to an officer."))
    return other


def one_line(text: str, longest: int) -> str:
    """Return the text as one line with single spaces. Raises UserError (too-long)."""
    text = " ".join(text.split())
    if len(text) > longest:
        raise UserError("too-long", _("This is too long: %(longest)d characters at most.") % {"longest": longest})
    return text
