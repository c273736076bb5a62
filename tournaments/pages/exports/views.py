"""Downloads of a tournament and of a league, and a tournament's picture for link previews."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from clubs.views.access import inside
from common.limits import too_many_by_address
from common.secrets_on_pages import holds_no_secret
from tournaments.base.cached import cached
from tournaments.base.guards import visible_tournament
from tournaments.models import Tournament
from tournaments.pages.exports.archives import Archive, claim_one
from tournaments.pages.exports.files import records_zip, standings_csv, tournament_json
from tournaments.pages.exports.leagues import league_csv
from tournaments.pages.exports.preview_image import drawn


def _download(tournament: Tournament, what: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="boneyard-tournament-{tournament.pk}{what}"'}


@require_safe
@holds_no_secret
def as_json(request: HttpRequest, tournament_id: str) -> HttpResponse:
    tournament = visible_tournament(request, tournament_id)
    return JsonResponse(tournament_json(tournament), headers=_download(tournament, ".json"))


@require_safe
@holds_no_secret
def as_csv(request: HttpRequest, tournament_id: str) -> HttpResponse:
    tournament = visible_tournament(request, tournament_id)
    headers = _download(tournament, ".csv")
    return HttpResponse(standings_csv(tournament), content_type="text/csv; charset=utf-8", headers=headers)


@require_safe
@holds_no_secret
def league_as_csv(request: HttpRequest, slug: str, league_id: int) -> HttpResponse:
    league = get_object_or_404(inside(request, slug).club.leagues, pk=league_id)
    headers = {"Content-Disposition": f'attachment; filename="boneyard-league-{league.pk}.csv"'}
    return HttpResponse(league_csv(league), content_type="text/csv; charset=utf-8", headers=headers)


@require_safe
def records(request: HttpRequest, tournament_id: str) -> HttpResponseBase:
    """Stream the archive of records while it is made; limited per minute and IP address, and to one at a time per
    visitor."""
    tournament = visible_tournament(request, tournament_id)
    headers = _download(tournament, "-records.zip")
    if request.method == "HEAD":
        return HttpResponse(content_type="application/zip", headers=headers)
    if refusal := too_many_by_address(request, "records"):
        return refusal
    claimed = claim_one(request)
    if isinstance(claimed, HttpResponse):
        return claimed
    archive = Archive(records_zip(tournament), claimed)
    return StreamingHttpResponse(archive, content_type="application/zip", headers=headers)


@require_safe
@cache_control(max_age=600, private=True)
def picture(request: HttpRequest, tournament_id: str) -> HttpResponse:
    tournament = visible_tournament(request, tournament_id)
    png = cached(tournament, "picture", lambda: drawn(tournament))
    return HttpResponse(png, content_type="image/png")
