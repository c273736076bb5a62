"""The webhooks of a tournament, for its organisers: set them up, see their last messages, and delete them."""

from __future__ import annotations

from collections.abc import Callable

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import Player
from accounts.pages.visitors import reader
from api.models import Delivery, Webhook
from api.webhooks import services
from common.errors import UserError
from tournaments.base.guards import organised_tournament
from tournaments.models import Tournament

SHOWN = 10


class WebhookForm(forms.Form):
    url = forms.CharField(
        label=gettext_lazy("Address"),
        max_length=300,
        widget=forms.URLInput(attrs={"placeholder": "https://", "autocomplete": "off"}),
    )


def _organiser(request: HttpRequest) -> Player:
    player = reader(request)
    assert player is not None  # only organisers get this far
    return player


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@sensitive_variables("secret")
def show(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """List the webhooks, and set up another, whose secret is only in this one response."""
    tournament = organised_tournament(request, tournament_id)
    form, secret = WebhookForm(request.POST or None, label_suffix=""), ""
    if form.is_valid():
        try:
            _webhook, secret = services.set_up(
                tournament=tournament, by=_organiser(request), url=form.cleaned_data["url"], now=timezone.now()
            )
            form = WebhookForm(label_suffix="")
        except UserError as refusal:
            form.add_error(None, str(refusal))
    context = {"tournament": tournament, "form": form, "secret": secret, "webhooks": _listed(tournament)}
    return render(request, "api/webhooks.html", context)


def _listed(tournament: Tournament) -> list[tuple[Webhook, list[Delivery]]]:
    """Return each webhook with its last messages."""
    webhooks = Webhook.objects.filter(tournament=tournament)
    return [(one, list(one.deliveries.exclude(state=Delivery.State.PAST)[:SHOWN])) for one in webhooks]


def _changing(act: Callable[..., None], request: HttpRequest, tournament_id: str, webhook_id: int) -> HttpResponse:
    tournament = organised_tournament(request, tournament_id)
    try:
        act(tournament=tournament, by=_organiser(request), webhook_id=webhook_id)
        messages.success(request, _("Done."))
    except UserError as refusal:
        messages.warning(request, str(refusal))
    return redirect("api:webhooks", tournament_id)


@require_POST
def delete(request: HttpRequest, tournament_id: str, webhook_id: int) -> HttpResponse:
    return _changing(services.delete, request, tournament_id, webhook_id)


@require_POST
def switch_on(request: HttpRequest, tournament_id: str, webhook_id: int) -> HttpResponse:
    return _changing(services.switch_on, request, tournament_id, webhook_id)
