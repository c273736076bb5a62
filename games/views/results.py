"""The result page of a match, and its record for download."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games.models import Table
from games.pages.results import sections
from games.pages.results.outcome import Outcome
from games.records.export import record_of
from games.views.access import own_seat, visible_table
from games.views.replays import refusal_of


@require_safe
def result(request: HttpRequest, table_id: str) -> HttpResponse:
    table = visible_table(request, table_id)
    if table.status != Table.Status.FINISHED:
        return redirect(table)
    seat = own_seat(request, table)
    outcome = Outcome(table, record_of(table), seat.number if seat else None)
    context = {
        "table": table,
        "outcome": outcome,
        "seat": seat,
        "sections": sections.rendered(request, table, seat),
        "may_be_rated": outcome.row.may_be_rated and table.voided_at is None,
    }
    return render(request, "games/result.html", context)


@require_safe
def record(request: HttpRequest, table_id: str) -> HttpResponse:
    """Serve the record; 403 while the match or another one with the same tiles is running, as it reveals all decks."""
    table = visible_table(request, table_id)
    if refusal := refusal_of(table):
        return refusal
    name = f"boneyard-{table.game}-{table.pk}.json"
    return JsonResponse(record_of(table), headers={"Content-Disposition": f'attachment; filename="{name}"'})
