"""A table's page, and its waiting room."""

from __future__ import annotations

import logging
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.db.models import prefetch_related_objects
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts import names
from accounts.models import Player
from accounts.pages.appearance import appearance_for
from accounts.pages.visitors import reader
from accounts.standing import Right, check_may
from common.errors import UserError
from common.secrets_on_pages import without_secret
from games import services
from games.live.access import state_of
from games.models import Seat, Table
from games.pages.first_look import FirstLook, first_look
from games.pages.lobby import Row
from games.pages.table_tools import tools_at
from games.pages.teaching import lessons_for
from games.state.live_tables import CorruptTableError, Sitter
from games.views.access import accept_invitation, own_seat, visible_table

logger = logging.getLogger(__name__)


@require_safe
def table(request: HttpRequest, table_id: str) -> HttpResponse:
    if "invitation" in request.GET:
        return _take_to_table(request, table_id, request.GET["invitation"])
    table = visible_table(request, table_id)
    if table.status == Table.Status.CLOSED:
        return render(request, "games/closed.html", {"table": table})
    player = reader(request)
    context = _room_context(request, table)
    beside = {
        "first": _first_look(request, table, context["seat"]),
        "tools": tools_at(table) if context["seat"] is not None else [],
        "may_ask_for_hints": context["seat"] is not None and table.visibility != Table.Visibility.SET,
        "offers_lesson": context["seat"] is not None and table.game in lessons_for(player),
        "is_muted": services.is_muted(table_id=table.pk, player=player),
        "may_write": player is not None and not player.keeps_to_phrases and services.may_write(player),
    }
    page = render(request, "games/table.html", context | beside)
    return without_secret(page) if _holds_no_secret(table, context["row"], player) else page


def _take_to_table(request: HttpRequest, table_id: str, invitation: str) -> HttpResponse:
    """Accept an invitation and lead to the table. Programs that fetch the link for a preview keep no session, so
    browsers that have none yet get a page with the preview, which leads on by itself."""
    invited_to = accept_invitation(request, table_id, invitation)
    answer: HttpResponse = redirect("games:table", table_id)
    if invited_to and settings.SESSION_COOKIE_NAME not in request.COOKIES:
        answer = render(request, "games/invited.html", {"table": invited_to})
    if invited_to and _is_too_late(request, invited_to):  # said by the table's page, so not before this one is rendered
        messages.info(request, _("All seats at this table are taken. You can watch."))
    return answer


def _is_too_late(request: HttpRequest, table: Table) -> bool:
    """Return whether somebody who was invited to an unfinished table finds no seat there any more."""
    is_unfinished = table.status in {Table.Status.OPEN, Table.Status.RUNNING}
    return is_unfinished and own_seat(request, table) is None and not any(seat.is_free for seat in table.seats.all())


def _holds_no_secret(table: Table, row: Row, player: Player | None) -> bool:
    """Return whether a page shows nothing that only its reader may know: no tiles yet, no invitation, and no news of
    tournaments, which guests do not get. One such page is what *Play now* leads to."""
    is_about_to_start = table.status == Table.Status.OPEN and not row.free
    return is_about_to_start and table.is_for_everyone and player is not None and player.is_guest


def _first_look(request: HttpRequest, table: Table, seat: int | None) -> FirstLook | None:
    """Return the table as the reader's socket will show it. Return None before the first deal, for onlookers after the
    last, and for players who are suspended from playing; the socket tells them why."""
    player = reader(request)
    if table.status != Table.Status.RUNNING and (seat is None or table.status == Table.Status.OPEN):
        return None
    try:
        if player is not None and seat is not None:
            check_may(player, Right.PLAY)
        state = state_of(table.pk, player.pk if player else None)
    except (UserError, Table.DoesNotExist):
        return None
    except CorruptTableError:
        logger.exception("table %s cannot be shown", table.pk)
        return None
    return first_look(state, numerals=appearance_for(request).numerals) if state["type"] == "view" else None


@require_safe
def room(request: HttpRequest, table_id: str) -> HttpResponse:
    """Render the waiting room alone, which is fetched whenever somebody comes or goes."""
    return render(request, "games/_room.html", _room_context(request, visible_table(request, table_id)))


def _room_context(request: HttpRequest, table: Table) -> dict[str, Any]:
    seat = own_seat(request, table)
    row = Row.of(table, reader(request))
    waiting_for = [names.shown(one.name) for one in row.sitters if not (one.is_free or one.bot or one.contributed)]
    return {
        "table": table,
        "seat": None if seat is None or seat.left else seat.number,
        "row": row,
        "seated": _with_ratings(row),
        "waiting_for": get_text_list(waiting_for, _("and")),
        "may_sit": services.may_sit(reader(request), table.visibility, table.club),
        "is_owner": reader(request) == table.owner,
        "invitation_link": request.build_absolute_uri(f"{table.get_absolute_url()}?invitation={table.invitation}"),
        "bot_levels": Seat.Bot.at_pace(table.seconds),
    }


def _with_ratings(row: Row) -> list[tuple[Sitter, Any]]:
    """Return the people of a table with their ratings in its game, or None, using one query. Matches that cannot count
    show no ratings, and neither bots nor guests have one."""
    seats = list(row.table.seats.all()) if row.may_be_rated else []
    people = {seat.number: seat.player for seat in seats if seat.player and not seat.bot}
    prefetch_related_objects(list(people.values()), "ratings")
    ratings = {
        number: next((one for one in player.ratings.all() if one.game == row.table.game), None)
        for number, player in people.items()
    }
    return [(sitter, ratings.get(sitter.number)) for sitter in row.sitters]
