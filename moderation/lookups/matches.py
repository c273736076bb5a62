"""A match at any ply, as the desk shows it. Hands are shown only if the match is over or they have been opened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.models import Move, Seat, SeatStay, Table
from games.pages import drawing
from games.rules import deal as rules
from games.rules.match import Match
from games.rules.moves import read_move
from games.state.live_tables import name_of
from games.state.stored import read_match


@dataclass(frozen=True, slots=True)
class Sitter:
    """A seat at that ply: who plays there, and with how many tiles. `hand` is empty while it is hidden."""

    seat: int
    name: str
    count: int
    hand: SafeString
    is_on_turn: bool
    total: int


@dataclass(frozen=True, slots=True)
class Played:
    """A move of the match, with the time that it took."""

    move: Move
    name: str
    took: timedelta | None


@dataclass(frozen=True, slots=True)
class Position:
    """A match after its first `ply` moves."""

    table: Table
    ply: int
    deal: int
    layout: SafeString
    sitters: list[Sitter]
    stock: int
    moves: list[Played]
    """The moves of this deal."""
    is_open: bool
    """Tells whether the hands are shown."""

    @property
    def last(self) -> int:
        return self.table.ply

    @property
    def step(self) -> int:
        """Return how many of the deal's moves have been played."""
        return sum(one.move.ply < self.ply for one in self.moves)

    @property
    def before(self) -> int | None:
        return self.ply - 1 if self.ply else None

    @property
    def after(self) -> int | None:
        return self.ply + 1 if self.ply < self.last else None


def position(table: Table, ply: int, *, with_hands: bool = False) -> Position | None:
    """Return the match after its first `ply` moves, or None if it has not begun. Makes four queries.

    A sealed table is hidden from everybody but its players, because others still play with the same tiles: its layout
    is as secret as its hands. `with_hands` shows the hands even of a running match; it is only for head moderators who
    give a reason.
    """
    if table.is_sealed and not with_hands:
        return None
    match = read_match(table.pk)
    decks, moves = match.decks, [move for move in match.moves if move.ply < table.ply]
    if not decks:
        return None
    ply = max(0, min(ply, len(moves)))
    played = _replayed(table, decks, moves[:ply])
    assert played.deal is not None
    number = len(played.deals)
    names = _Names(table)
    is_open = with_hands or table.is_laid_open
    return Position(
        table=table,
        ply=ply,
        deal=number,
        layout=_drawn(played),
        sitters=_sitters(played, names, ply, is_open=is_open),
        stock=len(played.deal.stock),
        moves=_played(moves, number, names),
        is_open=is_open,
    )


def _replayed(table: Table, decks: dict[int, str], moves: Sequence[Move]) -> Match:
    match = Match(table.game, table.seat_count, table.options, table.rules_version)
    match.start_deal(decks[1].split())
    for move in moves:
        while len(match.deals) < move.deal:
            match.start_deal(decks[len(match.deals) + 1].split())
        match.play(read_move(move.text))
    return match


def _drawn(match: Match) -> SafeString:
    assert match.deal is not None
    if not match.deal.layout:
        return SafeString()
    return drawing.layout(match.rules.shape, match.deal.layout, _("The table at this ply"))


def _sitters(match: Match, names: _Names, ply: int, *, is_open: bool) -> list[Sitter]:
    deal: rules.Deal | None = match.deal
    assert deal is not None
    public = deal.public()
    return [
        Sitter(
            seat=seat,
            name=names.at(seat, ply),
            count=count,
            hand=_hand(deal, seat) if is_open else SafeString(),
            is_on_turn=public["turn"] == seat,
            total=match.totals[seat],
        )
        for seat, count in enumerate(public["hands"])
    ]


def _hand(deal: rules.Deal, seat: int) -> SafeString:
    tiles = [drawing.DrawnTile(tile, x=1.15 * place) for place, tile in enumerate(sorted(deal.hands[seat]))]
    return drawing.picture(tiles, label=", ".join(one.tile for one in tiles)) if tiles else SafeString()


def _played(moves: list[Move], number: int, names: _Names) -> list[Played]:
    """Return the moves of a deal; the time of its first move is unknown."""
    return [
        Played(move, names.at(move.seat, move.ply), _took(moves, index))
        for index, move in enumerate(moves)
        if move.deal == number
    ]


def _took(moves: list[Move], index: int) -> timedelta | None:
    if index == 0 or moves[index - 1].deal != moves[index].deal:
        return None
    return moves[index].played_at - moves[index - 1].played_at


class _Names:
    """The names of the players of each seat at each ply."""

    def __init__(self, table: Table) -> None:
        self._now = {seat.number: name_of(seat) for seat in Seat.objects.filter(table=table).select_related("player")}
        self._stays = list(SeatStay.objects.filter(table=table).select_related("player"))

    def at(self, seat: int, ply: int) -> str:
        for stay in self._stays:
            is_then = stay.from_ply <= ply and (stay.until_ply is None or ply < stay.until_ply)
            if stay.seat == seat and is_then and stay.player:
                return stay.player.username
        return self._now.get(seat, "")
