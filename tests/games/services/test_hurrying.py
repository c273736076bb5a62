"""Tests that the house reveals nothing about hidden tiles when it plays forced moves at once."""

import copy
import random
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.conf import LazySettings
from django.utils import timezone

from accounts.models import Player
from games import services
from games.models import Move, Table
from games.rules import GAMES, Deal
from games.state import clock, messages_out
from games.state.live_tables import LiveTable, live_tables
from tests.games.people import play_any, seat_of, seated_table, short

pytestmark = pytest.mark.usefixtures("after_commit")


@pytest.fixture(autouse=True)
def pauses_as_on_the_site(settings: LazySettings) -> None:
    settings.FORCED_PAUSE = 1.0


def kardinal_until(players: list[Player], *, passes: bool, all_cardinals_lie: bool = False) -> Table:
    """Return a table of Kardinaldomino whose seat on turn holds nothing that fits: it can only pass after two draws, or
    only draw before."""
    rng = random.Random(7)
    for _ in range(500):
        table = seated_table(players, game="kardinal", options=short("kardinal"))
        while Table.objects.get(pk=table.pk).turn is not None:
            with live_tables.hold(table.pk) as live:
                deal: Any = live.match.deal
                lying = {str(laid.tile) for laid in deal.layout}
                move = "pass" if passes else "draw"
                are_all = {"6-1", "5-2", "4-3", "0-0"} <= lying
                if deal.legal_moves() == [move] and (deal.drawn == 2) == passes and are_all == all_cardinals_lie:
                    return Table.objects.get(pk=table.pk)
            play_any(table.pk, rng)
    raise AssertionError("There was no such turn.")


def seconds_left(table: Table) -> float:
    assert table.due_at is not None
    return (table.due_at - timezone.now()).total_seconds()


def test_a_player_without_cardinals_has_the_full_time_to_pass(alice: Player, bob: Player, charlie: Player) -> None:
    table = kardinal_until([alice, bob, charlie], passes=True)
    assert seconds_left(table) > 50
    with live_tables.hold(table.pk) as live:
        ends_at = messages_out.clock_message(live, timezone.now())["ends_at"]
    assert ends_at == pytest.approx(table.due_at.timestamp() if table.due_at else None)


def test_running_out_of_time_for_such_a_pass_is_a_missed_move(alice: Player, bob: Player, charlie: Player) -> None:
    people = [alice, bob, charlie]
    table = kardinal_until(people, passes=True)
    person = people[table.turn or 0]
    services.act(table_id=table.pk, ply=table.ply, now=table.due_at)
    assert Move.objects.filter(table=table).latest("ply").text == "pass"
    assert seat_of(table, person).missed == 1


def test_the_house_does_not_draw_for_players_who_may_hold_back_a_cardinal(
    alice: Player, bob: Player, charlie: Player
) -> None:
    Player.objects.update(auto_draw=True)
    assert seconds_left(kardinal_until([alice, bob, charlie], passes=False)) > 50


def test_once_all_cardinals_lie_the_house_draws_at_once(alice: Player, bob: Player, charlie: Player) -> None:
    Player.objects.update(auto_draw=True)
    table = kardinal_until([alice, bob, charlie], passes=False, all_cardinals_lie=True)
    assert seconds_left(table) < 5
    services.act(table_id=table.pk, ply=table.ply, now=table.due_at)
    move = Move.objects.filter(table=table).latest("ply")
    assert (move.text, move.by) == ("draw", Move.By.HOUSE)


def with_deal(live: LiveTable, deal: Deal, now: datetime) -> LiveTable:
    """Return the same table with another deal, its clock set as after a move."""
    twin = copy.copy(live)
    twin.match = live.match.copy()
    twin.match.deal = deal
    twin.due_at = clock.due_at(twin, now, clock.house_pause(twin))
    return twin


def positions(players: list[Player], game: str, matches: int) -> Iterator[LiveTable]:
    """Yield every turn of some random matches."""
    rng, rules = random.Random(11), GAMES[game]
    options = rules.deal_alone(rules.complete(short(game)), 1) or short(game)
    for _ in range(matches):
        table = seated_table(players, game=game, options=options)
        while Table.objects.get(pk=table.pk).turn is not None:
            with live_tables.hold(table.pk) as live:
                yield live
            play_any(table.pk, rng)


def seen(live: LiveTable, by: int, now: datetime) -> dict[str, Any]:
    """Return the whole table as a seat sees it, with the clock set at `now`."""
    view = messages_out.view_message(live, by)
    return {**view, "clock": messages_out.clock_message(live, now)}


@pytest.mark.parametrize("wants_draws", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_nobody_can_tell_other_peoples_tiles_from_the_house(
    game: str, wants_draws: bool, alice: Player, bob: Player, charlie: Player
) -> None:
    """With hidden tiles redealt, the others see the same table and the same clock. If the house would make a move at
    once, it does so whenever that move is legal, so neither its speed nor `by` reveals more than the move."""
    Player.objects.update(auto_draw=wants_draws)
    rng, now = random.Random(5), timezone.now()
    people = [alice, bob, charlie][: GAMES[game].seats(GAMES[game].complete(short(game)))[-1]]
    for live in positions(people, game, 4):
        deal, seat = live.match.deal, live.turn
        assert deal is not None
        assert seat is not None
        here = with_deal(live, deal, now)
        move = clock.automatic_move(here, seat)
        other = (seat + rng.randrange(1, len(people))) % len(people)
        there = with_deal(live, deal.imagine(other, rng), now)
        assert there.match.deal is not None
        assert seen(there, other, now) == seen(here, other, now)
        if move is not None and move in there.match.deal.legal_moves():
            assert clock.automatic_move(there, seat) == move
            assert there.due_at == here.due_at
        if move is None:
            assert here.due_at == now + timedelta(seconds=live.seconds)
