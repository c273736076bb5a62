"""A player's bots: accounts for programs that play, each with tokens of its own."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts import bots, names
from accounts.models import Player
from accounts.pages.my_data import requires_reauthentication
from accounts.pages.requests import PlayerRequest
from accounts.pages.views import with_an_account
from accounts.personal import deletion
from api.pages.tokens import tokens_of
from common.errors import UserError


class BotForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("Name of the bot"),
        max_length=names.MAX_LENGTH,
        help_text=gettext_lazy("3 to 20 letters and digits. Everyone sees it, and that the bot is yours."),
    )


@with_an_account
@login_required
@requires_reauthentication
def show(request: PlayerRequest) -> HttpResponse:
    """List the player's bots, and make another."""
    form = BotForm(request.POST or None, label_suffix="")
    if form.is_valid():
        try:
            bot = bots.create_bot(owner=request.user, name=form.cleaned_data["name"])
            return redirect("api:bot", bot.username)
        except UserError as refusal:
            form.add_error(None, str(refusal))
        except ValidationError as refusal:
            form.add_error("name", refusal.messages)
    own = request.user.bots.filter(deleted_at=None).order_by("date_joined")
    return render(request, "api/bots.html", {"form": form, "bots": own})


def _own(request: PlayerRequest, name: str) -> Player:
    """Return one of the player's own bots by its name."""
    return get_object_or_404(Player.objects.named(name), bot_owner=request.user, deleted_at=None)


@with_an_account
@login_required
@requires_reauthentication
@never_cache
def show_one(request: PlayerRequest, name: str) -> HttpResponse:
    """List a bot's tokens, and make another, as on the page of the player's own tokens."""
    return render(request, "api/tokens.html", tokens_of(request, _own(request, name)))


@login_required
@require_POST
def delete(request: PlayerRequest, name: str) -> HttpResponse:
    """Request the deletion of a bot, which has the same grace period as other accounts."""
    deletion.ask(player=_own(request, name), now=timezone.now())
    messages.success(request, _("The bot plays no more, and will be deleted."))
    return redirect("api:bots")


@login_required
@require_POST
def keep(request: PlayerRequest, name: str) -> HttpResponse:
    """Cancel the deletion of a bot."""
    deletion.cancel(player=_own(request, name))
    messages.success(request, _("The bot is kept. It needs a new token."))
    return redirect("api:bots")
