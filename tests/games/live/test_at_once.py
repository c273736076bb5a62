"""Moves that the server hands to a socket directly, without an ASGI message."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pytest_django import Settings

from accounts.models import Player
from games.models import Move, Table
from live import allowance
from live.allowance import OF_SOCKET
from tests.games.people import seated_table
from tests.games.sockets import QuickBrowser, in_thread, sign_in

pytestmark = pytest.mark.django_db(transaction=True)

table_of = in_thread(seated_table)
session_of = in_thread(sign_in)


async def opened_by_whose_turn_it_is(alice: Player, bob: Player) -> tuple[Table, QuickBrowser, dict[str, str]]:
    """Return a table, a socket of the player whose turn it is, and that player's first legal move.

    The socket has sent a message already, since nothing is taken at once before its rate limits have been fetched.
    """
    table = await table_of([alice, bob])
    turn = (await Table.objects.aget(pk=table.pk)).turn
    browser = await QuickBrowser.at(table.pk, await session_of([alice, bob][turn or 0]))
    view = await browser.hear_until("view")
    await browser.send(type="ping")
    await browser.hear_until("pong")
    return table, browser, view["mine"]["legal"][0]


async def test_a_move_is_taken_at_once_and_stored(alice: Player, bob: Player) -> None:
    table, browser, legal = await opened_by_whose_turn_it_is(alice, bob)
    await browser.send(type="move", move=legal["move"], ply=0)
    assert len(browser.taken) == 1
    moved = await browser.hear_until("moved")
    assert (moved["ply"], moved["move"]) == (1, legal["move"])
    assert await Move.objects.filter(table=table.pk).acount() == 1
    await browser.leave()


async def test_what_follows_a_move_waits_for_it(alice: Player, bob: Player) -> None:
    _table, browser, legal = await opened_by_whose_turn_it_is(alice, bob)
    await browser.send(type="move", move=legal["move"], ply=0)
    await browser.send(type="ping")
    await browser.send(type="move", move=legal["move"], ply=0)
    assert len(browser.taken) == 1
    assert (await browser.hear_until("pong"))["ply"] == 1
    assert (await browser.hear_until("error"))["code"] == "stale"
    await browser.leave()


async def test_refusals_are_told_in_the_players_language(alice: Player, bob: Player) -> None:
    alice.language = bob.language = "de"
    await alice.asave()
    await bob.asave()
    table, browser, _legal = await opened_by_whose_turn_it_is(alice, bob)
    for move, ply, code, word in [("0-0@9-9", 0, "illegal", "0-0"), ("draw", 7, "stale", "Spiel"), ("x", 0, "", "Zug")]:
        await browser.send(type="move", move=move, ply=ply)
        refused = await browser.hear_until("error")
        assert refused["code"].startswith(code)
        assert word in refused["message"]
    assert len(browser.taken) == 3
    assert not await Move.objects.filter(table=table.pk).aexists()
    await browser.leave()


async def test_anything_but_a_move_comes_as_a_message(alice: Player, bob: Player) -> None:
    _table, browser, _legal = await opened_by_whose_turn_it_is(alice, bob)
    for text, code in [("{", "unreadable-message"), ('{"type": "cheat"}', "unknown-type"), ("x" * 5000, "too-long")]:
        await browser.send_text(text)
        assert (await browser.hear_until("error"))["code"] == code
    assert not browser.taken
    await browser.leave()


async def test_whoever_is_too_fast_is_told(alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(allowance, "OF_SOCKET", replace(OF_SOCKET, per_second=0.0, burst=4))
    _table, browser, _legal = await opened_by_whose_turn_it_is(alice, bob)
    codes = []
    for _ in range(5):
        await browser.send(type="move", move="draw", ply=7)
        codes.append((await browser.hear_until("error"))["code"])
    assert codes == ["stale"] * 3 + ["too-fast"] * 2
    await browser.leave()


async def test_the_limit_shared_by_all_processes_counts(alice: Player, bob: Player, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "messages": "60/hour"}
    _table, browser, _legal = await opened_by_whose_turn_it_is(alice, bob)
    for _ in range(20):
        await browser.send(type="move", move="draw", ply=7)
        assert (await browser.hear_until("error"))["code"] == "stale"
    assert len(browser.taken) > 15, "more are asked for before the last one is spent"
    await browser.leave()


async def test_an_onlooker_has_nothing_to_play(alice: Player, bob: Player, charlie: Player) -> None:
    table = await table_of([alice, bob])
    browser = await QuickBrowser.at(table.pk, await session_of(charlie))
    await browser.hear_until("chats")
    await browser.send(type="move", move="draw", ply=0)
    assert (await browser.hear_until("error"))["code"] == "not-seated"
    await browser.leave()


async def test_a_visitor_has_nothing_to_play(alice: Player, bob: Player) -> None:
    table = await table_of([alice, bob])
    browser = await QuickBrowser.at(table.pk)
    await browser.hear_until("view")
    await browser.send(type="move", move="draw", ply=0)
    assert not browser.taken
    assert (await browser.hear_until("error"))["code"] == "not-seated"
    await browser.leave()
