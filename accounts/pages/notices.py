"""The pages of notices: the list, the preferences, push notices, and unsubscribing from letters."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any
from uuid import UUID

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.mixins import LoginRequiredMixin
from django.core import signing
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.generic import ListView

from accounts import notices
from accounts.models import Notice, Player
from accounts.notices import subscriptions, vapid
from accounts.notices.addresses import is_confirmed
from accounts.pages.requests import PlayerRequest
from common.errors import UserError

A_PAGE = 30
WAYS = ("site", "mail", "push")
PUSH_WORKER = settings.BASE_DIR / "static" / "site" / "push" / "worker.js"


class NoticeList(LoginRequiredMixin, ListView):
    template_name = "accounts/notices.html"
    context_object_name = "notices"
    paginate_by = A_PAGE
    request: PlayerRequest

    def get_queryset(self) -> QuerySet[Notice]:
        return notices.shown_to(self.request.user)


@require_safe
def read(request: HttpRequest, notice_id: UUID) -> HttpResponse:
    """Mark a notice as read if it belongs to the reader, and redirect to what it is about."""
    notice = get_object_or_404(Notice, pk=notice_id)
    if notice.player_id == request.user.pk:
        notices.read(notice=notice)
    of_this_site = url_has_allowed_host_and_scheme(notice.url, allowed_hosts=None)
    return redirect(notice.url if of_this_site else "accounts:notices")


@login_required
@require_POST
def read_all(request: PlayerRequest) -> HttpResponse:
    notices.read_all(player=request.user)
    return redirect("accounts:notices")


Column = tuple[str, str]
"""The prefix of a column's field names, and the label of its checkbox for all of them."""
Row = tuple[notices.Kind, list[forms.BoundField]]


class ChoicesForm(forms.Form):
    """Three checkboxes for every kind that can concern the player: on the site, by e-mail, by push.

    The page also sends which kinds it showed; kinds that it did not show keep their settings.
    """

    def __init__(self, *args: Any, player: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.kinds = notices.kinds_for(player)
        for kind in self.kinds.values():
            choice = notices.choice_of(player, kind)
            self.fields[f"site-{kind.slug}"] = _tick(gettext_lazy("On the site: %(kind)s"), kind, choice.by_site)
            self.fields[f"mail-{kind.slug}"] = _tick(gettext_lazy("By e-mail: %(kind)s"), kind, choice.by_mail)
            self.fields[f"push-{kind.slug}"] = _tick(gettext_lazy("By push: %(kind)s"), kind, choice.by_push)

    def groups(self) -> list[tuple[notices.Group, list[Column], list[Row]]]:
        """Return columns and rows under each heading; a heading without kinds is left out."""
        rows = [(kind, [self[f"{way}-{slug}"] for way in WAYS]) for slug, kind in self.kinds.items()]
        groups = [(group, [row for row in rows if row[0].group is group]) for group in notices.Group]
        return [(group, _columns(group), rows) for group, rows in groups if rows]

    def choices(self, shown: Collection[str]) -> dict[str, notices.Choice]:
        """Return what was chosen for the kinds that the page showed."""
        data = self.cleaned_data
        slugs = [slug for slug in self.kinds if slug in shown]
        return {slug: notices.Choice(*(data[f"{way}-{slug}"] for way in WAYS)) for slug in slugs}


def _columns(group: notices.Group) -> list[Column]:
    named = {"group": group.label}
    return [
        ("site", _("On the site: all under %(group)s") % named),
        ("mail", _("By e-mail: all under %(group)s") % named),
        ("push", _("By push: all under %(group)s") % named),
    ]


def _tick(label: Any, kind: notices.Kind, is_on: bool) -> forms.BooleanField:
    name = label % {"kind": kind.label}
    return forms.BooleanField(required=False, initial=is_on, widget=forms.CheckboxInput({"aria-label": name}))


@login_required
def choices(request: PlayerRequest) -> HttpResponse:
    form = ChoicesForm(request.POST or None, player=request.user)
    if form.is_valid():
        notices.choose(player=request.user, choices=form.choices(request.POST.getlist("kind")))
        messages.success(request, _("Your choice is saved."))
        return redirect(reverse("accounts:notice-choices", query={"open": request.POST.getlist("open")}))
    context = {
        "form": form,
        "has_confirmed": is_confirmed(request.user),
        "open": request.GET.getlist("open"),
        "push_key": vapid.public_key(),
        "browsers": request.user.push_subscriptions.order_by("-created_at", "-pk"),
    }
    return render(request, "accounts/notices_choices.html", context)


# --- Push notices ---


@cache_control(no_cache=True)
@require_safe
def push_worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker, whose address must not change and lies above all pages it works for."""
    return HttpResponse(PUSH_WORKER.read_bytes(), content_type="text/javascript")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def renew_push(request: HttpRequest) -> HttpResponse:
    """Take the new address of a browser whose push service has changed it; GET returns what the browser needs for that.

    Answers 403 unless the player has push notices in this browser.
    """
    if not isinstance(request.user, Player) or not subscriptions.is_on(request.session):
        return HttpResponse(status=403)
    if request.method != "POST":
        return JsonResponse({"key": vapid.public_key(), "token": get_token(request)})
    try:
        _subscribe(request, request.user)
    except UserError as refused:
        return HttpResponse(str(refused), status=400)
    return HttpResponse(status=204)


def _subscribe(request: HttpRequest, player: Player) -> None:
    asked = {name: request.POST.get(name, "") for name in ("endpoint", "p256dh", "auth")}
    agent = request.headers.get("User-Agent", "")
    subscriptions.subscribe(player=player, session=request.session, user_agent=agent, now=timezone.now(), **asked)


@login_required
@require_POST
def turn_push_on(request: PlayerRequest) -> HttpResponse:
    try:
        _subscribe(request, request.user)
    except UserError as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("This browser now shows your notices, even when no page of the site is open."))
    return redirect("accounts:notice-choices")


@login_required
@require_POST
def turn_push_off(request: PlayerRequest) -> HttpResponse:
    endpoint = request.POST.get("endpoint", "")
    subscriptions.unsubscribe(player=request.user, session=request.session, endpoint=endpoint)
    messages.success(request, _("This browser no longer shows your notices when no page of the site is open."))
    return redirect("accounts:notice-choices")


@login_required
@require_POST
def remove_push_browser(request: PlayerRequest, subscription_id: int) -> HttpResponse:
    subscriptions.remove(player=request.user, session=request.session, subscription_id=subscription_id)
    messages.success(request, _("That browser no longer gets push notices."))
    return redirect("accounts:notice-choices")


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """Unsubscribe from letters of these kinds; the signed address is the only credential (RFC 8058).

    Opening the page changes nothing, since mail scanners open every link.
    """
    try:
        player_id, slugs = notices.read_stop_token(token)
    except signing.BadSignature as forged:
        raise Http404 from forged
    kinds = [notices.KINDS[slug] for slug in slugs if slug in notices.KINDS]
    if request.method == "POST":
        notices.stop_mail(player_id=player_id, kinds=kinds)
    return render(request, "accounts/notices_stop.html", {"kinds": kinds, "is_done": request.method == "POST"})
