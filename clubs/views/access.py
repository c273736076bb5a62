"""Fetch a club and check the reader's rights in one step, so that no view can do one without the other."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse

from accounts.models import Player
from accounts.pages.visitors import reader
from clubs.models import Club, Membership, Right
from common.database.compiled import compiled_once


class ClubIsClosed(Http404):
    """Raised for the address of a club that has been closed, so that the page can say so (`clubs.views.closed`)."""


@dataclass(frozen=True, slots=True)
class Place:
    """A club as seen by one reader. `membership` is None for visitors and other non-members."""

    club: Club
    reader: Player | None
    membership: Membership | None
    is_open: bool
    """Set when the reader may see the members' area."""

    def may(self, right: Right) -> bool:
        return self.membership is not None and self.membership.may(right)

    def outranks(self, other: Membership) -> bool:
        return self.membership is not None and self.membership.outranks(other)

    # for templates, which cannot pass arguments

    @property
    def is_owner(self) -> bool:
        return self.membership is not None and self.membership.is_owner

    @property
    def leads(self) -> bool:
        return self.membership is not None and self.membership.leads

    @property
    def may_manage_members(self) -> bool:
        return self.may(Right.MEMBERS)

    @property
    def may_announce(self) -> bool:
        return self.may(Right.ANNOUNCEMENTS)

    @property
    def may_moderate(self) -> bool:
        return self.may(Right.MODERATION)


def club_at(slug: str) -> Club:
    """Return the club with this address; 404 if there is none or it has been closed."""
    club = next(iter(_with_address(slug)), None)
    if club is None:
        raise Http404
    if club.closed_at is not None:
        raise ClubIsClosed
    return club


def place(request: HttpRequest, slug: str) -> Place:
    """Return the club with the reader's membership; 404 as `club_at`."""
    club = club_at(slug)
    player = reader(request)
    return Place(club, player, club.membership_of(player), club.is_open_to(player))


@compiled_once
def _with_address(slug: str) -> QuerySet[Club]:
    return Club.objects.filter(slug=slug)


def inside(request: HttpRequest, slug: str) -> Place:
    """Return a club whose members' area the reader may see; 404 for strangers at a private club."""
    found = place(request, slug)
    if not found.is_open:
        raise Http404
    return found


def led_by(request: HttpRequest, slug: str, *rights: Right) -> Place:
    """Return a club in which the reader is an officer or the owner, with one of `rights` if any are given; otherwise
    403 (or 404, as `inside`)."""
    found = inside(request, slug)
    if not found.leads or (rights and not any(found.may(right) for right in rights)):
        raise PermissionDenied
    return found


def owned_by(request: HttpRequest, slug: str) -> Place:
    found = inside(request, slug)
    if not found.is_owner:
        raise PermissionDenied
    return found


def to_sign_in(request: HttpRequest) -> HttpResponse:
    return redirect_to_login(request.get_full_path())
