"""The versions of the live protocol: both convey the same, but the second leaves out what has not changed."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from accounts.models import Player
from games.live.versions import Whole, wants_whole_messages
from games.rules import GAMES
from games.services import Play, play_together
from games.state.live_tables import LiveTables, live_tables
from games.state.messages_out import mine_message, public_message
from tests.games.people import next_move, seated_table, short, step
from tests.games.sockets import Browser, in_thread, sign_in

NEWEST = "?protocol=2"


@pytest.mark.parametrize(
    ("query", "is_whole"),
    [("", True), ("protocol=1", True), ("protocol=0", True), ("protocol=2", False), ("protocol=3", False)]
    + [pytest.param("protocol=" + "9" * 5000, False, id="long")]
    + [(odd, True) for odd in ("protocol=", "protocol=two", "protocol=-2", "protocol=%C2%B2", "protocol=2.5", "%ff")],
)
def test_a_client_that_asks_for_nothing_known_gets_the_first_version(query: str, is_whole: bool) -> None:
    assert wants_whole_messages(query.encode()) is is_whole


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("game", GAMES)
async def test_both_versions_tell_the_same(game: str, alice: Player, bob: Player) -> None:
    table = await in_thread(seated_table)([alice, bob], game=game, options=short(game))
    old, new = await Browser.at(table.pk), await Browser.at(table.pk, query=NEWEST)
    whole, known = await old.hear_until("view"), await new.hear_until("view")
    assert (whole["protocol"], known["protocol"]) == ("boneyard-live/1", "boneyard-live/2")
    rng, left_out = random.Random(5), 0
    for _ in range(120):
        if not await in_thread(step)(table.pk, rng):
            break
        kind = await _news(old)
        assert await _news(new) == kind
        whole, told = old.heard[-1], new.heard[-1]
        if kind == "view":
            assert whole | {"protocol": "", "clock": ""} == told | {"protocol": "", "clock": ""}
            known = told
        else:
            left_out += len(json.dumps(whole)) - len(json.dumps(told))
            known = {"public": known["public"] | told["public"], "ends": told.get("ends", known["ends"])}
            assert whole == told | known
            assert known["public"] == await in_thread(_public)(table.pk) or whole["over"]
    assert left_out > 1000
    await old.leave()
    await new.leave()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("game", GAMES)
async def test_where_tiles_may_lie_is_told_right_after_a_players_move(game: str, alice: Player, bob: Player) -> None:
    people = [alice, bob]
    table = await in_thread(seated_table)(people, game=game, options=short(game))
    sessions = [await in_thread(sign_in)(player) for player in people]
    old = [await Browser.at(table.pk, session) for session in sessions]
    new = [await Browser.at(table.pk, session, query=NEWEST) for session in sessions]
    for browser in (*old, *new):
        await browser.hear_until("view")
    came_later = 0
    for _ in range(30):
        ply, turn, mine = await in_thread(_offers)(table.pk)
        if turn is None:
            break
        if ply > 0:
            assert (await _own_part(old[turn], ply)) == mine
            told = await _own_part(new[turn], ply)
            if any("spot" not in offer for offer in told["legal"]):
                spots = (await new[turn].hear_until("spots"))["spots"]
                came_later += len(spots)
                told["legal"] = [{"spot": spots.get(offer["move"])} | offer for offer in told["legal"]]
            assert told == mine
        move = await in_thread(next_move)(table.pk)
        assert move is not None
        await new[turn].send(type="move", move=str(move.text), ply=ply)
        await new[turn].hear_until("moved")
    assert came_later > 0
    for browser in (*old, *new):
        await browser.leave()


def _offers(table_id: str) -> tuple[int, int | None, Any]:
    """Return the ply of a table, the player on turn, and what that player may do."""
    with live_tables.hold(table_id) as live:
        live.refresh()
        mine = None if live.turn is None else json.loads(json.dumps(mine_message(live, live.turn)))
        return live.ply, live.turn, mine


async def _own_part(browser: Browser, ply: int) -> Any:
    while (message := await browser.hear_until("mine"))["ply"] < ply:
        pass
    return message["mine"]


async def _news(browser: Browser) -> str:
    """Receive the next message about the deal; return its type."""
    while (kind := str((await browser.hear())["type"])) not in ("view", "moved"):
        pass
    return kind


def _public(table_id: str) -> Any:
    with live_tables.hold(table_id) as live:
        live.refresh()
        assert live.match.deal is not None
        return json.loads(json.dumps(public_message(live.match.deal)))


@pytest.mark.django_db(transaction=True)
async def test_a_process_that_does_not_know_what_was_told_tells_everything(
    alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await in_thread(seated_table)([alice, bob])
    new = await Browser.at(table.pk, query=NEWEST)
    known = await new.hear_until("view")
    elsewhere = LiveTables(5)
    for tables in (live_tables, elsewhere, elsewhere, live_tables):
        monkeypatch.setattr("games.services.playing.live_tables", tables)
        assert await in_thread(_play_at)(table.pk, tables)
        told = await new.hear_until("moved")
        known = {"public": known["public"] | told["public"]}
        assert known["public"] == await in_thread(_public)(table.pk)
        is_second = tables is elsewhere and told["ply"] == 3
        assert (set(told["public"]) < set(known["public"])) is is_second
    await new.leave()


def _play_at(table_id: str, tables: LiveTables) -> bool:
    move: Play | None = next_move(table_id, tables)
    assert move is not None
    return play_together([move], tables) == [None]


VIEW = '{"type":"view","protocol":"boneyard-live/2","deal":1,"ply":4,"public":{"turn":1,"stock":9},"ends":[]}'


def moved(ply: int, **more: Any) -> str:
    return json.dumps({"type": "moved", "deal": 1, "ply": ply, "public": {"turn": 0}, **more}, separators=(",", ":"))


def test_a_move_is_completed_with_what_its_client_knows() -> None:
    whole = Whole()
    assert whole.of(VIEW) == VIEW.replace("live/2", "live/1")
    assert json.loads(whole.of(moved(5)) or "") == json.loads(
        moved(5, ends=[]).replace('"turn":0', '"turn":0,"stock":9')
    )
    assert json.loads(whole.of(moved(6, ends=[1])) or "")["ends"] == [1]


def test_a_move_that_its_client_knows_is_left_out_and_one_after_a_gap_makes_it_ask() -> None:
    whole = Whole()
    assert whole.of(moved(5)) is None
    whole.of(VIEW)
    assert whole.of(moved(4)) is None
    assert whole.of(moved(6)) == moved(6)
    assert json.loads(whole.of(moved(5)) or "")["public"] == {"turn": 0, "stock": 9}


def own_part(*offers: dict[str, Any], ply: int = 4) -> str:
    message = {"type": "mine", "deal": 1, "ply": ply, "mine": {"seat": 0, "hand": ["9-5"], "legal": list(offers)}}
    return json.dumps(message, separators=(",", ":"))


def spots(ply: int) -> str:
    return json.dumps({"type": "spots", "deal": 1, "ply": ply, "spots": {"9-5@9-9": SPOT}}, separators=(",", ":"))


SPOT = {"x": 1.0, "y": 0.0, "angle": 90}
DRAW = {"move": "draw", "spot": None}


def test_the_own_part_waits_until_its_spots_have_come() -> None:
    whole = Whole()
    assert whole.of(own_part({"move": "9-5@9-9"}, DRAW)) is None
    assert whole.of(spots(4)) == own_part({"move": "9-5@9-9", "spot": SPOT}, DRAW)
    assert whole.of(spots(4)) is None


def test_the_own_part_of_another_move_is_not_completed() -> None:
    whole = Whole()
    assert whole.of(own_part({"move": "9-5@9-9"}, DRAW)) is None
    assert whole.of(spots(3)) is None
    assert whole.of(own_part({"move": "9-5@9-9"}, ply=6)) is None
    assert whole.of(own_part(DRAW, ply=7)) == own_part(DRAW, ply=7)
    assert whole.of(spots(6)) is None


def test_all_other_messages_stay_as_they_are() -> None:
    for text in ('{"type":"seats"}', "look-again", own_part(DRAW), own_part()):
        assert Whole().of(text) == text
