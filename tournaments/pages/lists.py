"""Lists of tournaments: upcoming, running and finished."""

from __future__ import annotations

from django import forms
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_safe

from accounts.models import Player
from accounts.pages.visitors import reader
from clubs.models import Club
from common.kept.for_visitors import kept_for_visitors
from games.rules import GAMES
from tournaments.base import querysets
from tournaments.base.permissions import listed_for
from tournaments.models import TournamentQuerySet

A_PAGE = 20
COMING, OVER = "coming", "over"


class FilterForm(forms.Form):
    """Filters; `club` and `mine` are only offered to those who have any."""

    game = forms.ChoiceField(
        label=gettext_lazy("Game"),
        required=False,
        choices=[("", pgettext_lazy("games", "all")), *((slug, game.name) for slug, game in GAMES.items())],
    )
    club = forms.ChoiceField(label=gettext_lazy("Club"), required=False)
    mine = forms.BooleanField(label=gettext_lazy("only mine"), required=False)

    def __init__(self, data: object, clubs: list[Club], player: Player | None, asked: str) -> None:
        super().__init__(data, label_suffix="")  # type: ignore[arg-type]
        field = self.fields["club"]
        assert isinstance(field, forms.ChoiceField)
        offered = {club.slug: club.name for club in clubs}
        if asked and asked not in offered and (other := Club.objects.alive().filter(slug=asked).first()):
            offered[asked] = other.name
        field.choices = [("", pgettext_lazy("clubs", "all")), *offered.items()]
        if player is None:
            del self.fields["mine"]


@require_safe
@kept_for_visitors
def tournaments(request: HttpRequest) -> HttpResponse:
    player = reader(request)
    clubs = list(Club.objects.alive().of(player)) if player else []
    form = FilterForm(request.GET, clubs, player, request.GET.get("club", ""))
    found = listed_for(player)
    if form.is_valid():
        found = _filtered(found, form, player)
    which = OVER if request.GET.get("when") == OVER else COMING
    found = found.over().order_by("-starts_at") if which == OVER else found.coming().order_by("starts_at")
    page = Paginator(querysets.for_lists(found), A_PAGE).get_page(request.GET.get("page"))
    context = {
        "form": form,
        "which": which,
        "page": page,
        "running": [] if which == OVER else list(_running(form, player)),
        "drafts": list(querysets.drafts_of(player)) if player and which == COMING else [],
        "query": _query(request),
        "player": player,
    }
    return render(request, "tournaments/list.html", context)


def _filtered(found: TournamentQuerySet, form: FilterForm, player: Player | None) -> TournamentQuerySet:
    chosen = form.cleaned_data
    if chosen["game"]:
        found = found.filter(game=chosen["game"])
    if chosen["club"]:
        found = found.filter(club__slug=chosen["club"])
    if player and chosen.get("mine"):
        found = found.filter(querysets.of(player))
    return found


def _running(form: FilterForm, player: Player | None) -> TournamentQuerySet:
    running = listed_for(player).running()
    if form.is_valid():
        running = _filtered(running, form, player)
    return querysets.for_lists(running.order_by("-started_at"))[:A_PAGE]


def _query(request: HttpRequest) -> str:
    """Return the filters as a query string, for links to other pages of the list."""
    kept = request.GET.copy()
    kept.pop("page", None)
    kept.pop("when", None)
    return kept.urlencode()


# --- Series ---
