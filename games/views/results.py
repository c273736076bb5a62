"""The result page of a match, and its record for download."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from common.secrets_on_pages import holds_no_secret
from games.models import Table
from games.pages.results.outcome import Outcome
from games.records.export import record_of
from games.records.replay import replay_of
from games.views.access import own_seat, visible_table


@require_safe
def result(request: HttpRequest, table_id: str) -> HttpResponse:
    table = visible_table(request, table_id)
    if table.status != Table.Status.FINISHED:
        return redirect(table)
    seat = own_seat(request, table)
    outcome = Outcome(table, record_of(table), seat.number if seat else None)
    return render(request, "games/result.html", {"table": table, "outcome": outcome, "seat": seat})


@require_safe
def record(request: HttpRequest, table_id: str) -> HttpResponse:
    """Serve the record; 403 while the match or another one with the same tiles is running, as it reveals all decks."""
    table = visible_table(request, table_id)
    if refusal := _refusal(table):
        return refusal
    name = f"boneyard-{table.game}-{table.pk}.json"
    return JsonResponse(record_of(table), headers={"Content-Disposition": f'attachment; filename="{name}"'})


@holds_no_secret
@require_safe
def replay(request: HttpRequest, table_id: str, deal: int) -> HttpResponse:
    """Serve a deal with all hands, move by move; 403 as long as the record is withheld."""
    table = visible_table(request, table_id)
    if refusal := _refusal(table):
        return refusal
    replayed = replay_of(table, deal)
    if replayed is None:
        raise Http404
    return JsonResponse(replayed)


def _refusal(table: Table) -> JsonResponse | None:
    """Return why the tiles are not shown to everyone yet; None if they are."""
    if table.is_laid_open:
        return None
    if table.status != Table.Status.FINISHED:
        code, sentence = "not-finished", _("The record is available when the match is over.")
    else:
        code = "sealed"
        sentence = _(
            "Others are still playing the same tiles: the record is available when all their tables are finished."
        )
    return JsonResponse({"code": code, "message": sentence}, status=403)
