"""The page of a team, and players' actions there: making one, inviting, joining, changing the line-up."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import Player
from accounts.pages.visitors import reader
from common.converters import row_id
from common.errors import UserError
from tournaments.base.guards import visible_tournament
from tournaments.base.labels import score_name
from tournaments.models import Tournament
from tournaments.models.teams import LONGEST_NAME
from tournaments.pages.player_actions import keep_account
from tournaments.pages.teams.shown import lines_shown, one_team_shown, why_this_rank
from tournaments.planning.counting import teams_of
from tournaments.teams import forming

Act = Callable[[HttpRequest, Player, Tournament, int], str]
View = Callable[[HttpRequest, str, int], HttpResponse]


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def make(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Make a team, and invite partners at once."""
    tournament, player = visible_tournament(request, tournament_id), reader(request)
    assert player is not None
    if not tournament.has_teams:
        raise Http404
    if request.method == "POST":
        try:
            team = forming.make_team(
                tournament_id=tournament.pk,
                player=player,
                name=request.POST.get("name", ""),
                contribution=request.POST.get("contribution", ""),
            )
        except UserError as refusal:
            messages.warning(request, str(refusal))
            if refusal.code == "guest":
                return redirect(keep_account(tournament))
        else:
            _invite_all(request, tournament, team.pk, player)
            return redirect("tournaments:team", tournament.pk, team.pk)
    context = {
        "tournament": tournament,
        "teams_of": teams_of(tournament),
        "longest": LONGEST_NAME,
        "name": request.POST.get("name", ""),
        "partners": request.POST.get("partners", ""),
    }
    return render(request, "tournaments/teams/new.html", context)


def _invite_all(request: HttpRequest, tournament: Tournament, team_id: int, player: Player) -> None:
    names = [name.strip() for name in request.POST.get("partners", "").split(",") if name.strip()]
    for name in names[: forming.MOST_INVITATIONS]:
        try:
            forming.invite(tournament_id=tournament.pk, team_id=team_id, by=player, name=name)
        except UserError as refusal:
            messages.warning(request, f"{name}: {refusal}")
        else:
            messages.success(request, _("%(name)s is invited.") % {"name": name})


@require_safe
def team(request: HttpRequest, tournament_id: str, team_id: int) -> HttpResponse:
    shown, player = visible_tournament(request, tournament_id), reader(request)
    found = get_object_or_404(shown.teams.select_related("tournament"), pk=team_id)
    as_shown = one_team_shown(shown, found)
    is_over = shown.is_over
    captain = as_shown.captain
    is_captain = player is not None and captain is not None and captain.player_id == player.pk
    is_full = len(as_shown.members) >= shown.team_size + shown.team_reserves
    context = {
        "tournament": shown,
        "shown": as_shown,
        "lines": lines_shown(shown, found),
        "why": why_this_rank(shown, found.pk),
        "score_name": score_name(shown, of_teams=True),
        "line_score_name": score_name(shown),
        "is_captain": is_captain and not is_over,
        "may_invite": is_captain and shown.is_enterable and not is_full,
        "invitations": found.invitations.select_related("player") if is_captain else (),
        "asked": player is not None and found.invitations.filter(player=player).exists(),
        "own": player is not None and any(member.entry.player_id == player.pk for member in as_shown.members),
    }
    return render(request, "tournaments/teams/team.html", context)


def _acts(act: Act) -> View:
    """Make a view of a player's action on a team; the sentence it returns, or the UserError it raises, is shown on the
    team's page."""

    @require_POST
    @wraps(act)
    def view(request: HttpRequest, tournament_id: str, team_id: int) -> HttpResponse:
        tournament, player = visible_tournament(request, tournament_id), reader(request)
        if player is None:
            return redirect_to_login(tournament.get_absolute_url())
        try:
            messages.success(request, act(request, player, tournament, team_id))
        except UserError as refusal:
            messages.warning(request, str(refusal))
            if refusal.code == "guest":
                return redirect(keep_account(tournament))
        if tournament.teams.filter(pk=team_id).exists():
            return redirect("tournaments:team", tournament.pk, team_id)
        return redirect(tournament)

    return view


@_acts
def invite(request: HttpRequest, player: Player, tournament: Tournament, team_id: int) -> str:
    name = request.POST.get("name", "")
    made = forming.invite(tournament_id=tournament.pk, team_id=team_id, by=player, name=name)
    return _("%(name)s is invited.") % {"name": made.player.username}


@_acts
def take_back(request: HttpRequest, player: Player, tournament: Tournament, team_id: int) -> str:
    forming.take_back(
        tournament_id=tournament.pk, team_id=team_id, by=player, player_id=row_id(request.POST.get("player"))
    )
    return _("The invitation has been taken back.")


@_acts
def join(request: HttpRequest, player: Player, tournament: Tournament, team_id: int) -> str:
    contribution = request.POST.get("contribution", "")
    entry = forming.join(tournament_id=tournament.pk, team_id=team_id, player=player, contribution=contribution)
    assert entry.team is not None
    return _("You play for the team %(team)s.") % {"team": entry.team.name}


@_acts
def decline(request: HttpRequest, player: Player, tournament: Tournament, team_id: int) -> str:
    forming.decline(tournament_id=tournament.pk, team_id=team_id, player=player)
    return _("You have declined; the captain has been told.")


@_acts
def line_up(request: HttpRequest, player: Player, tournament: Tournament, team_id: int) -> str:
    one, other = (row_id(request.POST.get(name)) for name in ("one", "other"))
    number = forming.change_line_up(tournament_id=tournament.pk, team_id=team_id, by=player, one=one, other=other)
    if number is not None:
        return _("The line-up has been changed. It holds from round %(number)d on, which waits to be published.") % {
            "number": number
        }
    return _("The line-up has been changed. It holds from the next seating on.")
