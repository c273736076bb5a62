"""What every service of clubs begins with: the club's row, locked, and what the one who asks may do there."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.refusals import Refused
from clubs.models import Club, Membership, Right


def locked(club_id: int) -> Club:
    """Raises Refused (no-such-club)."""
    club = Club.objects.alive().select_for_update(of=("self",)).filter(pk=club_id).first()
    if club is None:
        raise Refused("no-such-club", _("This club has been closed."))
    return club


def member(club: Club, player: Player) -> Membership:
    """Raises Refused (not-a-member)."""
    membership = club.membership_of(player)
    if membership is None:
        raise Refused("not-a-member", _("Only members of the club can do that."))
    return membership


def require(club: Club, player: Player, *rights: Right) -> Membership:
    """The player's membership, with one of these rights. Raises Refused (not-a-member, no-right)."""
    membership = member(club, player)
    if not any(membership.may(right) for right in rights):
        raise Refused("no-right", _("You have not been trusted with that in this club. Ask its owner."))
    return membership


def require_owner(club: Club, player: Player) -> Membership:
    """Raises Refused (not-a-member, not-owner)."""
    membership = member(club, player)
    if not membership.is_owner:
        raise Refused("not-owner", _("Only the owner of the club can do that."))
    return membership


def require_account(player: Player) -> None:
    """Raises Refused (guest)."""
    if player.is_guest:
        raise Refused("guest", _("Clubs are for players with an account. Keep your account first: nothing is lost."))


def other_member(club: Club, by: Membership, player_id: int) -> Membership:
    """The membership of somebody else whom `by` stands above: officers above members, the owner above all.

    Raises Refused (not-in-club, yourself, above-you).
    """
    other = Membership.objects.select_related("player").filter(club=club, player=player_id).first()
    if other is None:
        raise Refused("not-in-club", _("This player is not in the club any more."))
    if other.pk == by.pk:
        raise Refused("yourself", _("You cannot do that to yourself."))
    if other.leads and not by.is_owner:
        raise Refused("above-you", _("Only the owner of the club can do that to an officer."))
    return other


def line(text: str, longest: int) -> str:
    """One line of text, its blanks tidied. Raises Refused (too-long)."""
    text = " ".join(text.split())
    if len(text) > longest:
        raise Refused("too-long", _("This is too long: %(longest)d characters are possible.") % {"longest": longest})
    return text
