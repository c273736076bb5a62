"""Lists of tournaments: upcoming, running and finished."""

from __future__ import annotations

from typing import Any, NamedTuple

from django import forms
from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_safe

from accounts.models import Player
from accounts.pages.visitors import reader
from clubs.models import Club
from common.caching.for_visitors import kept_for_visitors
from common.database.compiled import NUMBER, compiled_once
from common.database.paged import Paged
from games.rules import GAMES
from tournaments.base import querysets
from tournaments.base.permissions import listed_for
from tournaments.models import Tournament, TournamentQuerySet

A_PAGE = 20
COMING, OVER = "coming", "over"


class FilterForm(forms.Form):
    """The filters of a list; `club` offers the reader's clubs, and visitors have no `mine`."""

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
    clubs = _clubs_of(player.pk) if player else []
    form = FilterForm(request.GET, clubs, player, request.GET.get("club", ""))
    which = OVER if request.GET.get("when") == OVER else COMING
    is_over, wanted = which == OVER, _wanted(form, player)
    found: Any = Paged(A_PAGE, lambda: _number(is_over, *wanted)[0], lambda part: _part(part, is_over, *wanted))
    page: Page[Tournament] = Paginator(found, A_PAGE).get_page(request.GET.get("page"))
    context = {
        "form": form,
        "which": which,
        "page": page,
        "running": [] if which == OVER else _running(*wanted),
        "drafts": _drafts_of(player.pk) if player and which == COMING else [],
        "query": _query(request),
        "player": player,
    }
    return render(request, "tournaments/list.html", context)


class _Wanted(NamedTuple):
    """The reader and the chosen filters; None means a visitor, or no filter."""

    player: int | None
    game: str | None
    club: str | None
    is_mine: bool


def _wanted(form: FilterForm, player: Player | None) -> _Wanted:
    chosen = form.cleaned_data if form.is_valid() else {}
    is_mine = player is not None and bool(chosen.get("mine"))
    return _Wanted(player.pk if player else None, chosen.get("game") or None, chosen.get("club") or None, is_mine)


def _listed(player: int | None, game: str | None, club: str | None, is_mine: bool) -> TournamentQuerySet:
    found = listed_for(player)
    if game is not None:
        found = found.filter(game=game)
    if club is not None:
        found = found.filter(club__slug=club)
    if player is not None and is_mine:
        found = found.filter(querysets.of(player))
    return found


@compiled_once
def _number(is_over: bool, *wanted: Any) -> QuerySet[Tournament, int]:
    return _coming_or_over(is_over, *wanted).order_by().values_list(NUMBER, flat=True)


@compiled_once
def _part(part: tuple[int, int], is_over: bool, *wanted: Any) -> QuerySet[Tournament]:
    found = _coming_or_over(is_over, *wanted).order_by("-starts_at" if is_over else "starts_at")
    return querysets.for_lists(found)[slice(*part)]


def _coming_or_over(is_over: bool, *wanted: Any) -> TournamentQuerySet:
    return _listed(*wanted).over() if is_over else _listed(*wanted).coming()


@compiled_once
def _running(*wanted: Any) -> QuerySet[Tournament]:
    return querysets.for_lists(_listed(*wanted).running().order_by("-started_at"))[:A_PAGE]


@compiled_once
def _drafts_of(player: int) -> QuerySet[Tournament]:
    return querysets.drafts_of(player)


@compiled_once
def _clubs_of(player: int) -> QuerySet[Club]:
    return Club.objects.alive().of(player)


def _query(request: HttpRequest) -> str:
    """Return the filters as a query string, for links to other pages of the list."""
    kept = request.GET.copy()
    kept.pop("page", None)
    kept.pop("when", None)
    return kept.urlencode()


# --- Series ---
