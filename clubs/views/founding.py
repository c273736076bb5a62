"""Pages for founding, editing and closing a club."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import Player
from clubs import page_sections, services
from clubs.forms import ClubForm, FoundForm, PictureForm
from clubs.models import Club, Upload
from clubs.views.access import Place, owned_by
from clubs.views.actions import club_action, with_an_account
from common.errors import UserError
from common.limits import too_many_by_player


@require_http_methods(["GET", "HEAD", "POST"])
@with_an_account
def found(request: HttpRequest, player: Player) -> HttpResponse:
    form = FoundForm(request.POST or None, initial=_usual(request, player))
    if form.is_valid():
        try:
            slug = form.cleaned_data["slug"]
            club = services.found(founder=player, now=timezone.now(), slug=slug, **form.facts)
        except (UserError, ValidationError) as refusal:
            _say(refusal, form)
        else:
            messages.success(request, _("Your club is ready. Now tell others who you are, and invite them."))
            return redirect(club)
    return render(request, "clubs/found.html", {"form": form})


def _say(refusal: UserError | ValidationError, form: ClubForm) -> None:
    form.add_error(None, refusal if isinstance(refusal, ValidationError) else str(refusal))


def _usual(request: HttpRequest, player: Player) -> dict[str, Any]:
    return {"language": request.LANGUAGE_CODE, "time_zone": player.time_zone or "UTC"}


@require_http_methods(["GET", "HEAD", "POST"])
@with_an_account
def edit(request: HttpRequest, player: Player, slug: str) -> HttpResponse:
    here = owned_by(request, slug)
    form = ClubForm(request.POST or None, instance=Club.objects.get(pk=here.club.pk))
    if form.is_valid():
        try:
            services.edit(club_id=here.club.pk, by=player, now=timezone.now(), **form.facts)
        except (UserError, ValidationError) as refusal:
            _say(refusal, form)
        else:
            messages.success(request, _("Your changes are saved."))
            return redirect(here.club)
    return _show_edit(request, here, form, PictureForm(label_suffix=""))


@require_safe
@with_an_account
def emblem_card(request: HttpRequest, player: Player, slug: str) -> HttpResponse:
    """Render the state of an uploaded picture, for the page that waits for it."""
    here = owned_by(request, slug)
    return render(request, "clubs/_emblem.html", _emblem_context(here, PictureForm(label_suffix="")))


@require_http_methods(["POST"])
@with_an_account
def picture(request: HttpRequest, player: Player, slug: str) -> HttpResponse:
    here = owned_by(request, slug)
    form = PictureForm(request.POST, request.FILES, label_suffix="")
    if form.is_valid():
        if refusal := too_many_by_player(request, "pictures"):
            return refusal
        try:
            content = form.cleaned_data["picture"]
            services.offer_picture(club_id=here.club.pk, by=player, now=timezone.now(), content=content)
        except UserError as problem:
            form.add_error("picture", str(problem))
        else:
            return redirect("clubs:edit", slug)
    return _show_edit(request, here, ClubForm(instance=here.club), form)


def _show_edit(request: HttpRequest, here: Place, form: ClubForm, picture_form: PictureForm) -> HttpResponse:
    is_alone = here.club.memberships.count() == 1
    context = {
        "place": here,
        "form": form,
        "is_alone": is_alone,
        "goes_on": page_sections.before_closing(request, here.club, here.reader) if is_alone else [],
        **_emblem_context(here, picture_form),
    }
    return render(request, "clubs/edit.html", context)


def _emblem_context(here: Place, picture_form: PictureForm) -> dict[str, Any]:
    upload = Upload.objects.filter(club=here.club).defer("content").first()
    return {"club": here.club, "picture_form": picture_form, "upload": upload}


@club_action
def drop_picture(request: HttpRequest, player: Player, slug: str) -> str:
    here = owned_by(request, slug)
    services.drop_picture(club_id=here.club.pk, by=player, now=timezone.now())
    return reverse("clubs:edit", args=[slug])


@club_action
def close(request: HttpRequest, player: Player, slug: str) -> str:
    here = owned_by(request, slug)
    services.close(club_id=here.club.pk, by=player, now=timezone.now())
    messages.success(request, _("The club is closed. Its matches stay with their players."))
    return reverse("clubs:directory")
