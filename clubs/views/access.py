"""Getting a club and the right to see or do something there in one step, so that no page has the one without the
other."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404

from accounts.models import Player
from accounts.pages.visitors import reader
from clubs.models import Club, Membership, Right


@dataclass(frozen=True, slots=True)
class Place:
    """A club as one reader finds it; None: a visitor, no member."""

    club: Club
    reader: Player | None
    membership: Membership | None

    @property
    def is_open(self) -> bool:
        """Whether the reader may see what is inside."""
        return self.membership is not None or not self.club.is_private

    def may(self, right: Right) -> bool:
        return self.membership is not None and self.membership.may(right)

    # for templates, which cannot pass arguments

    @property
    def is_owner(self) -> bool:
        return self.membership is not None and self.membership.is_owner

    @property
    def leads(self) -> bool:
        return self.membership is not None and self.membership.leads

    @property
    def minds_members(self) -> bool:
        return self.may(Right.MEMBERS)

    @property
    def minds_announcements(self) -> bool:
        return self.may(Right.ANNOUNCEMENTS)

    @property
    def minds_peace(self) -> bool:
        return self.may(Right.PEACE)


def place(request: HttpRequest, slug: str) -> Place:
    """The club as far as anyone may know of it; 404 if there is none."""
    club = get_object_or_404(Club.objects.alive(), slug=slug)
    player = reader(request)
    return Place(club, player, club.membership_of(player))


def inside(request: HttpRequest, slug: str) -> Place:
    """404 for strangers at a private club."""
    found = place(request, slug)
    if not found.is_open:
        raise Http404
    return found


def led_by(request: HttpRequest, slug: str, *rights: Right) -> Place:
    """For officers, with one of these rights if any are named; 403 for all others who may see the club."""
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
