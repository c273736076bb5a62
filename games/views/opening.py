"""The page for opening a table: game, options, seats, bots, time and who may join."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import Player
from accounts.pages.visitors import by_a_player, reader
from clubs.models import Club
from common.addresses import outside_address_of
from common.errors import UserError
from games import services
from games.pages.forms import OpenTableForm
from games.pages.labels import tagline
from games.rules import GAMES
from games.views.access import check_may_open


@require_safe
def choose_game(request: HttpRequest) -> HttpResponse:
    first = reverse("games:open", args=[next(iter(GAMES))])
    return redirect(f"{first}?{request.GET.urlencode()}" if request.GET else first)


@require_http_methods(["GET", "HEAD", "POST"])
def open_table(request: HttpRequest, game: str) -> HttpResponse:
    if game not in GAMES:
        raise Http404
    player = reader(request)
    clubs = Club.objects.of(player) if player else Club.objects.none()
    data = request.POST if request.method == "POST" else None
    form = OpenTableForm(game, data, clubs=clubs, club=request.GET.get("club", ""))
    if form.is_valid():
        return _open(request, form)
    return _show(request, form)


def _show(request: HttpRequest, form: OpenTableForm) -> HttpResponse:
    game = GAMES[form.game]
    context = {"form": form, "game": game, "games": GAMES.values(), "tagline": tagline(game)}
    return render(request, "games/open.html", context)


@by_a_player
def _open(request: HttpRequest, player: Player, form: OpenTableForm) -> HttpResponse:
    try:
        check_may_open(request, player)
        table = services.open_table(
            owner=player,
            game=form.game,
            options=form.chosen_options,
            bots=form.bots,
            seconds=form.cleaned_data["seconds"],
            visibility=form.company,
            club=form.club,
            admits_bots=form.cleaned_data["admits_bots"],
            address=outside_address_of(request),
        )
    except UserError as refusal:
        form.add_error(None, str(refusal))
        return _show(request, form)
    return redirect(table)
