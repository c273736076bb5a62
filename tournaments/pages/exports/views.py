"""Downloads of a tournament, and its picture for link previews."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

from asgiref.sync import sync_to_async
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse, StreamingHttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from common.limits import too_many_by_address
from common.secrets_on_pages import holds_no_secret
from tournaments.base.cached import cached
from tournaments.base.guards import visible_tournament
from tournaments.models import Tournament
from tournaments.pages.exports.files import records_zip, standings_csv, tournament_json
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
def records(request: HttpRequest, tournament_id: str) -> HttpResponseBase:
    """Stream the archive of records while it is being made; limited to a few per minute and IP address."""
    tournament = visible_tournament(request, tournament_id)
    if refusal := too_many_by_address(request, "records"):
        return refusal
    return StreamingHttpResponse(
        _from_thread(records_zip(tournament)),
        content_type="application/zip",
        headers=_download(tournament, "-records.zip"),
    )


async def _from_thread(pieces: Iterator[bytes]) -> AsyncIterator[bytes]:
    """Make each piece in the request's thread when the server asks for it."""
    take = sync_to_async(lambda: next(pieces, None))
    while (piece := await take()) is not None:
        if piece:
            yield piece


@require_safe
@cache_control(max_age=600, private=True)
def picture(request: HttpRequest, tournament_id: str) -> HttpResponse:
    tournament = visible_tournament(request, tournament_id)
    png = cached(tournament, "picture", lambda: drawn(tournament))
    return HttpResponse(png, content_type="image/png")
