"""Pages of a club's season: the table, and editing seasons."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.pages.requests import PlayerRequest
from clubs.models import Club, Right
from clubs.views.access import inside, led_by
from common.errors import UserError
from tournaments.base.clock import YEARS
from tournaments.base.permissions import may_plan_in
from tournaments.models import Season
from tournaments.season import season_table, seasons
from tournaments.season.forms import SeasonForm


@require_safe
def table(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the current season; `?season=` shows one of the club's, `?year=` a calendar year."""
    here = inside(request, slug)
    seasons = list(here.club.seasons.order_by("-first_day"))
    shown = _shown(request, here.club, seasons)
    context = {
        "place": here,
        "club": here.club,
        "season": shown,
        "seasons": seasons,
        "years": season_table.years_of(here.club, seasons),
        "table": season_table.table_of(shown),
        "may_plan": may_plan_in(here.club, here.reader),
    }
    return render(request, "tournaments/season.html", context)


def _shown(request: HttpRequest, club: Club, seasons: list[Season]) -> Season:
    asked, year = request.GET.get("season", ""), request.GET.get("year", "")
    if asked:
        found = next((one for one in seasons if str(one.pk) == asked), None)
        if found is None:
            raise Http404
        return found
    if year:
        if not (year.isascii() and year.isdigit() and len(year) == 4 and int(year) in YEARS):
            raise Http404
        return season_table.of_year(club, int(year))
    return season_table.season_on(club, season_table.today(club, timezone.now()))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: PlayerRequest, slug: str, season_id: int | None = None) -> HttpResponse:
    """Create or edit a season."""
    here = led_by(request, slug, Right.TOURNAMENTS)
    if season_id is None:
        suggested = season_table.of_year(here.club, season_table.today(here.club, timezone.now()).year)
    else:
        suggested = get_object_or_404(here.club.seasons, pk=season_id)
    form = SeasonForm(request.POST or None, instance=suggested)
    if form.is_valid():
        try:
            made = seasons.set_season(club_id=here.club.pk, by=request.user, season_id=season_id, **form.cleaned_data)
        except UserError as refusal:
            form.add_error(_field_of(refusal), str(refusal))
        else:
            messages.success(request, _("The season is saved."))
            return redirect(f"{reverse('tournaments:season', args=[slug])}?season={made.pk}")
    context = {"place": here, "club": here.club, "form": form, "season_id": season_id}
    return render(request, "tournaments/season_edit.html", context)


def _field_of(refusal: UserError) -> str | None:
    """Return the form field that shows a refusal, or None."""
    if refusal.code.startswith("name-"):
        return "name"
    return "last_day" if refusal.code == "bad-days" else None


@login_required
@require_POST
def drop(request: PlayerRequest, slug: str, season_id: int) -> HttpResponse:
    here = led_by(request, slug, Right.TOURNAMENTS)
    seasons.drop_season(club_id=here.club.pk, by=request.user, season_id=season_id)
    messages.success(request, _("The season is deleted; its tournaments count for the calendar year."))
    return redirect("tournaments:season", slug)
