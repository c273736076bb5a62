"""Replays of deals, move by move: with all hands of a finished match, and with what was public of a running one."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from common.addresses import address_of
from common.limits import is_within
from common.secrets_on_pages import holds_no_secret
from games.layout.svg import layout_svg
from games.models import Table
from games.pages.results.preview import drawn
from games.records.replay import replay_of, so_far, table_after, table_at_the_end
from games.records.what_if import Branch, NothingToPlay, play_line
from games.rules.moves import MoveError
from games.state.live_tables import Sitter
from games.views.access import visible_table

BETWEEN = "_"
"""Separates the moves of a line."""
LONGEST_LINE = 400
PREVIEW_SECONDS = 24 * 3600
LONGEST_SEED = 40


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
    """Serve what onlookers have seen of a deal, move by move, for looking back at a running match."""
    shown = so_far(visible_table(request, table_id), deal)
    if shown is None:
        raise Http404
    return JsonResponse(shown)


@require_safe
def layout(request: HttpRequest, table_id: str, deal: int, step: int) -> HttpResponse:
    """Serve the layout at a ply as a picture to download; 403 as long as the record is withheld."""
    table = visible_table(request, table_id)
    if refusal := refusal_of(table):
        return refusal
    live = table_after(table, deal, step)
    if live is None:
        raise Http404
    assert live.match.deal is not None
    name = f"boneyard-{table.game}-{table.pk}-{deal}-{step}.svg"
    return HttpResponse(
        layout_svg(live.match.deal.layout, live.spots),
        content_type="image/svg+xml",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@require_safe
def preview(request: HttpRequest, table_id: str) -> HttpResponse:
    """Serve the picture that other sites show of a link to the match; 403 as long as the record is withheld."""
    table = visible_table(request, table_id)
    if refusal := refusal_of(table):
        return refusal
    if not is_within("previews", address=address_of(request)):
        return _too_often()
    live = table_at_the_end(table)
    assert live.match.deal is not None
    response = HttpResponse(drawn(live.match.deal.layout, live.spots), content_type="image/png")
    response["Cache-Control"] = f"{'public' if table.is_for_everyone else 'private'}, max-age={PREVIEW_SECONDS}"
    return response


@require_safe
def what_if(request: HttpRequest, table_id: str) -> HttpResponse:
    """Show the page on which a finished match is played on; its URL holds the branch and the line."""
    table = visible_table(request, table_id)
    if not table.is_laid_open:
        return redirect("games:result", table_id)
    seats = [Sitter.of(seat) for seat in table.seats.all()]
    return render(request, "games/what_if.html", {"table": table, "seats": seats})


@holds_no_secret
@require_safe
def what_if_line(request: HttpRequest, table_id: str, deal: int, step: int, seat: int) -> HttpResponse:
    """Serve a line that leaves the match at this ply: `line` has its moves, `seed` rearranges the hidden tiles."""
    table = visible_table(request, table_id)
    if refusal := refusal_of(table):
        return refusal
    if not is_within("what-if", address=address_of(request)):
        return _too_often()
    branch = Branch(deal, step, seat, request.GET.get("seed", "")[:LONGEST_SEED])
    line = [text for text in request.GET.get("line", "").split(BETWEEN) if text]
    try:
        return JsonResponse(play_line(table, branch, line[:LONGEST_LINE]))
    except NothingToPlay as error:
        raise Http404 from error
    except MoveError as error:
        return _refused(error.code, _(error.template).format(**error.params), 400)


def _too_often() -> JsonResponse:
    return _refused("too-often", _("That was too much at once. Wait a moment, then go on."), 429)


def _refused(code: str, sentence: str, status: int) -> JsonResponse:
    return JsonResponse({"code": code, "message": sentence}, status=status)


def refusal_of(table: Table) -> JsonResponse | None:
    """Return a response that says why the tiles are not shown to everyone yet, or None if they are."""
    if table.is_laid_open:
        return None
    if table.status != Table.Status.FINISHED:
        code, sentence = "not-finished", _("The record is available when the match is over.")
    else:
        code = "sealed"
        sentence = _(
            "Others are still playing the same tiles: the record is available when all their tables are finished."
        )
    return _refused(code, sentence, 403)
