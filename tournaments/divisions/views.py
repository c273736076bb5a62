"""Pages of a club's leagues: the list, and the pyramid of divisions with everything that its organisers do there."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import Player
from accounts.pages.requests import PlayerRequest
from clubs.models import Right
from clubs.views.access import inside, led_by
from common.errors import UserError
from tournaments.base.permissions import may_plan_in
from tournaments.divisions import naming, seasons
from tournaments.divisions.forms import LeagueForm, PlaceForm, RenameForm, SeasonForm
from tournaments.models import League, Tournament
from tournaments.planning.presets import BY_KEY


@require_safe
def leagues(request: HttpRequest, slug: str) -> HttpResponse:
    here = inside(request, slug)
    context = {
        "place": here,
        "club": here.club,
        "leagues": here.club.leagues.prefetch_related("divisions"),
        "may_plan": may_plan_in(here.club, here.reader),
    }
    return render(request, "tournaments/leagues.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: PlayerRequest, slug: str) -> HttpResponse:
    """Found a league."""
    here = led_by(request, slug, Right.TOURNAMENTS)
    form = LeagueForm(request.POST or None)
    if form.is_valid():
        try:
            made = seasons.found_league(
                club_id=here.club.pk, by=request.user, name=form.cleaned_data["name"], divisions=form.divisions
            )
        except UserError as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("The league is set up. Draft its first season."))
            return redirect("tournaments:league", slug, made.pk)
    return render(request, "tournaments/league_new.html", {"place": here, "club": here.club, "form": form})


@require_safe
def league(request: HttpRequest, slug: str, league_id: int) -> HttpResponse:
    """Show the pyramid of a season; drafts are for organisers only."""
    here = inside(request, slug)
    shown = get_object_or_404(here.club.leagues, pk=league_id)
    may_plan = may_plan_in(here.club, here.reader)
    drafts = seasons.drafted(shown)
    numbers = seasons.seasons_of(shown)
    public = numbers[1:] if drafts and not may_plan else numbers
    asked = request.GET.get("season", "")
    number = next((one for one in public if str(one) == asked), None) if asked else next(iter(public), None)
    if asked and number is None:
        raise Http404
    divisions = seasons.pyramid(shown, number) if number else []
    is_newest = number == next(iter(numbers), None)
    may_draft = is_newest and all(one.tournament.is_over for one in divisions)
    context = {
        "place": here,
        "club": here.club,
        "league": shown,
        "numbers": public,
        "number": number,
        "divisions": divisions,
        "is_draft": bool(drafts) and is_newest,
        "is_running": any(one.tournament.status == Tournament.Status.RUNNING for one in divisions),
        "may_plan": may_plan,
        "season_form": SeasonForm(zone=here.club.time_zone, is_first=not numbers) if may_draft else None,
        "place_form": PlaceForm(league=shown),
        "rename_form": RenameForm(league=shown),
    }
    return render(request, "tournaments/league.html", context)


@login_required
@require_http_methods(["POST"])
def change(request: PlayerRequest, slug: str, league_id: int) -> HttpResponse:
    """Draft a season, place a player, announce or discard the draft, or rename or delete the league."""
    here = led_by(request, slug, Right.TOURNAMENTS)
    shown = get_object_or_404(here.club.leagues.select_related("club"), pk=league_id)
    what = CHANGES.get(request.POST.get("then", ""))
    if what is None:
        raise Http404
    try:
        messages.success(request, what(request, shown))
    except UserError as refusal:
        messages.warning(request, str(refusal))
    if not League.objects.filter(pk=league_id).exists():
        return redirect("tournaments:leagues", slug)
    return redirect("tournaments:league", slug, league_id)


def _draft(request: PlayerRequest, league: League) -> str:
    now, zone = timezone.now(), league.club.time_zone
    form = SeasonForm(request.POST, zone=zone, is_first=not seasons.seasons_of(league))
    if not form.is_valid():
        raise _bad(form.errors.values())
    like = BY_KEY[form.preset_key].terms_after(now, zone)
    seasons.draft_season(league_id=league.pk, by=request.user, starts_at=form.starts_at, now=now, like=like)
    return _("The season is drafted. Look at who plays where, then announce it.")


def _place(request: PlayerRequest, league: League) -> str:
    form = PlaceForm(request.POST, league=league)
    if not form.is_valid():
        raise _bad(form.errors.values())
    player: Player = form.cleaned_data["player"]
    seasons.place(league_id=league.pk, by=request.user, player=player, rank=form.cleaned_data["rank"] or None)
    return _("%(name)s is placed.") % {"name": player.username}


def _bad(errors: object) -> UserError:
    assert hasattr(errors, "__iter__")
    return UserError("bad-form", " ".join(str(error) for field in errors for error in field))


def _announce(request: PlayerRequest, league: League) -> str:
    refused = seasons.announce_season(league_id=league.pk, by=request.user, now=timezone.now())
    if refused:
        names = ", ".join(refused)
        messages.warning(request, _("Placed, but they may not enter at present: %(names)s.") % {"names": names})
    return _("The season is announced, and everyone who is placed has been entered and told.")


def _discard(request: PlayerRequest, league: League) -> str:
    seasons.discard_season(league_id=league.pk, by=request.user)
    return _("The draft is discarded.")


def _rename(request: PlayerRequest, league: League) -> str:
    form = RenameForm(request.POST, league=league)
    if not form.is_valid():
        raise _bad(form.errors.values())
    name, divisions = form.cleaned_data["name"], form.divisions
    naming.rename(league_id=league.pk, by=request.user, name=name, divisions=divisions, now=timezone.now())
    return _("The league has its new names.")


def _drop(request: PlayerRequest, league: League) -> str:
    seasons.drop_league(league_id=league.pk, by=request.user)
    return _("The league is deleted; its tournaments stay.")


CHANGES: dict[str, Callable[[PlayerRequest, League], str]] = {
    "draft": _draft,
    "place": _place,
    "announce": _announce,
    "discard": _discard,
    "rename": _rename,
    "drop": _drop,
}
