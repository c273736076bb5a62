"""Everything that happens at a running table: moves of players and of the house, deals, absence."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.errors import UserError
from games.errors import not_seated
from games.models import Move, Seat, Table
from games.rules import Move as RulesMove
from games.rules import read_move, shuffle
from games.rules.moves import MoveError
from games.services.conduct import note_absence
from games.services.seat_history import begin_stays
from games.signals import table_finished
from games.state import dealt, dispatch, messages_out
from games.state.choosing import (
    Chosen,
    choose_for,
    how_long_to_think,
    is_for_thinking_worker,
    is_kept,
    keep,
    take_kept,
    thinks_ahead,
)
from games.state.clock import REST, due_at, house_pause, rests, waits_for_people
from games.state.live_tables import LiveTable, live_tables
from games.state.message_types import DealOver
from games.state.move_sql import Writes, insert_deal, writing
from games.state.rooms import lobby_changed
from live.hub import News, announce, encode
from telemetry.metrics import MOVES

MISSED_UNTIL_AWAY = 2


def play(*, table_id: str, player_id: int, text: str, ply: int) -> None:
    """Play a player's move; the caller calls `show_spots` afterwards.

    Raises UnreadableMove, IllegalMove, UserError (not-running, paused, not-seated, stale, not-your-turn).
    """
    move = read_move(text)
    with live_tables.hold(table_id) as live, writing() as writes:
        live.refresh_locked()
        play_held(live, move, player_id, ply, writes)


def play_held(live: LiveTable, move: RulesMove, player_id: int, ply: int, writes: Writes) -> None:
    """Play a player's move at a table that this thread holds, within a transaction that has locked its row.

    Raises IllegalMove and UserError like `play`, having changed nothing.
    """
    seat = own_seat(live, player_id)
    _check_turn(live, seat, ply)
    sitter, version = live.seats[seat], live.seats_version
    if not (sitter.missed or sitter.away):
        _play(live, move, Move.By.PLAYER, writes)
        return
    try:
        with writes.savepoint():
            change_seat(live, seat, missed=0, away=False)
            _play(live, move, Move.By.PLAYER, writes)
    except (UserError, MoveError):
        live.seats[seat], live.seats_version = sitter, version
        raise


def own_seat(live: LiveTable, player_id: int) -> int:
    """Return the player's current seat; never trust the client's."""
    if live.status != Table.Status.RUNNING:
        raise UserError("not-running", _("No match is running at this table."))
    if live.is_paused:
        raise UserError("paused", _("The organisers have paused this match. Nothing is lost; play will go on soon."))
    seat = live.seat_of(player_id)
    if seat is None:
        raise not_seated()
    return seat


def _check_turn(live: LiveTable, seat: int, ply: int) -> None:
    if ply != live.ply:
        raise UserError("stale", _("The game moved on before your move arrived. Look again and choose a move."))
    if seat != live.turn:
        raise UserError("not-your-turn", _("It is not your turn."))


def act(*, table_id: str, ply: int, now: datetime | None = None, thinks: bool = False) -> None:
    """Do what is due at a table: start the match or the next deal, or play for a bot or an absent player.

    Does nothing if the table has moved on from `ply` or its time has not come, so it may run twice, late or never.
    A bot that thinks ahead is left to a worker that has time for it, unless `thinks` says that this is one.
    """
    now = now or timezone.now()
    with live_tables.hold(table_id) as live:
        live.refresh()
        live.read_clock()
        if live.ply != ply or live.due_at is None or live.due_at > now:
            return
        if live.status == Table.Status.OPEN:
            begin_match(live)
        elif rests(live):
            rest(live, now)
        elif live.turn is None:
            begin_deal(live)
        elif not thinks and not is_kept(live) and is_for_thinking_worker(live, now):
            dispatch.ask_to_think(table_id, ply)
        else:
            chosen = take_kept(live) or choose_for(live, live.turn, how_long_to_think(live, now) if thinks else 0)
            with writing() as writes:
                live.refresh_locked()
                play_chosen(live, chosen, now, writes)


def think(*, table_id: str, ply: int, now: datetime | None = None) -> None:
    """Act for a bot that thinks ahead, in a worker that has time for it. It thinks during its pause, and plays at the
    end."""
    now = now or timezone.now()
    with live_tables.hold(table_id) as live:
        live.refresh()
        live.read_clock()
        if live.ply == ply and live.due_at is not None and live.due_at > now and thinks_ahead(live):
            assert live.turn is not None
            keep(live, choose_for(live, live.turn, how_long_to_think(live, now)))
            dispatch.ask_for_kept(table_id, ply, (live.due_at - timezone.now()).total_seconds())
            return
    act(table_id=table_id, ply=ply, now=now, thinks=True)


def play_chosen(live: LiveTable, chosen: Chosen, now: datetime, writes: Writes) -> None:
    """Play a chosen move unless something has happened meanwhile. The row must be locked."""
    if live.ply != chosen.ply or live.seats[chosen.seat] != chosen.sitter:
        return
    if not (chosen.is_forced or chosen.sitter.is_played_by_the_house):
        _note_missed(live, chosen.seat, now)
    _play(live, chosen.move, Move.By.BOT if chosen.sitter.bot else Move.By.HOUSE, writes)


def rest(live: LiveTable, now: datetime) -> None:
    """Postpone what is due, unless it has been done meanwhile."""
    Table.objects.overdue(now).filter(pk=live.id, ply=live.ply).update(due_at=now + REST)


def _note_missed(live: LiveTable, seat: int, now: datetime) -> None:
    missed = live.seats[seat].missed + 1
    is_away = missed >= MISSED_UNTIL_AWAY and not _may_still_arrive(live, now)
    if is_away:
        note_absence(live, seat, now)
    change_seat(live, seat, missed=missed, away=is_away)


def _may_still_arrive(live: LiveTable, now: datetime) -> bool:
    """Return whether players might not know yet that they have been assigned to this tournament table."""
    return live.is_set and now < live.opened_at + timedelta(seconds=settings.ARRIVAL_GRACE)


def _play(live: LiveTable, move: RulesMove, by: Move.By, writes: Writes) -> None:
    """Apply the rules, store the move, update the row and announce it all. The row must be locked."""
    seat, ply, tiles = live.turn, live.ply, len(live.spots)
    assert seat is not None
    events = live.play(move)
    now = timezone.now()
    writes.append_move(table_id=live.id, ply=ply, deal=live.deal_number, seat=seat, text=move, by=by, now=now)
    MOVES.labels(by.value).inc()
    over = _end_deal(live, writes) if live.turn is None else None
    pause = _write_row(live, now, writes)
    moved, own = messages_out.moved_messages(
        live, seat=seat, move=move, by=by, events=events, new=len(live.spots) - tiles, over=over
    )
    players = {str(live.seats[number].player_id): [encode(message)] for number, message in own.items()}
    short = messages_out.without_unchanged(live, moved)
    announce(News(live.id, everyone=[encode(short)], players=players))
    _ask_the_house(live, pause)


def _end_deal(live: LiveTable, writes: Writes) -> DealOver:
    deal = live.match.deals[-1]
    assert deal.result is not None
    writes.write_result(table_id=live.id, deal=deal.number, reason=deal.result.reason, scores=deal.result.scores)
    return messages_out.over_message(live)


def write_end_of_moves(live: LiveTable, now: datetime) -> None:
    """Store the end of a deal whose moves the caller has stored."""
    with writing() as writes:
        _end_deal(live, writes)
        _write_row(live, now, writes)


def _write_row(live: LiveTable, now: datetime, writes: Writes) -> float | None:
    """Write what has changed about the table; return the house's pause, as `house_pause` does."""
    pause = house_pause(live)
    live.due_at = due_at(live, now, pause)
    if live.turn is None and live.match.result:
        writes.forget_row(live.id)
        _write_end_of_match(live, now)
    else:
        if live.turn is None:
            writes.write_totals(table_id=live.id, totals=live.match.totals)
        writes.write_row(table_id=live.id, ply=live.ply, deal=live.deal_number, turn=live.turn, due_at=live.due_at)
    return pause


def _write_end_of_match(live: LiveTable, now: datetime) -> None:
    columns: dict[str, Any] = {"ply": live.ply, "deal_number": live.deal_number, "turn": None, "due_at": live.due_at}
    live.status = Table.Status.FINISHED.value
    columns |= {"totals": list(live.match.totals), "result": messages_out.result_message(live)}
    Table.objects.filter(pk=live.id).update(**columns, status=live.status, finished_at=now)
    lobby_changed()
    transaction.on_commit(lambda: table_finished.send(sender=Table, table_id=live.id), robust=True)


def _ask_the_house(live: LiveTable, pause: float | None) -> None:
    """Ask the house to act soon after the commit; if the request is lost, the sweep finds the row."""
    if pause is not None and not live.is_paused:
        dispatch.ask_after_commit(
            live.id, live.ply, pause, thinks=thinks_ahead(live), people_first=waits_for_people(live)
        )


def begin_match(live: LiveTable, *, even_paused: bool = False) -> None:
    """Start the match of a full table; if the table is paused, only with `even_paused`. Idempotent."""
    with writing() as writes:
        live.refresh_locked()
        is_stopped = live.is_paused and not even_paused
        if live.status != Table.Status.OPEN or is_stopped or any(sitter.is_free for sitter in live.seats):
            return
        now = timezone.now()
        Table.objects.filter(pk=live.id).update(status=Table.Status.RUNNING, started_at=now)
        live.status = Table.Status.RUNNING.value
        announce(News(live.id, everyone=[encode(messages_out.table_message(live.status))]))
        lobby_changed()
        begin_stays(live)
        _begin_deal(live, now, writes)


def begin_deal(live: LiveTable) -> None:
    """Start the next deal of a running match. Idempotent."""
    number = live.deal_number
    with writing() as writes:
        live.refresh_locked()
        if live.status == Table.Status.RUNNING and live.deal_number == number and live.turn is None:
            _begin_deal(live, timezone.now(), writes)


def _begin_deal(live: LiveTable, now: datetime, writes: Writes) -> None:
    number = live.deal_number + 1
    link = live.chain.link(number)
    contributions = [bytes.fromhex(sitter.contribution) for sitter in live.seats]
    deck = " ".join(shuffle.deck(live.match.tiles, link, contributions, number))
    live.start_deal(deck)
    dealt.claim(insert_deal(table_id=live.id, number=number, deck=deck, first=live.match.deals[-1].first))
    if live.turn is None:
        _end_deal(live, writes)
    pause = _write_row(live, now, writes)
    announce_views(live)
    _ask_the_house(live, pause)


def announce_views(live: LiveTable) -> None:
    live.refresh_presence_if_stale()
    people = {sitter.player_id: sitter.number for sitter in live.seats if sitter.player_id and not sitter.left}
    views = messages_out.view_messages(live, [*people.values(), None])
    own = {str(one): [encode(views[seat])] for one, seat in people.items()}
    announce(News(live.id, players=own, onlookers=[encode(views[None])], seated=list(people)))


def change_seat(live: LiveTable, seat: int, **columns: Any) -> None:
    """Change a seat under the table's lock, and send all seats to everyone."""
    Seat.objects.filter(table=live.id, number=seat).update(**columns)
    Table.objects.filter(pk=live.id).update(seats_version=live.seats_version + 1)
    live.seats[seat] = replace(live.seats[seat], **columns)
    live.seats_version += 1
    announce_seats(live)


def announce_seats(live: LiveTable) -> None:
    """Send all seats to everyone, with who is present."""
    live.refresh_presence()
    announce(News(live.id, everyone=[encode(messages_out.seats_changed_message(live))]))


def be_ready(*, table_id: str, player_id: int) -> None:
    """Note that a player has seen how the deal ended; the next deal starts when all present players are ready.

    Raises UserError (not-running, paused, not-seated).
    """
    with live_tables.hold(table_id) as live, writing() as writes:
        live.refresh_locked()
        be_ready_held(live, player_id, writes)


def be_ready_held(live: LiveTable, player_id: int, writes: Writes) -> None:
    """Note that a player is ready, at a table that this thread holds, within a transaction that has locked its row."""
    seat = own_seat(live, player_id)
    if live.turn is not None:
        return
    live.seats[seat] = replace(live.seats[seat], ready=live.deal_number)
    live.seats_version += 1
    writes.write_ready(table_id=live.id, seat=seat, deal=live.deal_number)
    playing = [sitter for sitter in live.seats if not sitter.is_played_by_the_house]
    if all(sitter.ready >= live.deal_number for sitter in playing):
        _begin_deal(live, timezone.now(), writes)
    else:
        live.refresh_presence_if_stale()
        announce(News(live.id, everyone=[encode(messages_out.seats_changed_message(live))]))


def come_back(*, table_id: str, player_id: int) -> None:
    """Give an absent player the seat back, with the full time for the move.

    Raises UserError (not-running, paused, not-seated).
    """
    with live_tables.hold(table_id) as live, transaction.atomic():
        live.refresh_locked()
        seat = own_seat(live, player_id)
        if live.seats[seat].away:
            change_seat(live, seat, away=False, missed=0)
            restart_clock(live, seat)


def reload_seats(*, table_id: str) -> None:
    """Make every process read the seats again, after a player's name or preferences have changed."""
    Table.objects.filter(pk=table_id).update(seats_version=F("seats_version") + 1)


def show_seats(*, table_id: str) -> None:
    """Read the seats again and send them to everyone at a table."""
    with live_tables.hold(table_id) as live:
        live.refresh()
        announce_seats(live)


def restart_clock(live: LiveTable, seat: int) -> None:
    if live.status == Table.Status.RUNNING and live.turn == seat:
        pause = house_pause(live)
        live.due_at = due_at(live, timezone.now(), pause)
        Table.objects.filter(pk=live.id).update(due_at=live.due_at)
        announce_seats(live)
        _ask_the_house(live, pause)
