"""Small pictures of all tables of a round for spectators and the wall, rendered once for everyone every few seconds."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.core.cache import cache
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games.models import Table
from games.pages.glimpse import glimpse
from tournaments.base.cached import cached
from tournaments.base.permissions import visible_to
from tournaments.base.standings import standings_of
from tournaments.models import Tournament
from tournaments.pages.rolling.hall import under_way
from tournaments.pages.rounds import BoardShown, entries_of, public_rounds, round_shown

FRESH_SECONDS = 3
"""How old the tables that spectators see may be."""


@dataclass(frozen=True, slots=True)
class SmallTable:
    """A table of the round; `picture` is empty before the first tile, and while the table is sealed."""

    shown: BoardShown
    picture: SafeString
    is_featured: bool

    @property
    def number(self) -> int:
        return self.shown.board.number

    @property
    def turn(self) -> int | None:
        table = self.shown.table
        return table.turn if table is not None and self.shown.state == "running" else None


@dataclass(frozen=True, slots=True)
class Piece:
    """A table as HTML, with a digest that an open page sends if it already has this version."""

    html: str
    digest: str


def small_tables(tournament: Tournament) -> list[SmallTable]:
    """Return the tables of the newest public round, the featured one first."""
    newest = next(iter(public_rounds(tournament)), None)
    if newest is None:
        return []
    boards = round_shown(newest, entries_of(tournament)).boards
    if tournament.is_rolling:
        boards = under_way(boards)
    featured = _featured(tournament, boards)
    tables = [SmallTable(board, _picture(board), board is featured) for board in boards]
    return sorted(tables, key=lambda table: not table.is_featured)


def _picture(shown: BoardShown) -> SafeString:
    if shown.table is None or shown.is_hidden or shown.table.status == Table.Status.OPEN or shown.state == "soon":
        return SafeString("")
    return glimpse(shown.table)


def _featured(tournament: Tournament, boards: Iterable[BoardShown]) -> BoardShown | None:
    """Return the board to feature: the organisers' choice if it is being played, otherwise the one with the best-ranked
    player; never a sealed one."""
    playing = [board for board in boards if board.state in ("open", "running") and not board.is_hidden]
    chosen = next((board for board in playing if board.board.is_featured), None)
    if chosen is not None or not playing:
        return chosen
    ranks = {row["entry"]: row["rank"] for row in standings_of(tournament)}
    return min(playing, key=lambda board: min(ranks.get(seat.entry.pk, len(ranks) + 1) for seat in board.sitters))


def pieces_of(tournament: Tournament) -> list[Piece]:
    """Return the tables as HTML, cached for all readers."""
    return cached(tournament, "small-tables", lambda: _pieces(tournament), FRESH_SECONDS)


def _pieces(tournament: Tournament) -> list[Piece]:
    made = []
    for table in small_tables(tournament):
        html = render_to_string("tournaments/hall/_small_table.html", {"tournament": tournament, "table": table})
        made.append(Piece(html, hashlib.sha256(html.encode()).hexdigest()[:12]))
    return made


def fresh_pieces(tournament_id: str, known: Collection[str]) -> SafeString | None:
    """Return the tables that the page does not have yet, mostly without a query; None if the tournament is not
    public."""
    key = f"small-tables:{tournament_id}:{get_language()}"
    pieces: list[Piece] | None = cache.get(key)
    if pieces is None:
        tournament = visible_to(None).select_related("club", "organiser").filter(pk=tournament_id).first()
        if tournament is None:
            return None
        pieces = pieces_of(tournament)
        cache.set(key, pieces, FRESH_SECONDS)
    return joined(pieces, known)


def joined(pieces: Iterable[Piece], known: Collection[str]) -> SafeString:
    """Return the HTML of the pieces whose digest is not in `known`, each with its digest."""
    fresh = (piece.html.replace("<section", f'<section data-digest="{piece.digest}"', 1) for piece in pieces
             if piece.digest not in known)  # fmt: skip
    return mark_safe("".join(fresh))  # noqa: S308 (rendered by our templates)
