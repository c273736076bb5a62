"""Replays of a finished match: at every ply they show what the table showed at the time."""

from __future__ import annotations

import hashlib
import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import Player
from games.models import Table
from games.records.replay import replay_of
from games.rules import GAMES
from games.services.packing import pack_match
from games.state.live_tables import live_tables
from games.state.messages_out import view_message
from games.state.stored import read_match
from tests.games.pages import browser_of, finished_table
from tests.games.people import play_any, seated_table, short, step
from tests.often import times

SHOWN = ("deal", "ply", "layout", "public", "ends", "deals", "moves", "result")
"""The parts of a view that follow from the moves; the rest is about people and clocks."""

pytestmark = pytest.mark.usefixtures("after_commit")


def digest(view: Any) -> str:
    shown = {key: view[key] for key in SHOWN} | {"totals": [seat["total"] for seat in view["seats"]]}
    return hashlib.sha256(json.dumps(shown, sort_keys=True).encode()).hexdigest()


def shown_live(table_id: str, rng: random.Random) -> dict[tuple[int, int], str]:
    """Play a match to its end; return a digest of what onlookers saw, by deal and ply."""
    seen = {}
    goes_on = True
    while goes_on:
        with live_tables.hold(table_id) as live:
            live.refresh()
            seen[live.deal_number, live.ply] = digest(view_message(live, None))
        goes_on = step(table_id, rng)
    return seen


def shown_again(table: Table) -> dict[tuple[int, int], str]:
    """Go through the replay as the browser does; return a digest of what it shows, by deal and ply."""
    return {
        place: seen for deal in range(1, table.deal_number + 1) for place, seen in gone_through(replay_of(table, deal))
    }


def gone_through(replay: Any) -> Iterator[tuple[tuple[int, int], str]]:
    """Go through a deal as the browser does; yield deal and ply, and a digest of what is shown there."""
    view = replay["view"]
    yield (view["deal"], view["ply"]), digest(view)
    for ply in replay["plies"]:
        view = after(view, ply["moved"])
        yield (view["deal"], view["ply"]), digest(view)


def after(view: Any, moved: Any) -> Any:
    """Do what `afterMove` does in the browser."""
    changed = {key: moved[key] for key in ("deal", "ply", "public", "ends")}
    over = moved["over"]
    if over:
        past = {key: over[key] for key in ("number", "reason", "scores", "link")}
        totals = [seat | {"total": over["totals"][seat["seat"]]} for seat in view["seats"]]
        changed |= {"deals": [*view["deals"], past], "result": over["result"], "seats": totals}
    layout = [*view["layout"], *moved["layout"]]
    return view | changed | {"layout": layout, "moves": [*view["moves"], (moved["seat"], moved["move"])]}


@pytest.mark.parametrize("seed", range(times(2, 200)))
@pytest.mark.parametrize("game", GAMES)
def test_every_ply_is_as_the_table_showed_it(game: str, seed: int, alice: Player, bob: Player) -> None:
    bots = ["easy"] * (GAMES[game].samples[0].seats - 1)
    table = seated_table([alice], bots=bots, game=game, options=short(game))
    live = shown_live(table.pk, random.Random(seed))
    finished = Table.objects.select_related("chain").get(pk=table.pk)
    assert len(live) > finished.ply
    assert shown_again(finished) == live


def test_a_packed_match_is_shown_just_as_well(alice: Player, bob: Player) -> None:
    table = finished_table([alice, bob], "kardinal")
    before = shown_again(table)
    assert pack_match(table_id=table.pk)
    assert shown_again(Table.objects.get(pk=table.pk)) == before


@pytest.mark.parametrize("game", GAMES)
def test_hands_are_open_at_every_ply(game: str, alice: Player, bob: Player) -> None:
    table = finished_table([alice, bob], game)
    replay: Any = replay_of(table, 1)
    hands = replay["hands"]
    assert sum(map(len, hands)) <= len(read_match(table.pk).deals[0].deck.split())
    assert [len(hand) for hand in hands] == replay["view"]["public"]["hands"]
    for ply in replay["plies"]:
        hands = ply["hands"]
        assert [len(hand) for hand in hands] == ply["moved"]["public"]["hands"]
    last = replay["plies"][-1]["moved"] if replay["plies"] else replay["view"]  # a void deal may have no moves (TS6)
    assert hands == last["public"]["result"]["hands"]


def replay_page(table: Table, deal: int = 1) -> str:
    return reverse("games:replay", args=[table.pk, deal])


def test_it_costs_the_same_queries_however_late_the_deal(
    client: Client, alice: Player, bob: Player, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    table = finished_table([alice, bob], "kardinal", options={"ending": "games", "games": 9})
    for deal in (1, 9):
        with django_assert_num_queries(4):
            assert client.get(replay_page(table, deal)).json()["view"]["deal"] == deal


def test_there_is_no_replay_of_deals_that_were_not_played(client: Client, alice: Player) -> None:
    table = finished_table([alice])
    deals = table.deals.count()
    assert [client.get(replay_page(table, number)).status_code for number in (0, deals, deals + 1)] == [404, 200, 404]


def test_a_running_match_is_not_laid_open_to_anyone(client: Client, alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob])
    play_any(table.pk, random.Random(1))
    for browser in (client, browser_of(alice)):
        answer = browser.get(replay_page(table))
        assert (answer.status_code, answer.json()["code"]) == (403, "not-finished")
    with pytest.raises(ValueError, match="not public"):
        replay_of(Table.objects.get(pk=table.pk), 1)


def test_a_match_whose_tiles_others_still_play_with_is_not_laid_open(
    client: Client, alice: Player, bob: Player
) -> None:
    table = finished_table([alice, bob])
    Table.objects.filter(pk=table.pk).update(is_sealed=True)
    assert client.get(replay_page(table)).status_code == 404
    answer = browser_of(alice).get(replay_page(table))
    assert (answer.status_code, answer.json()["code"]) == (403, "sealed")
    with pytest.raises(ValueError, match="not public"):
        replay_of(Table.objects.get(pk=table.pk), 1)


def test_a_private_match_is_for_those_who_sat_there(alice: Player, bob: Player, charlie: Player) -> None:
    table = finished_table([alice, bob], visibility=Table.Visibility.INVITED)
    assert browser_of(bob).get(replay_page(table)).status_code == 200
    assert browser_of(charlie).get(replay_page(table)).status_code == 404


# --- Pictures ---


@pytest.mark.parametrize("game", GAMES)
def test_the_layout_of_every_ply_is_a_picture_to_keep(game: str, client: Client, alice: Player, bob: Player) -> None:
    table = finished_table([alice, bob], game)
    replay: Any = replay_of(table, 1)
    steps = [replay["view"]["layout"], *(ply["moved"]["layout"] for ply in replay["plies"])]
    laid = 0
    for number, new in enumerate(steps):
        laid += len(new)
        answer = client.get(picture(table, number))
        assert answer.headers["Content-Type"] == "image/svg+xml"
        assert answer.text.count("<title>") == laid
    assert f"-1-{len(steps) - 1}.svg" in answer.headers["Content-Disposition"]
    assert client.get(picture(table, len(steps))).status_code == 404


def test_there_is_no_picture_while_the_record_is_withheld(client: Client, alice: Player, bob: Player) -> None:
    assert client.get(picture(seated_table([alice, bob]), 0)).json()["code"] == "not-finished"


def picture(table: Table, step: int) -> str:
    return reverse("games:layout", args=[table.pk, 1, step])


# --- Looking back at a running match ---


def so_far_page(table: Table, deal: int = 1) -> str:
    return reverse("games:so-far", args=[table.pk, deal])


@pytest.mark.parametrize("game", GAMES)
def test_whoever_looks_back_sees_what_everyone_saw_and_no_hidden_tile(
    game: str, client: Client, alice: Player, bob: Player
) -> None:
    table = seated_table([alice, bob], game=game)
    rng = random.Random(4)
    live, shown = {}, set()
    for _ in range(9):
        assert step(table.pk, rng)
        with live_tables.hold(table.pk) as held:
            held.refresh()
            view = view_message(held, None)
        last = view["deal"], view["ply"]
        live[last] = digest(view)
        shown |= named(view)
    for browser in (client, browser_of(alice)):
        answer = browser.get(so_far_page(table, last[0])).json()
        seen = dict(gone_through(answer))
        assert all(seen[place] == live[place] for place in seen.keys() & live.keys())
        assert max(seen) == last
        assert answer["view"]["mine"] is None
        assert named(answer) <= shown
        assert "hands" not in answer


def named(message: Any) -> set[str]:
    """Return every tile that is named anywhere in a message."""
    return set(re.findall(r"\b\d+-\d+\b", json.dumps(message)))


def test_ply_300_costs_the_same_queries_as_ply_4(
    client: Client, alice: Player, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    table = seated_table([alice], bots=["easy"] * 3, game="chicken-foot")
    rng, deals = random.Random(2), {}
    for ply in (4, 300):
        while Table.objects.get(pk=table.pk).ply < ply:
            assert step(table.pk, rng)
        deals[ply] = Table.objects.get(pk=table.pk).deal_number
        with django_assert_num_queries(4):
            seen = dict(gone_through(client.get(so_far_page(table, deals[ply])).json()))
        assert (deals[ply], ply) in seen
    while step(table.pk, rng):
        pass
    for ply in (4, 300):
        with django_assert_num_queries(4):
            seen = dict(gone_through(client.get(replay_page(table, deals[ply])).json()))
        assert (deals[ply], ply) in seen


def test_nobody_looks_back_at_deals_that_have_not_begun(client: Client, alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob])
    assert [client.get(so_far_page(table, number)).status_code for number in (0, 1, 2)] == [404, 200, 404]


def test_only_players_look_back_at_a_sealed_match(client: Client, alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob])
    Table.objects.filter(pk=table.pk).update(is_sealed=True)
    assert client.get(so_far_page(table)).status_code == 404
    answer = browser_of(alice).get(so_far_page(table)).json()
    assert answer["view"]["seat"] is None
