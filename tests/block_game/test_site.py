"""The game can be opened, played, watched, recorded and shown on every page without a migration."""

import json
import random
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from games import services
from games.models import Seat, Table
from games.records.checking import problems_of
from games.records.export import record_of
from games.rules import Game, IllegalMove
from games.rules.records.record import check
from tests.games.live import test_live as live
from tests.games.pages import browser_of, finished_table, where_to
from tests.games.people import legal_moves, play, play_to_the_end, seated_table, step
from tests.games.views import test_lobby as lobby
from tests.games.views import test_opening as opening
from tests.games.views import test_results as results

pytestmark = pytest.mark.usefixtures("after_commit")


def test_no_migration_is_needed() -> None:
    call_command("makemigrations", check=True, dry_run=True)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_people_and_bots_play_it_to_the_end(seats: int, game: Game, alice: Player, bob: Player) -> None:
    bots = [Seat.Bot.EASY, Seat.Bot.MEDIUM][: seats - 2]
    table = play_to_the_end(seated_table([alice, bob], bots=bots, game=game.slug).pk, random.Random(seats))
    assert table.status == Table.Status.FINISHED
    assert table.deals.count() == 3
    assert list(problems_of(table)) == []
    assert check(json.loads(json.dumps(record_of(table)))) == []


def test_a_move_against_the_rules_is_refused_in_a_sentence(game: Game, alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob], game=game.slug)
    while "pass" in legal_moves(table.pk):
        step(table.pk, random.Random(1))
    table.refresh_from_db()
    with pytest.raises(IllegalMove, match="You have a tile that fits, so you cannot pass"):
        play(table, table.turn or 0, "pass")


@pytest.mark.django_db(transaction=True)
async def test_no_message_shows_a_tile_that_its_reader_may_not_know(
    alice: Player, bob: Player, charlie: Player, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    await live.test_no_message_shows_a_tile_that_its_reader_may_not_know(
        "block", 4, alice, bob, charlie, caplog, monkeypatch
    )


@pytest.mark.django_db(transaction=True)
def test_all_stored_matches_are_checked(game: Game, alice: Player) -> None:
    finished_table([alice], game=game.slug)
    out = StringIO()
    call_command("check_records", stdout=out)
    assert out.getvalue() == "1 tables checked, 0 wrong.\n"


# Pages


def test_it_has_its_card_in_the_lobby(client: Client) -> None:
    lobby.test_every_game_has_its_card(client)
    assert "Place a tile or pass: nobody draws." in client.get(lobby.LOBBY).text


def test_a_visitor_plays_it_with_one_click(game: Game, client: Client) -> None:
    lobby.test_a_visitor_plays_against_bots_with_one_click(client, game.slug)
    assert Table.objects.get().seat_count == 4


@pytest.mark.parametrize("preset", ["standard", "custom"])
def test_a_table_is_opened(preset: str, game: Game, alice: Player) -> None:
    address = opening.address(game.slug)
    page = browser_of(alice).get(address).text
    assert "As usual" in page
    assert "Deals in a match" in page
    chosen = opening.filled_in(preset=preset, seats=3, option_deals="7")
    table_page = where_to(browser_of(alice).post(address, chosen))
    table = Table.objects.get()
    assert table_page == table.get_absolute_url()
    assert table.options == {"deals": 3 if preset == "standard" else 7}
    assert "Block" in browser_of(alice).get(table_page).text


def test_its_rules_can_be_looked_up(game: Game, client: Client) -> None:
    assert game.name in client.get(reverse("games:rules")).text
    page = client.get(reverse("games:rules-of", args=[game.slug])).text
    assert "Nobody has written these rules down for readers yet" in page
    assert reverse("games:play-now", args=[game.slug]) in page


def test_its_result_and_its_record_are_shown(game: Game, client: Client, alice: Player, bob: Player) -> None:
    results.test_the_result_shows_every_deal_and_the_total(game.slug, client, alice, bob)
    results.test_the_record_is_there_to_download_and_right(game.slug, client, alice, bob)
    page = browser_of(alice).get(results.matches_of("Alice")).text
    assert "Block" in page
    assert "Deals in a match: 1" in page


def test_running_tables_are_shown_in_the_lobby(game: Game, client: Client, alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob], game=game.slug)
    services.open_table(owner=alice, game=game.slug, options={}, bots=["", ""], seconds=60)
    page = client.get(lobby.TABLES).text
    assert reverse("games:table", args=[table.pk]) in page
    assert page.count("Block") >= 2


def test_the_admin_shows_and_filters_it(game: Game, alice: Player, bob: Player, charlie: Player) -> None:
    table = finished_table([alice, bob], game=game.slug)
    Player.objects.filter(pk=charlie.pk).update(is_staff=True, is_superuser=True)
    browser = browser_of(charlie)
    tables = reverse("admin:games_table_changelist")
    assert f">{table.pk}</a>" in browser.get(f"{tables}?game__exact=block").text
    assert f">{table.pk}</a>" not in browser.get(f"{tables}?game__exact=kardinal").text
    page = browser.get(reverse("admin:games_table_change", args=[table.pk])).text
    assert "Block" in page
    assert table.deals.get().deck in page
