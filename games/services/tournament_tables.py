"""Tables that the site opens for tournaments: seats are fixed, nobody can join, and there is no rematch."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from accounts.models import Player
from clubs.models import Club
from games.bots import choose
from games.models import Chain, HouseLevel, Move, Seat, Table
from games.rules import Move as RulesMove
from games.rules import rules_of, shuffle
from games.services.closing import close_now
from games.services.playing import (
    announce_seats,
    announce_views,
    begin_deal,
    begin_match,
    restart_clock,
    write_end_of_moves,
)
from games.services.seat_history import change_stay, locked_apart
from games.signals import result_changed
from games.state import dispatch
from games.state.choosing import level_of
from games.state.live_tables import LiveTable, live_tables
from games.state.rooms import lobby_changed
from live.hub import LOOK_AGAIN, News, announce


@dataclass(frozen=True, slots=True)
class SetSeat:
    """Names who gets a seat: a player, or a bot with its level and name."""

    player_id: int | None = None
    bot: str = ""
    name: str = ""

    @classmethod
    def in_place_of(cls, name: str, house_level: str) -> SetSeat:
        """Return a bot with the name of the player it replaces, at the house's level or, failing that, the easiest."""
        return cls(bot=Seat.Bot.MEDIUM if house_level == HouseLevel.MEDIUM else Seat.Bot.EASY, name=name)


@dataclass(frozen=True, slots=True)
class SetTable:
    """A table to open.

    `contributions`, one for each seat, come with a `chain` that several tables share in order to have the same decks.
    Without them, the table gets a chain of its own, and its players contribute.
    """

    seats: Sequence[SetSeat]
    chain: Chain | None = None
    contributions: Sequence[bytes] = ()


@dataclass(frozen=True, slots=True)
class Occasion:
    """What the tables are opened for."""

    owner: Player
    game: str
    options: Mapping[str, Any]
    rules_version: int
    seconds: int
    name: str
    url: str
    club: Club | None = None
    is_sealed: bool = False
    admits_bots: bool = False
    house_level: str = HouseLevel.WEAK


@transaction.atomic
def set_tables(*, occasion: Occasion, tables: Sequence[SetTable]) -> list[Table]:
    """Open all tables, in the order given, with a constant number of queries.

    They start when everyone has contributed, or after START_PAUSE.
    """
    options = rules_of(occasion.game, occasion.rules_version).complete(occasion.options)
    chains = Chain.objects.bulk_create(Chain.new() for table in tables if table.chain is None)
    own_chains = iter(chains)
    now = timezone.now()
    rows = Table.objects.bulk_create(
        _row(occasion, options, table, table.chain or next(own_chains), now) for table in tables
    )
    Seat.objects.bulk_create(seat for row, table in zip(rows, tables, strict=True) for seat in _seats(row, table))
    for row in rows:
        assert row.due_at is not None
        dispatch.ask_after_commit(row.pk, 0, max(0.0, (row.due_at - now).total_seconds()))
    lobby_changed()
    return rows


def _row(occasion: Occasion, options: Mapping[str, Any], table: SetTable, chain: Chain, now: datetime) -> Table:
    waits = not table.contributions and any(seat.player_id for seat in table.seats)
    return Table(
        game=occasion.game,
        options=options,
        rules_version=occasion.rules_version,
        seat_count=len(table.seats),
        seconds=occasion.seconds,
        visibility=Table.Visibility.SET,
        club=occasion.club,
        occasion=occasion.name,
        occasion_url=occasion.url,
        is_sealed=occasion.is_sealed,
        admits_bots=occasion.admits_bots,
        house_level=occasion.house_level,
        owner=occasion.owner,
        chain=chain,
        totals=[0] * len(table.seats),
        due_at=now + timedelta(seconds=settings.START_PAUSE) if waits else now,
    )


def _seats(row: Table, table: SetTable) -> list[Seat]:
    given = [one.hex() for one in table.contributions]
    published = given or [shuffle.new_contribution().hex() for _ in table.seats]
    return [
        Seat(
            table=row,
            number=number,
            player_id=seat.player_id,
            bot=seat.bot,
            name=seat.name,
            house_bytes=published[number],
            contribution=published[number],
            contributed=bool(given),
        )
        for number, seat in enumerate(table.seats)
    ]


def rename_occasion(*, url: str, name: str) -> None:
    """Rename the occasion of the tables whose occasion has this URL."""
    Table.objects.filter(occasion_url=url).update(occasion=name)


def finish(*, table_id: str, rng: random.Random | None = None) -> None:
    """Play a match to its end at once, for everyone, with one transaction for each deal.

    The house plays equally well for all people, whatever the score, and no better than for those who are away, so that
    nobody gains by letting the time run out. Bots keep their own level.

    May run twice or while others are playing. `rng` makes simulations repeatable.
    """
    rng = rng or random.SystemRandom()
    with live_tables.hold(table_id) as live:
        live.refresh()
        if live.status == Table.Status.OPEN:
            begin_match(live, even_paused=True)
        while live.status == Table.Status.RUNNING:
            if live.turn is None:
                begin_deal(live)
            else:
                _finish_deal(live, rng)


def _finish_deal(live: LiveTable, rng: random.Random) -> None:
    """Choose moves on a copy outside the transaction; play them unless something has happened meanwhile."""
    ply, moves = live.ply, _moves_to_the_end(live, rng)
    with transaction.atomic():
        live.refresh_locked()
        if live.ply != ply or live.status != Table.Status.RUNNING:
            return
        now = timezone.now()
        Move.objects.bulk_create(_move(live, move, now) for move in moves)
        write_end_of_moves(live, now)
        announce_views(live)


def _moves_to_the_end(live: LiveTable, rng: random.Random) -> list[RulesMove]:
    assert live.match.deal is not None
    deal, moves = live.match.deal.copy(), []
    while deal.result is None:
        moves.append(choose(deal.view(deal.turn), level_of(live, deal.turn), rng))
        deal.play(moves[-1])
    return moves


def _move(live: LiveTable, move: RulesMove, now: datetime) -> Move:
    """Play a move and return its unsaved row."""
    seat, ply = live.turn, live.ply
    assert seat is not None
    live.play(move)
    by = Move.By.BOT if live.seats[seat].bot else Move.By.HOUSE
    return Move(table_id=live.id, ply=ply, deal=live.deal_number, seat=seat, text=str(move), by=by, played_at=now)


@transaction.atomic
def annul(*, table_id: str) -> bool:
    """Break off a match that is not over, so that it counts for nothing; return whether it was not over."""
    table = Table.objects.select_for_update(of=("self",)).get(pk=table_id)
    if table.status not in (Table.Status.OPEN, Table.Status.RUNNING):
        return False
    close_now(table_id=table_id)
    return True


def hand_over(*, table_id: str, seat: int, to: SetSeat, instead_of: int | None = None) -> None:
    """Give a seat with its tiles and points to somebody else, with the full time for a move.

    No effect once the table is over, or unless the player `instead_of`, if given, still has the seat. May be part of a
    longer transaction.
    """
    with transaction.atomic():
        live = locked_apart(table_id)
        if instead_of in (None, live.seats[seat].player_id):
            hand_over_held(live=live, seat=seat, to=to)


def hand_over_held(*, live: LiveTable, seat: int, to: SetSeat) -> bool:
    """Hand over a seat within a transaction that holds the table; return whether it had an effect."""
    live.refresh_locked()
    if live.status not in (Table.Status.OPEN, Table.Status.RUNNING):
        return False
    before = Seat.objects.get(table=live.id, number=seat).player_id
    Seat.objects.filter(table=live.id, number=seat).update(
        player=to.player_id, bot=to.bot, name=to.name, away=False, left=False, missed=0
    )
    Table.objects.filter(pk=live.id).update(seats_version=F("seats_version") + 1)
    if live.status == Table.Status.RUNNING:
        change_stay(live, seat, player_id=to.player_id, bot=to.bot)
    live.refresh()
    if live.match.deal is None:
        announce_seats(live)
    else:
        announce_views(live)
        restart_clock(live, seat)
    if before is not None:  # a sealed table is for its players only
        announce(News(live.id, players={str(before): [LOOK_AGAIN]}))
    return True


def nudge(*, table_id: str) -> None:
    """Ask the house to act at a table that seems to be stuck, if something is due there."""
    table = Table.objects.get(pk=table_id)
    if table.due_at is not None and table.due_at <= timezone.now():
        dispatch.ask(table_id, table.ply)


def unseal(*, table_ids: Collection[str]) -> None:
    """Let everyone who may watch see these tables from now on, and publish all links and records."""
    sealed = Table.objects.filter(pk__in=table_ids, is_sealed=True)
    with transaction.atomic():
        sealed.update(is_sealed=False, seats_version=F("seats_version") + 1)
        result_changed.send(sender=Table, table_ids=table_ids)


def pause(*, table_ids: Collection[str]) -> None:
    """Pause these matches and their clocks: no moves are accepted until they are resumed."""
    for table_id in table_ids:
        with live_tables.hold(table_id) as live, transaction.atomic():
            live.refresh_locked()
            if live.status in (Table.Status.OPEN, Table.Status.RUNNING):
                _set_paused(live, True, None)


def resume(*, table_ids: Collection[str]) -> None:
    """Resume these matches, with the full time for the move."""
    for table_id in table_ids:
        with live_tables.hold(table_id) as live, transaction.atomic():
            live.refresh_locked()
            if live.is_paused:
                _set_paused(live, False, timezone.now())
                if live.turn is not None:
                    restart_clock(live, live.turn)


def _set_paused(live: LiveTable, is_paused: bool, due_at: datetime | None) -> None:
    Table.objects.filter(pk=live.id).update(is_paused=is_paused, due_at=due_at, seats_version=F("seats_version") + 1)
    live.refresh()
    live.read_clock()
    announce_seats(live)
