"""A player's tokens: made here, shown once, and revoked."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_POST

from accounts.models import Player
from accounts.pages.my_data import requires_reauthentication
from accounts.pages.requests import PlayerRequest
from accounts.pages.views import with_an_account
from api import tokens
from api.models import Scope, Token
from common.errors import UserError

DAYS = (7, 30, 90, 365)


class TokenForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("What it is for"),
        max_length=tokens.LONGEST_NAME,
        help_text=gettext_lazy("Only you read this."),
    )
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("What it may do"),
        initial=[Scope.READ.value],
        widget=forms.CheckboxSelectMultiple,
    )
    days = forms.TypedChoiceField(
        label=gettext_lazy("How long it works"),
        coerce=int,
        choices=[(days, ngettext_lazy("%(days)d day", "%(days)d days", days) % {"days": days}) for days in DAYS],
        initial=90,
        widget=forms.RadioSelect,
    )

    def __init__(self, of: Player, data: QueryDict | None = None) -> None:
        super().__init__(data, label_suffix="")
        field = self.fields["scopes"]
        assert isinstance(field, forms.MultipleChoiceField)
        field.choices = [(scope.value, scope.label) for scope in Scope.of(of)]

    @property
    def chosen(self) -> dict[str, Any]:
        data = self.cleaned_data
        return {"name": data["name"], "days": data["days"], "scopes": [Scope(one) for one in data["scopes"]]}


@with_an_account
@login_required
@requires_reauthentication
@never_cache
@sensitive_variables("text")
def show(request: PlayerRequest) -> HttpResponse:
    """List the player's tokens, and make another, whose text is only in this one response."""
    return render(request, "api/tokens.html", tokens_of(request, request.user))


@sensitive_variables("text")
def tokens_of(request: PlayerRequest, player: Player) -> dict[str, Any]:
    """Make the requested token, if any; return the context for the tokens of a player or one of their bots."""
    form, text = TokenForm(player, request.POST or None), ""
    if form.is_valid():
        try:
            _token, text = tokens.make(player=player, now=timezone.now(), **form.chosen)
            form = TokenForm(player)
        except UserError as refusal:
            form.add_error(None, str(refusal))
    made = Token.objects.filter(player=player)
    return {"form": form, "tokens": made, "text": text, "now": timezone.now(), "of": player}


@login_required
@require_POST
def revoke(request: PlayerRequest, token_id: int) -> HttpResponse:
    bot = request.user.bots.filter(tokens=token_id).first()
    tokens.revoke(player=request.user, token_id=token_id)
    messages.success(request, _("The token is revoked: programs that use it are no longer let in."))
    return redirect("api:bot", bot.username) if bot else redirect("api:tokens")
