"""What the others are sent about a pass: the same whether it was forced or a cardinal was held back (KD11)."""

from __future__ import annotations

import random
from typing import Any

import pytest
from pytest_django import Settings

from accounts.models import Player
from games import services
from games.models import Move, Table
from games.rules import Deal, read_move
from games.state.live_tables import live_tables
from tests.games.services.test_hurrying import kardinal_until
from tests.games.sockets import Browser, in_thread, sign_in

pytestmark = pytest.mark.django_db(transaction=True)

PASS = read_move("pass")


@pytest.fixture(autouse=True)
def pauses_as_on_the_site(settings: Settings) -> None:
    settings.FORCED_PAUSE = 1.0


def take_back(table: Table) -> None:
    """Undo the last move."""
    Move.objects.filter(table=table, ply=table.ply).delete()
    Table.objects.filter(pk=table.pk).update(ply=table.ply, turn=table.turn, due_at=table.due_at)
    live_tables.forget()


def hold_a_cardinal_back(table: Table) -> bool:
    """Redeal the tiles that others cannot see so that the seat on turn need not pass; return whether that is possible.

    A pass that ends the deal does not count, because nothing follows it that could be compared.
    """
    rng = random.Random(3)
    with live_tables.hold(table.pk) as live:
        live.refresh()
        deal, seat = live.match.deal, live.turn
        assert deal is not None
        assert seat is not None
        for _try in range(300):
            twin = deal.imagine((seat + 1) % len(live.seats), rng)
            if {"pass"} < set(map(str, twin.legal_moves())) and not ends_with_a_pass(twin):
                live.match.deal = twin
                return True
    return False


def ends_with_a_pass(deal: Deal) -> bool:
    after = deal.copy()
    after.play(PASS)
    return after.result is not None


def passes(table: Table) -> None:
    assert table.turn is not None
    player_id = table.seats.get(number=table.turn).player_id
    assert player_id is not None
    services.play(table_id=table.pk, player_id=player_id, text="pass", ply=table.ply)


async def told_of(browser: Browser, table: Table) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the view of an onlooker before the seat on turn passes, and the news of the pass, with the seconds left in
    place of clocks."""
    await browser.send(type="sync")
    view = await browser.hear_until("view")
    await in_thread(passes)(table)
    moved = await browser.hear_until("moved")
    for message in (view, moved):
        clock = message["clock"]
        message["clock"] = {"left": clock["ends_at"] and round(clock["ends_at"] - clock["now"], -1)}
    return view, moved


async def test_nobody_hears_whether_a_pass_was_forced(alice: Player, bob: Player, charlie: Player) -> None:
    onlooker = await in_thread(sign_in)(await in_thread(Player.objects.create_user)("Dora", "dora@example.org"))
    for _try in range(20):
        table = await in_thread(kardinal_until)([alice, bob, charlie], passes=True)
        if await in_thread(hold_a_cardinal_back)(table):
            break
    else:
        raise AssertionError("No pass left room for a cardinal.")
    browser = await Browser.at(table.pk, onlooker)
    await browser.hear_until("view")
    free = await told_of(browser, table)
    await in_thread(take_back)(table)
    await browser.leave()
    browser = await Browser.at(table.pk, onlooker)
    await browser.hear_until("view")
    forced = await told_of(browser, table)
    await browser.leave()
    assert forced == free
    assert (forced[1]["move"], forced[1]["by"]) == ("pass", "player")
    assert forced[0]["clock"] == {"left": 60}
