"""Tables, and the records of finished matches."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from django.shortcuts import get_object_or_404
from ninja import Field, Path, Router, Schema

from api.rest.base.asking import Request
from api.rest.base.paging import Page, PageAsked, page_of
from api.rest.base.parts import Json, Link, Slug, link_to
from common.errors import UserError
from games.models import Table, TableQuerySet
from games.pages.lobby import Row, tables_with_blocked
from games.records.export import record_of
from games.state.live_tables import Sitter

router = Router(tags=["tables"])

TableId = Annotated[str, Path(max_length=20, description="The table's id, as in its address.")]


class Seat(Schema):
    number: int
    name: str = Field(description="Of the player or the bot; empty for a free seat.")
    player: str | None = Field(description="The player's name, null for bots and free seats.")
    bot: str = Field(description="The level of the house's bot, empty for players.")
    is_bot: bool = Field(description="Whether it is a bot, the house's or a player's.")
    is_free: bool
    is_away: bool
    has_left: bool


class MatchResult(Schema):
    totals: list[int]
    winners: list[int] = Field(description="Numbers of seats.")
    settlement: list[int] | None = None
    is_void: bool = Field(description="Whether moderators have voided the result.")


class ShownTable(Schema):
    """A table, as shown to everyone who may see it."""

    id: str
    url: Link
    game: str
    options: Json
    status: Literal["open", "running", "finished", "closed"]
    visibility: Literal["public", "invited", "club", "set"]
    seconds: int = Field(description="The time for a move.")
    club: str | None
    admits_bots: bool = Field(description="Whether bots of players may sit down.")
    occasion: str = Field(description="The tournament and round that it is played for, else empty.")
    owner: str
    seats: list[Seat]
    deal: int
    ply: int
    turn: int | None
    totals: list[int]
    result: MatchResult | None
    opened_at: datetime
    started_at: datetime | None
    finished_at: datetime | None


def shown(table: Table) -> dict[str, Any]:
    return {
        "id": table.pk,
        "url": link_to(table),
        "game": table.game,
        "options": table.options,
        "status": table.status,
        "visibility": table.visibility,
        "seconds": table.seconds,
        "club": table.club.slug if table.club else None,
        "admits_bots": table.admits_bots,
        "occasion": table.occasion,
        "owner": table.owner.username,
        "seats": [_seat(sitter) for sitter in Row.of(table).sitters],
        "deal": table.deal_number,
        "ply": table.ply,
        "turn": table.turn,
        "totals": table.totals,
        "result": {**table.result, "is_void": table.voided_at is not None} if table.result else None,
        "opened_at": table.opened_at,
        "started_at": table.started_at,
        "finished_at": table.finished_at,
    }


def _seat(sitter: Sitter) -> dict[str, Any]:
    return {
        "number": sitter.number,
        "name": sitter.name,
        "player": sitter.name if sitter.player_id is not None else None,
        "bot": sitter.bot,
        "is_bot": sitter.is_bot,
        "is_free": sitter.is_free,
        "is_away": sitter.away,
        "has_left": sitter.left,
    }


def seen_by(request: Request) -> TableQuerySet:
    """Return the tables that the caller may watch."""
    return Table.objects.watchable_by(request.auth.reader)


@router.get("", response=Page[ShownTable], summary="Tables by status, the newest first")
def list_tables(
    request: Request,
    page: PageAsked,
    status: Literal["open", "running", "finished"] = "open",
    game: Slug = "",
    club: Slug = "",
    mine: bool = False,
    admits_bots: bool = False,
) -> dict[str, Any]:
    """List the tables that you may watch. `mine` keeps only your own, and needs a token. `admits_bots` keeps only those
    at which players' bots may sit down."""
    reader = request.auth.reader
    tables = seen_by(request).filter(status=status)
    if game:
        tables = tables.filter(game=game)
    if club:
        tables = tables.filter(club__slug=club)
    if admits_bots:
        tables = tables.filter(admits_bots=True)
    if mine:
        tables = tables.of(reader) if reader else tables.none()
    elif reader and status == "open":
        tables = tables.exclude(pk__in=tables_with_blocked(reader))
    by = "finished_at" if status == "finished" else "opened_at"
    return page_of(tables.with_people(), page, shown, by=by, newest_first=True)


@router.get("/{table_id}", response=ShownTable, summary="One table")
def read_table(request: Request, table_id: TableId) -> dict[str, Any]:
    return shown(get_object_or_404(seen_by(request).with_people(), pk=table_id))


@router.get("/{table_id}/record", response=Json, summary="The record of a finished match")
def read_record(request: Request, table_id: TableId) -> dict[str, Any]:
    """Return everything needed to replay and verify the match, as in docs/fair-deals.md."""
    table = get_object_or_404(seen_by(request).with_people().select_related("chain"), pk=table_id)
    if table.status != Table.Status.FINISHED:
        raise UserError("not-finished", "The record is available once the match is over.")
    if table.is_sealed:
        raise UserError("sealed", "Others still play the same tiles: the record is available once all have finished.")
    return record_of(table)
