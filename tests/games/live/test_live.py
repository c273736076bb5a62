"""The messages of the live sockets, as seen by browsers at one table."""

import json
import random
import re
from collections.abc import Sequence

import pytest
from pytest_django.plugin import DjangoDbBlocker

from accounts.models import Player
from games import services
from games.models import Table
from games.rules import GAMES, Deal
from games.rules.variants.chicken_foot import ChickenFootDeal
from games.rules.variants.two_step import TwoStepDeal
from games.state.live_tables import Sitter, live_tables
from games.state.rooms import table_room
from live import allowance, presence
from live.allowance import Limit
from live.hub import News, hub
from tests.games.people import seated_table, short
from tests.games.sockets import Browser, in_thread, sign_in

pytestmark = pytest.mark.django_db(transaction=True)

table_of = in_thread(seated_table)
session_of = in_thread(sign_in)


async def test_a_browser_gets_the_view_of_its_seat(alice: Player, bob: Player) -> None:
    table = await table_of([alice, bob])
    browser = await Browser.at(table.pk, await session_of(alice))
    view = await browser.hear_until("view")
    assert view["seat"] == 0
    assert len(view["mine"]["hand"]) == view["public"]["hands"][0]
    assert [seat["name"] for seat in view["seats"]] == ["Alice", "Bob"]
    await browser.leave()


async def test_a_stranger_looks_on_and_may_not_play(alice: Player, bob: Player, charlie: Player) -> None:
    table = await table_of([alice, bob])
    browser = await Browser.at(table.pk, await session_of(charlie))
    view = await browser.hear_until("view")
    assert (view["seat"], view["mine"]) == (None, None)
    await browser.send(type="move", move="draw", ply=0)
    assert (await browser.hear_until("error"))["code"] == "not-seated"
    await browser.leave()


async def test_whoever_leaves_for_good_looks_on_in_other_windows(alice: Player, bob: Player) -> None:
    table = await table_of([alice, bob])
    browser = await Browser.at(table.pk, await session_of(alice))
    assert (await browser.hear_until("view"))["seat"] == 0
    await in_thread(services.leave_for_good)(table_id=table.pk, player_id=alice.pk)
    view = await browser.hear_until("view")
    assert (view["seat"], view["mine"]) == (None, None)
    await browser.leave()


async def test_whoever_closes_one_of_two_windows_is_still_there(alice: Player, bob: Player) -> None:
    table = await table_of([alice, bob])
    first, second = [await Browser.at(table.pk, await session_of(alice)) for _window in range(2)]
    for browser in (first, second):
        await browser.hear_until("view")
    await first.link.send_input({"type": "websocket.disconnect", "code": 1001})
    await first.link.wait(5)
    other = await Browser.at(table.pk, await session_of(bob))
    assert [seat["online"] for seat in (await other.hear_until("view"))["seats"]] == [True, True]
    assert not await in_thread(presence.has_closed)(table_room(table.pk), alice.pk)
    await second.leave()
    while (await other.hear_until("seats"))["seats"][0]["online"]:
        pass
    await other.leave()


async def test_a_private_table_is_closed_to_strangers(alice: Player, bob: Player, charlie: Player) -> None:
    table = await table_of([alice, bob], visibility="invited")
    browser = await Browser.at(table.pk, await session_of(charlie))
    assert await browser.link.receive_output(5) == {"type": "websocket.close", "code": 4001}


async def test_there_is_no_such_table() -> None:
    browser = await Browser.at("nonsense00")
    assert await browser.link.receive_output(5) == {"type": "websocket.close", "code": 4001}


async def test_an_unknown_address_is_closed() -> None:
    browser = Browser("/ws/elsewhere/")
    assert (await browser.link.connect(timeout=5))[0]
    assert await browser.link.receive_output(5) == {"type": "websocket.close", "code": 4001}


async def test_nonsense_gets_an_answer_and_the_connection_stays(alice: Player, bob: Player) -> None:
    table = await table_of([alice, bob])
    browser = await Browser.at(table.pk, await session_of(alice))
    await browser.hear_until("view")
    for text, code in [("{", "unreadable-message"), ('{"type": "cheat"}', "unknown-type"), ("x" * 5000, "too-long")]:
        await browser.send_text(text)
        error = await browser.hear_until("error")
        assert error["code"] == code
        assert error["message"]
    turn = (await Table.objects.aget(pk=table.pk)).turn
    await browser.send(type="move", move="0-0@9-9" if turn == 0 else "draw", ply=0)
    assert (await browser.hear_until("error"))["code"].startswith("illegal" if turn == 0 else "not-your-turn")
    await browser.send(type="ping")
    assert await browser.hear_until("pong") == {"type": "pong", "deal": 1, "ply": 0}
    await browser.leave()


async def test_a_flood_is_slowed_and_then_cut(alice: Player, bob: Player) -> None:
    table = await table_of([alice, bob])
    browser = await Browser.at(table.pk, await session_of(alice))
    await browser.hear_until("view")
    for _ in range(160):
        await browser.send(type="nonsense")
    codes = []
    while (output := await browser.link.receive_output(5))["type"] == "websocket.send":
        codes.append(json.loads(output["text"]).get("code"))
    assert codes.count("too-fast") >= 90
    assert output == {"type": "websocket.close", "code": 4008}


async def test_players_do_not_hear_the_onlookers_until_it_is_over(alice: Player, bob: Player, charlie: Player) -> None:
    table = await table_of([alice, bob])
    seated = await Browser.at(table.pk, await session_of(alice))
    onlooker = await Browser.at(table.pk, await session_of(charlie))
    await seated.hear_until("chats")
    await onlooker.hear_until("chats")
    await onlooker.send(type="chat", text="Alice has the better hand")
    assert (await onlooker.hear_until("chat"))["room"] == "onlookers"
    await seated.send(type="chat", text="Hello!")
    assert (await seated.hear_until("chat"))["text"] == "Hello!"
    assert (await onlooker.hear_until("chat"))["text"] == "Hello!"
    await seated.leave()
    await onlooker.leave()


async def test_whoever_has_left_for_good_hears_the_onlookers(alice: Player, bob: Player, charlie: Player) -> None:
    table = await table_of([alice, bob])
    await in_thread(services.leave_for_good)(table_id=table.pk, player_id=alice.pk)
    hers = await Browser.at(table.pk, await session_of(alice))
    await hers.hear_until("chats")
    await in_thread(services.say)(table_id=table.pk, player=charlie, text="A pity")
    assert (await hers.hear_until("chat"))["text"] == "A pity"
    await hers.leave()


async def test_the_browser_contributes_and_the_match_begins(alice: Player) -> None:
    table = await in_thread(services.open_table)(
        owner=alice, game="two-step", options={}, bots=["", "easy"], seconds=60
    )
    browser = await Browser.at(table.pk, await session_of(alice))
    assert (await browser.hear_until("contribute"))["anchor"]
    await browser.send(type="contribute", bytes="5a" * 16)
    view = await browser.hear_until("view")
    assert view["fair"]["contributions"][0] == "5a" * 16
    await browser.leave()


TILE = re.compile(r"\b\d{1,2}-\d{1,2}\b")


def known_to(seat: int | None, deal: Deal) -> set[str]:
    """Return the tiles that a seat (None: an onlooker) may know by now, derived from the full state."""
    known = {str(laid.tile) for laid in deal.layout}
    if deal.result is not None:
        return {str(tile) for tile in GAMES[deal.game].tiles(deal.options)}
    if seat is not None:
        known |= {str(tile) for tile in deal.hands[seat]}
    if isinstance(deal, ChickenFootDeal):
        known.add(str(deal.starter))
    if isinstance(deal, TwoStepDeal):
        known |= {str(tile) for tile in deal.tops if tile is not None}
        known |= {str(tile) for pile in deal.discards for tile in pile}
    return known


@pytest.mark.parametrize(
    ("game", "seats"), [(slug, min(4, game.seats(game.complete(short(slug)))[-1])) for slug, game in GAMES.items()]
)
async def test_no_message_shows_a_tile_that_its_reader_may_not_know(
    game: str,
    seats: int,
    alice: Player,
    bob: Player,
    charlie: Player,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(allowance, "OF_SOCKET", Limit(10, 10_000))  # they play faster than people may
    monkeypatch.setattr(allowance, "OF_PLAYER", Limit(10, 10_000))
    dora = await Player.objects.acreate(username="Dora")
    people = [alice, bob, charlie, dora][:seats]
    table = await table_of(people, game=game, options=short(game))
    browsers: dict[int | None, Browser] = {
        seat: await Browser.at(table.pk, await session_of(one), query=f"?protocol={1 + seat % 2}")
        for seat, one in enumerate(people)
    }
    browsers |= {None: await Browser.at(table.pk)}
    seen: dict[int | None, set[str]] = {seat: set() for seat in browsers}
    rng = random.Random(5)
    checked = deal_number = 0
    while True:
        state, deal = await in_thread(_look)(table.pk)
        if state.deal_number != deal_number:
            deal_number, seen = state.deal_number, {seat: set() for seat in browsers}
        for seat, browser in browsers.items():
            seen[seat] |= known_to(seat, deal)
            await browser.hear_of(state.deal_number, state.ply)
            for message in browser.heard:
                assert set(TILE.findall(json.dumps(message))) <= seen[seat], (seat, message)
                checked += 1
            browser.heard.clear()
        if state.status == Table.Status.FINISHED:
            break
        if state.turn is None:
            await in_thread(services.act)(table_id=table.pk, ply=state.ply)
        else:
            await browsers[state.turn].send(type="move", move=rng.choice(deal.legal_moves()), ply=state.ply)
            await browsers[state.turn].hear_of(state.deal_number, state.ply + 1)
    assert checked > 20 * seats  # however short the match is
    assert not TILE.findall(caplog.text)
    for browser in browsers.values():
        await browser.leave()


def _look(table_id: str) -> tuple[Table, Deal]:
    with live_tables.hold(table_id) as live:
        live.refresh()
        assert live.match.deal is not None
        return Table.objects.get(pk=table_id), live.match.deal.copy()


async def test_a_spectator_costs_no_query(
    alice: Player, bob: Player, charlie: Player, django_db_blocker: DjangoDbBlocker
) -> None:
    table = await table_of([alice, bob])
    onlookers = [await Browser.at(table.pk, await session_of(charlie)) for _ in range(3)]
    for onlooker in onlookers:
        await onlooker.hear_until("chats")
    news = News(table.pk, everyone=['{"type": "pong", "deal": 1, "ply": 1}'])
    with django_db_blocker.block():
        await hub().send(news)
        for onlooker in onlookers:
            await onlooker.hear_until("pong")
    for onlooker in onlookers:
        await onlooker.leave()


async def test_changed_preferences_are_heeded(alice: Player, bob: Player) -> None:
    table = await table_of([alice, bob])
    await Player.objects.filter(pk=alice.pk).aupdate(auto_draw=True)
    browser = await Browser.at(table.pk, await session_of(alice))
    await browser.hear_until("chats")
    assert (await in_thread(_sitters)(table.pk))[0].auto_draw
    await browser.leave()


def _sitters(table_id: str) -> list[Sitter]:
    with live_tables.hold(table_id) as live:
        live.refresh()
        return live.seats


class BrokenWatcher:
    player_id: int | None = None

    def would_hear(self, author_id: int, *, is_phrase: bool) -> bool:
        return True

    def push_at_once(self, texts: Sequence[str]) -> bool:
        raise ConnectionError

    async def push(self, text: str) -> None:
        raise ConnectionError

    async def resync(self) -> None:
        raise ConnectionError


async def test_a_broken_socket_keeps_no_news_from_the_others(alice: Player, bob: Player) -> None:
    table = await table_of([alice, bob])
    for _ in range(5):
        await hub().watch(table.pk, BrokenWatcher())
    browser = await Browser.at(table.pk, await session_of(alice))
    await browser.hear_until("chats")
    await hub().send(News(table.pk, everyone=['{"type": "pong", "deal": 1, "ply": 1}']))
    await browser.hear_until("pong")
    await browser.leave()


async def test_every_process_knows_who_is_present(alice: Player, bob: Player) -> None:
    table = await table_of([alice, bob])
    browser = await Browser.at(table.pk, await session_of(alice))
    await browser.hear_until("chats")
    await in_thread(live_tables.forget)()  # like a worker that has never seen the table
    await browser.hear_all()
    await in_thread(_announce)(table.pk)
    assert [seat["online"] for seat in (await browser.hear_until("seats"))["seats"]] == [True, False]
    await browser.leave()


def _announce(table_id: str) -> None:
    with live_tables.hold(table_id) as live:
        live.refresh()
        services.announce_seats(live)
