"""Deals seen again, move by move: all hands of a finished match, and what was public of a running one."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from common.secrets_on_pages import holds_no_secret
from games.models import Table
from games.records.replay import replay_of, so_far
from games.views.access import visible_table


@holds_no_secret
@require_safe
def replay(request: HttpRequest, table_id: str, deal: int) -> HttpResponse:
    """Serve a deal with all hands, move by move; 403 as long as the record is withheld."""
    table = visible_table(request, table_id)
    if refusal := refusal_of(table):
        return refusal
    replayed = replay_of(table, deal)
    if replayed is None:
        raise Http404
    return JsonResponse(replayed)


@holds_no_secret
@require_safe
def deal_so_far(request: HttpRequest, table_id: str, deal: int) -> HttpResponse:
    """Serve what onlookers have seen of a deal, move by move; for whoever looks back at a running match."""
    shown = so_far(visible_table(request, table_id), deal)
    if shown is None:
        raise Http404
    return JsonResponse(shown)


def refusal_of(table: Table) -> JsonResponse | None:
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
