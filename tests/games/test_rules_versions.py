"""A new version of the rules is released during matches, which go on under the version that they began with."""

import random
from collections.abc import Iterator
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from games import services
from games.models import Table
from games.records.checking import problems_of
from games.records.export import record_of
from games.rules import IllegalMove, registered
from games.rules.moves import END
from games.rules.records import record
from games.rules.variants.two_step import TwoStepDeal
from games.state.live_tables import live_tables
from tests.games.pages import browser_of, finished_table
from tests.games.people import legal_moves, play, seated_table, step
from tests.games.rules.variants.next_two_step import NextTwoStep

pytestmark = pytest.mark.usefixtures("after_commit")


@pytest.fixture
def running(alice: Player, bob: Player) -> Table:
    """Return a match under version 1 some moves in; by the next version, the player on turn could end the turn now."""
    table, rng = seated_table([alice, bob], game="two-step", options={"target": 3}), random.Random(5)
    while table.ply < 5 or not _could_end(table.pk):
        step(table.pk, rng)
        table.refresh_from_db()
    return table


def _could_end(table_id: str) -> bool:
    """Return whether the player on turn has placed a tile and has others in hand."""
    with live_tables.hold(table_id) as live:
        live.refresh()
        deal = live.match.deal
        assert isinstance(deal, TwoStepDeal)
        return live.turn is not None and deal.placed and bool(deal.hands[live.turn])


@pytest.fixture
def released(running: Table) -> Iterator[None]:
    """Release the next version in a new process, whose cache is empty."""
    with registered(NextTwoStep()):
        live_tables.forget()
        yield
    live_tables.forget()


def played_out(table: Table) -> Table:
    services.finish(table_id=table.pk, rng=random.Random(8))
    return Table.objects.get(pk=table.pk)


def scores_of(table: Table) -> set[int]:
    return {score for deal in table.deals.all() for score in deal.scores or []}


def test_a_running_match_goes_on_by_its_own_rules(running: Table, released: None) -> None:
    assert running.rules_version == 1
    assert END not in legal_moves(running.pk)
    with pytest.raises(IllegalMove, match="You have tiles in hand"):
        play(running, running.turn or 0, "end")
    table = played_out(running)
    assert scores_of(table) <= {0, 1, 2}
    assert list(problems_of(table)) == []


def test_its_record_says_so_and_is_right(running: Table, released: None) -> None:
    written = record_of(played_out(running))
    assert written["rules"] == 1
    assert record.check(written) == []
    assert record.check(written | {"rules": 2}) != []


def test_a_result_page_shows_an_old_match_as_it_was_played(alice: Player, bob: Player, client: Client) -> None:
    table = finished_table([alice, bob])
    address = reverse("games:result", args=[table.pk])
    before = client.get(address).text
    with registered(NextTwoStep()):
        live_tables.forget()
        assert pictures(client.get(address).text) == pictures(before)
        assert "first to 1" in browser_of(alice).get(reverse("games:matches_of", args=["Alice"])).text
    assert len(pictures(before)) >= table.deals.exclude(reason="void").count()


def pictures(page: str) -> list[str]:
    return [part.split("</svg>")[0] for part in page.split('<svg class="tiles"')[1:]]


def test_new_tables_take_the_new_rules(running: Table, released: None, alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob], game="two-step", options={"target": 3})
    while table.turn is None:  # nobody could begin: a void deal, one in a dozen
        table = seated_table([alice, bob], game="two-step", options={"target": 3})
    assert table.rules_version == 2
    assert END in legal_moves(table.pk)
    table = played_out(table)
    assert scores_of(table) == {0, 3}
    assert record_of(table)["rules"] == 2
    assert record.check(record_of(table)) == []
    assert list(problems_of(table)) == []


def test_a_rematch_is_a_new_match(running: Table, released: None, alice: Player) -> None:
    table = played_out(running)
    assert services.rematch(table_id=table.pk, player=alice).rules_version == 2


def test_tables_that_are_set_take_the_rules_of_their_occasion(released: None, alice: Player) -> None:
    for version in (1, 2):
        occasion = services.Occasion(
            owner=alice,
            game="two-step",
            options={"target": 1},
            rules_version=version,
            seconds=60,
            name="Friday",
            url="/",
        )
        seats = [services.SetSeat(bot="easy", name=name) for name in ("Ann", "Ben")]
        [table] = services.set_tables(occasion=occasion, tables=[services.SetTable(seats=seats)])
        services.finish(table_id=table.pk, rng=random.Random(3))
        table.refresh_from_db()
        assert table.rules_version == version
        assert record.check(record_of(table)) == []
        assert list(problems_of(table)) == []


@pytest.mark.django_db(transaction=True)
def test_all_stored_matches_are_checked_each_by_its_own(running: Table, released: None, alice: Player) -> None:
    finished_table([alice])
    out = StringIO()
    call_command("check_records", stdout=out)
    assert out.getvalue() == "2 tables checked, 0 wrong.\n"


def test_a_table_of_unknown_rules_is_told_in_one_sentence(alice: Player) -> None:
    table = finished_table([alice])
    Table.objects.filter(pk=table.pk).update(rules_version=7)
    table.refresh_from_db()
    assert list(problems_of(table)) == ["Two-Step has no rules of version 7: the newest here is 1."]
