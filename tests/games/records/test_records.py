"""The record of a match."""

import json

import pytest

from accounts.models import Player
from games.models import Table
from games.records.export import record_of
from games.rules import GAMES
from games.rules.records.record import check
from tests.games.pages import finished_table
from tests.games.people import seated_table

pytestmark = pytest.mark.usefixtures("after_commit")


@pytest.mark.parametrize("game", GAMES)
def test_a_record_is_verified_whole_by_the_rules(game: str, alice: Player, bob: Player) -> None:
    table = finished_table([alice, bob], game=game)
    record = json.loads(json.dumps(record_of(table)))
    assert check(record) == []
    assert record["result"] == table.result


def test_a_record_names_every_option(alice: Player) -> None:
    record = record_of(finished_table([alice], game="kardinal"))
    assert record["options"] == {"ending": "games", "limit": 100, "games": 1}


def test_a_record_says_who_sat_where_and_who_played(alice: Player) -> None:
    record = record_of(finished_table([alice], game="kardinal"))
    assert record["players"] == [{"name": "Alice", "bot": ""}, {"name": "Dot", "bot": "easy"}]
    moves = [(seat, by) for deal in record["deals"] for (seat, _), by in zip(deal["moves"], deal["by"], strict=True)]
    assert {by for seat, by in moves if seat == 1} == {"bot"}
    assert "player" in {by for seat, by in moves if seat == 0}


def test_a_record_carries_what_makes_its_decks_fair(alice: Player, bob: Player) -> None:
    record = record_of(finished_table([alice, bob]))
    assert record["fair"]["contributions"] == ["00" * 16, "01" * 16]
    record["fair"]["contributions"][1] = "02" * 16
    assert "The deck does not follow from the link and the contributions." in check(record)[0]


def test_a_record_with_another_link_is_found_out(alice: Player) -> None:
    record = record_of(finished_table([alice]))
    record["deals"][0]["link"] = "00" * 32
    assert check(record) == ["deal 1: The link does not lead to the anchor."]


def test_a_match_that_goes_on_has_no_record(alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob])
    assert table.status == Table.Status.RUNNING
    with pytest.raises(ValueError, match="is not over"):
        record_of(table)
