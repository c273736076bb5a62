"""Pages for writing announcements, and buttons on them."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.models import Player
from clubs import services
from clubs.forms import AnnouncementForm
from clubs.models import Announcement, Right
from clubs.views.access import Place, led_by
from clubs.views.actions import club_action, with_an_account
from common.errors import UserError


@require_http_methods(["GET", "HEAD", "POST"])
@with_an_account
def write(request: HttpRequest, player: Player, slug: str) -> HttpResponse:
    here = led_by(request, slug, Right.ANNOUNCEMENTS)

    def publish(title: str, text: str) -> None:
        services.publish(club_id=here.club.pk, by=player, now=timezone.now(), title=title, text=text)

    return _written(request, here, AnnouncementForm(request.POST or None, label_suffix=""), publish)


@require_http_methods(["GET", "HEAD", "POST"])
@with_an_account
def revise(request: HttpRequest, player: Player, slug: str, announcement_id: int) -> HttpResponse:
    here, announcement = _announcement(request, slug, announcement_id)

    def change(title: str, text: str) -> None:
        services.revise(announcement_id=announcement_id, by=player, now=timezone.now(), title=title, text=text)

    form = AnnouncementForm(request.POST or None, instance=announcement, label_suffix="")
    return _written(request, here, form, change)


def _written(
    request: HttpRequest, here: Place, form: AnnouncementForm, keep: Callable[[str, str], None]
) -> HttpResponse:
    if form.is_valid():
        try:
            keep(form.cleaned_data["title"], form.cleaned_data["text"])
        except UserError as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("Members can read it now."))
            return redirect(here.club)
    return render(request, "clubs/write.html", {"place": here, "club": here.club, "form": form})


def _announcement(request: HttpRequest, slug: str, announcement_id: int) -> tuple[Place, Announcement]:
    here = led_by(request, slug, Right.ANNOUNCEMENTS)
    return here, get_object_or_404(Announcement, pk=announcement_id, club=here.club)


def _list(slug: str) -> str:
    return reverse("clubs:announcements", args=[slug])


@club_action
def pin(request: HttpRequest, player: Player, slug: str, announcement_id: int) -> str:
    _announcement(request, slug, announcement_id)
    services.pin(announcement_id=announcement_id, by=player, now=timezone.now())
    return _list(slug)


@club_action
def unpin(request: HttpRequest, player: Player, slug: str, announcement_id: int) -> str:
    _announcement(request, slug, announcement_id)
    services.unpin(announcement_id=announcement_id, by=player, now=timezone.now())
    return _list(slug)


@club_action
def take_down(request: HttpRequest, player: Player, slug: str, announcement_id: int) -> str:
    _announcement(request, slug, announcement_id)
    services.take_down(announcement_id=announcement_id, by=player, now=timezone.now())
    messages.success(request, _("The announcement is deleted."))
    return _list(slug)
