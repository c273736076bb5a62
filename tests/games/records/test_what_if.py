"""A finished match played on from one of its plies: nothing is stored, and no tile of a running match gets out."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from games.models import Deal, Move, Seat, Table
from games.records.what_if import Branch, play_line
from games.rules import GAMES
from games.state.stored import read_match
from games.views.replays import BETWEEN
from tests.games.pages import browser_of, finished_table, where_to
from tests.games.people import seated_table

pytestmark = pytest.mark.usefixtures("after_commit")


def long_deal(table: Table) -> tuple[int, list[Move]]:
    """Return the number and the moves of the longest deal of a match."""
    match = read_match(table.pk)
    deals = [[move for move in match.moves if move.deal == deal.number] for deal in match.deals]
    longest = max(deals, key=len)
    return longest[0].deal, longest


def line_page(table: Table, *, deal: int = 1, step: int = 0, seat: int = 0, **asked: str) -> str:
    address = reverse("games:what-if-line", args=[table.pk, deal, step, seat])
    return f"{address}?{'&'.join(f'{key}={value}' for key, value in asked.items())}"


@pytest.mark.parametrize("game", GAMES)
def test_the_moves_of_the_match_lead_to_its_end(game: str, alice: Player, bob: Player) -> None:
    table = finished_table([alice, bob], game)
    deal, moves = long_deal(table)
    step = len(moves) // 2
    rest = moves[step:]
    played: Any = play_line(table, Branch(deal, step, rest[0].seat), [move.text for move in rest])
    assert [ply["moved"]["move"] for ply in played["plies"]] == [move.text for move in rest]
    scores = next(one.scores for one in read_match(table.pk).deals if one.number == deal)
    assert played["plies"][-1]["moved"]["over"]["scores"] == tuple(scores or ())


@pytest.mark.parametrize("seed", ["", "other-tiles"])
@pytest.mark.parametrize("game", GAMES)
def test_bots_play_until_it_is_the_readers_turn_and_always_the_same(
    game: str, seed: str, alice: Player, bob: Player
) -> None:
    table = finished_table([alice, bob], game)
    deal, moves = long_deal(table)
    branch = Branch(deal, len(moves) // 3, seat=1, seed=seed)
    line: list[str] = []
    while True:
        played: Any = play_line(table, branch, line)
        known = moves_of(played)
        assert known == moves_of(play_line(table, branch, line)) == moves_of(play_line(table, branch, known))
        line = known
        last = played["plies"][-1] if played["plies"] else played["view"]
        if played["plies"] and last["moved"]["over"]:
            break
        line.append(last["mine"]["legal"][0]["move"])
    assert len(line) > 1


def moves_of(played: Any) -> list[str]:
    return [ply["moved"]["move"] for ply in played["plies"]]


@pytest.mark.parametrize("game", GAMES)
def test_imagined_tiles_are_other_ones_behind_what_the_seat_saw(game: str, alice: Player, bob: Player) -> None:
    table = finished_table([alice, bob], game)
    deal, moves = long_deal(table)
    step = next(number for number, move in enumerate(moves) if move.seat == 0)
    seen: list[Any] = [play_line(table, Branch(deal, step, 0, seed), [])["view"] for seed in ("", "one", "two")]
    for view in seen:
        assert (view["mine"], view["public"], view["layout"]) == tuple(
            seen[0][key] for key in ("mine", "public", "layout")
        )
    ends = [end_of(table, Branch(deal, step, 0, seed))["public"]["result"] for seed in ("", "one", "two")]
    assert ends[0] != ends[1] or ends[1] != ends[2]  # the whole result: all hands are empty when a deal is void


def end_of(table: Table, branch: Branch) -> Any:
    """Play a line to its end, always by the first legal move; return the last message."""
    line: list[str] = []
    while True:
        played: Any = play_line(table, branch, line)
        last = played["plies"][-1] if played["plies"] else played["view"]
        if played["plies"] and last["moved"]["over"]:
            return last["moved"]
        line = [*moves_of(played), last["mine"]["legal"][0]["move"]]


def test_nothing_is_stored(client: Client, alice: Player, bob: Player) -> None:
    table = finished_table([alice, bob], "kardinal")
    before = [model.objects.count() for model in (Table, Seat, Deal, Move)]
    line = BETWEEN.join(moves_of(client.get(line_page(table, step=1, seed="abc")).json()))
    assert client.get(line_page(table, step=1, seed="abc", line=line)).status_code == 200
    assert [model.objects.count() for model in (Table, Seat, Deal, Move)] == before


def test_a_running_match_is_not_played_on(client: Client, alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob])
    for browser in (client, browser_of(alice)):
        answer = browser.get(line_page(table))
        assert (answer.status_code, answer.json()["code"]) == (403, "not-finished")
        page = browser.get(reverse("games:what-if", args=[table.pk]))
        assert where_to(page) == reverse("games:result", args=[table.pk])
    with pytest.raises(ValueError, match="not public"):
        play_line(Table.objects.get(pk=table.pk), Branch(1, 0, 0), [])


def test_tiles_that_others_still_play_with_stay_hidden(alice: Player, bob: Player) -> None:
    table = finished_table([alice, bob])
    Table.objects.filter(pk=table.pk).update(is_sealed=True)
    answer = browser_of(alice).get(line_page(table))
    assert (answer.status_code, answer.json()["code"]) == (403, "sealed")


def test_where_there_is_nothing_to_play(client: Client, alice: Player, bob: Player) -> None:
    table = finished_table([alice, bob])
    deal, moves = long_deal(table)
    for place in ({"deal": 99}, {"deal": 0}, {"step": 999}, {"seat": 2}, {"deal": deal, "step": len(moves)}):
        assert client.get(line_page(table, **{"deal": deal} | place)).status_code == 404  # type: ignore[arg-type]


def test_a_move_that_the_rules_forbid_is_refused_with_a_sentence(client: Client, alice: Player, bob: Player) -> None:
    table = finished_table([alice, bob], "kardinal")
    deal, _ = long_deal(table)
    for line, code in (("5-5@nowhere", "unreadable-move"), ("12-12@L", "illegal-no-such-tile")):
        answer = client.get(line_page(table, deal=deal, line=line))
        assert (answer.status_code, answer.json()["code"]) == (400, code)
        assert answer.json()["message"]


def test_the_page_offers_all_seats(client: Client, alice: Player, bob: Player) -> None:
    table = finished_table([alice, bob])
    page = client.get(reverse("games:what-if", args=[table.pk])).content.decode()
    assert f">{alice.username}</option>" in page
    assert f">{bob.username}</option>" in page
