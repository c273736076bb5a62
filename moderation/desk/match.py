"""A match replayed to any ply. Hands of a running match stay hidden, unless a head moderator opens them for a case."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts import roles
from accounts.models import Player
from accounts.pages.requests import PlayerRequest
from common.errors import UserError
from games.models import Seat, SeatStay, Table
from moderation import log
from moderation.desk.access import requires, show
from moderation.lookups import matches
from moderation.models import Case
from moderation.services.cases import check_holds
from tournaments.models import Place

LEAST_REASON = 10


@requires(roles.may_see_queue)
@require_safe
def match(request: PlayerRequest, table_id: str) -> HttpResponse:
    return _page(request, get_object_or_404(Table, pk=table_id), _number(request.GET.get("ply")))


@requires(roles.may_open_hands)
@require_POST
def open_hands(request: PlayerRequest, table_id: str) -> HttpResponse:
    """Show the hands at one ply of a running match, once, for a case that the head moderator has claimed.

    Refused to anyone who has played, plays or will play with the same tiles, there or at another table.
    """
    table = get_object_or_404(Table, pk=table_id)
    if _meets_its_tiles(request.user, table):
        raise PermissionDenied(_("You play with these tiles."))
    ply, reason = _number(request.POST.get("ply")), request.POST.get("reason", "").strip()
    ply = table.ply if ply is None else min(ply, table.ply)
    case_id = _number(request.POST.get("case"))
    try:
        if len(reason) < LEAST_REASON:
            raise UserError("no-reason", _("Say in a few words why you need to see the hands."))
        with transaction.atomic():
            case = check_holds(case_id or 0, request.user)
            log.hands_opened(case, by=request.user, table=table.pk, ply=ply, reason=reason)
    except UserError as error:
        messages.error(request, str(error))
        return redirect("admin:desk_match", table_id)
    return _page(request, table, ply, with_hands=True)


def _meets_its_tiles(player: Player, table: Table) -> bool:
    """Return whether the player has played, plays or will play with the tiles of a table: at any table with the same
    tiles, or on a board whose table is not open yet."""
    there = {"table__chain": table.chain_id, "player": player}
    boards = Place.objects.filter(round__chain=table.chain_id, board__isnull=False, entry__player=player)
    return SeatStay.objects.filter(**there).exists() or Seat.objects.filter(**there).exists() or boards.exists()


def _page(request: PlayerRequest, table: Table, ply: int | None, *, with_hands: bool = False) -> HttpResponse:
    position = matches.position(table, table.ply if ply is None else ply, with_hands=with_hands)
    context = {
        "table": table,
        "match": position,
        "stays": SeatStay.objects.filter(table=table).select_related("player"),
        "my_cases": Case.objects.open().filter(claimed_by=request.user),
        "may_open_hands": roles.may_open_hands(request.user),
        "is_over": table.is_laid_open,
        "may_replay": table.is_laid_open and Table.objects.watchable_by(request.user).filter(pk=table.pk).exists(),
    }
    return show(request, "desk/match.html", f"{table.get_game_display()} · {table.pk}", context)


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isdecimal() and len(text) < 9 else None
