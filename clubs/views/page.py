"""A club's page, its members, announcements and log, and its emblem."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.pages.visitors import reader
from action_log.services import describe
from clubs import log as club_log
from clubs import page_sections
from clubs.emblems import drawn as drawing
from clubs.emblems import uploads
from clubs.forms import AskForm
from clubs.models import Announcement, Ban, Club, Emblem, JoinRequest, Membership
from clubs.views.access import Place, inside, led_by, place
from clubs.views.talk import chat_of
from common.caching.for_visitors import kept_for_visitors
from common.caching.tagged import tagged
from common.database.compiled import compiled_once
from common.markdown import render as markdown
from live.presence import SITE, present

ANNOUNCEMENTS_SHOWN = 3
MEMBERS_SHOWN = 12
A_PAGE = 50
ANNOUNCEMENTS_A_PAGE = 10
YEAR, HOUR = 365 * 24 * 3600, 3600


@require_safe
@kept_for_visitors
def club(request: HttpRequest, slug: str) -> HttpResponse:
    here = place(request, slug)
    context = {"place": here, "club": here.club, **_joining(here)}
    if not here.is_open:
        return render(request, "clubs/door.html", context)
    context |= {"about": markdown(here.club.about), "waiting": _waiting(here), **_live(request, here)}
    context |= chat_of(here)
    return render(request, "clubs/club.html", context)


@require_safe
@tagged
def live(request: HttpRequest, slug: str) -> HttpResponse:
    """Render the parts of the page that change while it is open."""
    here = inside(request, slug)
    context = {"place": here, "club": here.club, **_joining(here), **_live(request, here)}
    return render(request, "clubs/_live.html", context)


def _live(request: HttpRequest, here: Place) -> dict[str, Any]:
    if here.reader is not None:
        here.club.remember(here.reader, here.membership)
    announcements = _newest(here.club.pk)
    everyone = _everyone_in(here.club.pk)
    what_is_on, what_was = page_sections.rendered(request, here.club, here.reader)
    return {
        "announcements": [(one, markdown(one.text)) for one in announcements[:ANNOUNCEMENTS_SHOWN]],
        "has_more_announcements": len(announcements) > ANNOUNCEMENTS_SHOWN,
        "what_is_on": what_is_on,
        "what_was": what_was,
        "members": _first_members(here.club.pk),
        "size": len(everyone),
        "here_now": present(SITE).intersection(everyone),
    }


@compiled_once
def _everyone_in(club: int) -> QuerySet[Membership, int]:
    return Membership.objects.filter(club=club).order_by().values_list("player", flat=True)


@compiled_once
def _first_members(club: int) -> QuerySet[Membership]:
    return Membership.objects.filter(club=club).by_role().only("role", "player", "player__username")[:MEMBERS_SHOWN]


def _announcements(club: Club | int) -> QuerySet[Announcement]:
    return Announcement.objects.filter(club=club).select_related("author")


@compiled_once
def _newest(club: int) -> QuerySet[Announcement]:
    return _announcements(club)[: ANNOUNCEMENTS_SHOWN + 1]


def _joining(here: Place) -> dict[str, Any]:
    """Return the context for joining, for a reader who is not a member."""
    if here.membership or here.reader is None:
        return {"ask_form": AskForm(label_suffix="")}
    own = JoinRequest.objects.filter(club=here.club, player=here.reader, answer=JoinRequest.Answer.WAITING)
    return {
        "ask_form": AskForm(label_suffix=""),
        "own_request": own.first(),
        "own_ban": Ban.objects.in_force(timezone.now()).filter(club=here.club, player=here.reader).first(),
    }


def _waiting(here: Place) -> int:
    """Return how many join requests the reader could answer."""
    if not here.may_manage_members:
        return 0
    return JoinRequest.objects.filter(club=here.club, answer=JoinRequest.Answer.WAITING).count()


@require_safe
def members(request: HttpRequest, slug: str) -> HttpResponse:
    here = inside(request, slug)
    people = Membership.objects.filter(club=here.club).by_role().prefetch_related("player__ratings")
    page = Paginator(people, A_PAGE).get_page(request.GET.get("page"))
    here_now = present(SITE).intersection(one.player_id for one in page)
    managed = {one.pk for one in page if here.outranks(one)} if here.may_manage_members or here.may_moderate else set()
    context = {"place": here, "club": here.club, "page": page, "here_now": here_now, "managed": managed}
    return render(request, "clubs/members.html", context)


@require_safe
def announcements(request: HttpRequest, slug: str) -> HttpResponse:
    here = inside(request, slug)
    page = Paginator(_announcements(here.club), ANNOUNCEMENTS_A_PAGE).get_page(request.GET.get("page"))
    said = [(one, markdown(one.text)) for one in page]
    context = {"place": here, "club": here.club, "page": page, "announcements": said}
    return render(request, "clubs/announcements.html", context)


@require_safe
def log(request: HttpRequest, slug: str) -> HttpResponse:
    here = led_by(request, slug)
    page = Paginator(club_log.lines_of(here.club).with_people(), A_PAGE).get_page(request.GET.get("page"))
    lines = [(line.at, describe(line), club_log.more(line)) for line in page]
    return render(request, "clubs/log.html", {"place": here, "club": here.club, "page": page, "lines": lines})


@require_safe
def emblem(request: HttpRequest, slug: str) -> HttpResponse:
    """Serve the uploaded or the drawn emblem; strangers at a private club always get the drawn one.

    The address changes with the picture, so it can be cached for long.
    """
    club = get_object_or_404(Club, slug=slug)
    picture = None
    if club.picture_mark and (club.is_open_to(None) or club.is_open_to(reader(request))):
        picture = Emblem.objects.filter(club=club).first()
    if picture is None:
        response = HttpResponse(drawing.drawn(club.slug, club.hue), content_type=drawing.MIME)
    else:
        response = HttpResponse(bytes(picture.picture), content_type=uploads.MIME)
    response.headers["Cache-Control"] = f"private, max-age={HOUR}" if club.is_private else f"public, max-age={YEAR}"
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response
