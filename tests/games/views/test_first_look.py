"""A table's page before its scripts run: it shows what its socket would send, and nothing that must stay hidden."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.utils import timezone

from accounts import standing
from accounts.models import Player, Sanction
from games.live.access import open_visit
from games.models import Move, Table
from games.pages.first_look import _around, _at_side, _laid
from games.rules import GAMES, read_tile
from games.rules.deal import Deal
from games.state.live_tables import live_tables
from games.state.message_types import Laid
from tests.games.pages import browser_of, finished_table, open_table
from tests.games.people import seated_table, short, step
from tests.games.rules.contract import hidden_from
from tests.html import dense

pytestmark = pytest.mark.usefixtures("after_commit")

TILE = re.compile(r"(?<![\w-])\d{1,2}-\d{1,2}(?![\w-])")
STATE = re.compile(r'<script id="state" type="application/json">(.*?)</script>', re.DOTALL)


def page(table: Table, player: Player | None, view: str = "") -> str:
    browser = browser_of(player) if player else Client()
    text = browser.get(f"{table.get_absolute_url()}{view}").text
    example = table.rules.sample_move
    for said_anyway in (f"such as {example}", f'placeholder="{example}"', "from 1-1"):  # the last is an option
        text = text.replace(said_anyway, "")
    return text


def state_in(text: str) -> dict[str, Any] | None:
    found = STATE.search(text)
    return json.loads(found[1]) if found else None


def deal_at(table: Table) -> Deal:
    with live_tables.hold(table.pk) as live:
        live.refresh()
        assert live.match.deal is not None
        return live.match.deal.copy()


def told(table: Table, player: Player | None) -> dict[str, Any]:
    """Return the view that the socket sends."""
    visit = open_visit(table_id=table.pk, player=player or AnonymousUser(), invited=[])
    assert visit is not None
    return json.loads(visit.state()[0])


@pytest.mark.parametrize("game", GAMES)
def test_no_page_of_a_running_match_holds_a_hidden_tile(game: str, alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob], game=game, options=short(game))
    rng = random.Random(3)
    for _ in range(25):
        deal = deal_at(table)
        for seat, player in enumerate([alice, bob, None]):
            own = None if player is None else seat
            hidden = {str(tile) for tile in hidden_from(deal, own)}
            for view in ("", "room/"):
                text = page(table, player, view)
                assert not hidden & set(TILE.findall(text))
                assert bytes(table.chain.secret).hex() not in text
            shown = {laid.tile for laid in deal.layout} | set([] if own is None else deal.hands[own])
            assert shown <= set(TILE.findall(page(table, player)))
        step(table.pk, rng)
        table.refresh_from_db()
        if table.status == Table.Status.FINISHED:
            break


def test_the_page_comes_with_what_the_socket_sends(alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob])
    for _ in range(9):
        step(table.pk, random.Random(2))
    for player in (alice, bob, None):
        came = state_in(page(table, player))
        sent = told(table, player)
        assert came is not None
        for view in (came, sent):
            view["clock"] = None
        assert came == sent


def test_layout_hand_and_players_are_drawn(alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob], bots=["easy"])
    for _ in range(12):
        step(table.pk, random.Random(2))
    deal = deal_at(table)
    text = dense(page(table, alice))
    assert text.count('<g class="tile"') == len(deal.layout) > 2
    for tile in deal.hands[0]:
        assert f'aria-label="{tile}"' in text
    assert f'<span class="number">{len(deal.hands[1])}</span>' in text
    assert '<span class="name">bob</span>' in text.lower()
    onlookers = dense(page(table, None))
    assert onlookers.count('<g class="tile"') == len(deal.layout)
    assert 'class="piece"' not in onlookers


def test_who_prefers_numbers_gets_numbers(alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob])
    assert 'class="numeral' not in page(table, alice)
    Player.objects.filter(pk=alice.pk).update(numerals=True)
    assert 'class="numeral' in page(table, alice)


def test_names_cannot_end_the_script_that_holds_the_state(alice: Player, bob: Player) -> None:
    Player.objects.filter(pk=bob.pk).update(username="</script><b>&amp;")
    table = seated_table([alice, Player.objects.get(pk=bob.pk)])
    came = state_in(page(table, alice))
    assert came is not None
    assert came["seats"][1]["name"] == "</script><b>&amp;"


def test_there_is_nothing_to_show_before_the_first_deal_or_after_the_last(alice: Player, bob: Player) -> None:
    assert state_in(page(open_table(alice), alice)) is None
    over = finished_table([alice, bob])
    assert state_in(page(over, None)) is None
    assert (state_in(page(over, alice)) or {})["result"]


def test_a_suspended_player_sees_no_hand(alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob])
    standing.impose(player=alice, kind=Sanction.Kind.NO_PLAY, reason="Cheats", now=timezone.now())
    assert state_in(page(table, alice)) is None
    assert state_in(page(table, bob)) is not None


def test_a_table_that_cannot_be_replayed_still_has_a_page(alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob])
    while not step(table.pk, random.Random(2)) or not Move.objects.filter(table=table).exists():
        pass
    Move.objects.filter(table=table).update(text="discard 0-0")
    live_tables.forget()
    assert state_in(page(table, alice)) is None


def test_everyone_is_drawn_where_the_scripts_will_put_them() -> None:
    assert [_at_side(others) for others in range(13)] == [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3]
    assert _around(2, 4) == [3, 0, 1]
    assert _around(None, 3) == [0, 1, 2]


def test_a_thread_is_drawn_as_the_scripts_draw_it() -> None:
    link = ((0.0, 0.0), (4.0, 0.0))
    laid = Laid(tile=read_tile("6-6"), x=4, y=0, angle=0, link=link, seat=0, place="6-6", out=6)
    assert '<path class="thread" d="M0 0Q2 1.2 4 0"/>' in _laid(laid, numerals=False)
