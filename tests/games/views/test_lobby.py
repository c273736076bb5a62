"""The lobby."""

import re
from collections.abc import Iterator

import pytest
from django.template.loader import get_template
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import Player
from games import services
from games.models import Seat, Table
from games.pages import lobby
from games.rules import GAMES
from tests.games.pages import browser_of, open_table, where_to
from tests.games.people import seated_table

pytestmark = pytest.mark.usefixtures("after_commit")

LOBBY = reverse("games:lobby")
TABLES = reverse("games:tables")
ELSEWHERE = reverse("games:elsewhere")


@pytest.fixture(autouse=True)
def fresh_board() -> Iterator[None]:
    lobby.forget()
    yield
    lobby.forget()


@pytest.mark.parametrize("game", GAMES)
def test_a_visitor_plays_against_bots_with_one_click(client: Client, game: str) -> None:
    response = client.post(reverse("games:play-now", args=[game]))
    table = Table.objects.get()
    assert where_to(response) == table.get_absolute_url()
    assert table.game == game
    assert table.owner.is_guest
    assert client.session["_auth_user_id"] == str(table.owner.pk)
    assert not any(seat.is_free for seat in table.seats.all())
    assert table.due_at is not None


def test_a_player_who_is_signed_in_stays_who_she_is(alice: Player) -> None:
    browser_of(alice).post(reverse("games:play-now", args=["kardinal"]))
    assert Table.objects.get().owner == alice
    assert Player.objects.count() == 1


def test_too_many_guests_from_one_address_are_refused(client: Client) -> None:
    codes = [Client().post(reverse("games:play-now", args=["two-step"])).status_code for _ in range(11)]
    assert codes == [302] * 10 + [429]


def test_a_player_at_too_many_tables_is_told_so(alice: Player) -> None:
    for _ in range(services.opening.MOST_UNFINISHED):
        open_table(alice, game="two-step", bots=["", ""])
    response = browser_of(alice).post(reverse("games:play-now", args=["two-step"]), follow=True)
    assert "You have seats at too many tables" in response.text


def test_every_game_has_its_card(client: Client) -> None:
    page = client.get(LOBBY).text
    for slug, game in GAMES.items():
        assert game.name in page
        assert f'action="{reverse("games:play-now", args=[slug])}"' in page


def test_an_empty_lobby_says_what_to_do(client: Client) -> None:
    page = client.get(LOBBY).text
    assert "Open one, and somebody will find it here." in page
    assert "Start one, and others can watch it here." in page


def test_open_and_running_tables_are_there_for_everyone(client: Client, alice: Player, bob: Player) -> None:
    waiting = open_table(alice)
    running = seated_table([alice, bob])
    page = client.get(LOBBY).text
    assert f'formaction="{reverse("games:join", args=[waiting.pk])}"' in page
    assert running.get_absolute_url() in page


def test_private_tables_stand_only_in_their_players_lobby(client: Client, alice: Player, bob: Player) -> None:
    table = open_table(alice, visibility=Table.Visibility.INVITED)
    assert table.pk not in client.get(LOBBY).text
    assert table.pk not in browser_of(bob).get(LOBBY).text
    assert table.pk in browser_of(alice).get(LOBBY).text


def test_a_full_table_that_is_about_to_start_is_not_offered(client: Client, alice: Player) -> None:
    open_table(alice, bots=["", "easy"])
    assert "Join" not in client.get(TABLES).text


def test_an_own_table_is_shown_once_and_first(alice: Player) -> None:
    table = open_table(alice)
    page = browser_of(alice).get(LOBBY).text
    assert page.count(f'id="table-{table.pk}"') == 1
    assert page.index(table.pk) < page.index('id="play-now"')


def test_the_table_where_it_is_my_turn_comes_first(alice: Player, bob: Player) -> None:
    tables = [seated_table([alice, bob], seconds=86_400) for _ in range(6)]
    for number, table in enumerate(tables):
        Table.objects.filter(pk=table.pk).update(turn=int(number != 3))
    page = browser_of(alice).get(TABLES).text
    assert page.count("Your turn") == 1
    assert page.count("Bob to move") == 5
    assert page.index("Your turn") < page.index("Bob to move")
    assert "until " in page


def test_a_table_that_was_left_for_good_is_not_mine_any_more(alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob])
    services.leave_for_good(table_id=table.pk, player_id=alice.pk)
    page = browser_of(alice).get(TABLES).text
    assert "Your tables" not in page
    assert table.get_absolute_url() in page


def test_names_are_text_and_nothing_else(client: Client, alice: Player) -> None:
    Player.objects.filter(pk=alice.pk).update(username="<b>Alice")
    open_table(Player.objects.get(pk=alice.pk))
    assert "&lt;b&gt;Alice" in client.get(LOBBY).text
    assert "<b>Alice" not in client.get(LOBBY).text


def test_the_lobby_takes_the_same_queries_however_many_tables(
    alice: Player, bob: Player, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    browser = browser_of(alice)
    for _ in range(2):
        _one_of_each(alice, bob)
    browser.get(LOBBY)
    for _ in range(4):
        _one_of_each(alice, bob)
    lobby.forget()
    with django_assert_num_queries(13):
        page = browser.get(LOBBY).text
    assert page.count('id="table-') == 18


def _one_of_each(alice: Player, bob: Player) -> None:
    open_table(alice, game="kardinal")
    open_table(bob, game="two-step", bots=["", ""])
    seated_table([bob, alice], game="two-step")


def test_the_crowd_shares_what_was_read_in_the_last_second(
    client: Client, alice: Player, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    open_table(alice)
    client.get(TABLES)
    with django_assert_num_queries(0):
        assert "Alice" in client.get(TABLES).text


def test_after_a_second_the_lists_are_new(client: Client, alice: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr("games.pages.lobby.time.monotonic", lambda: now)
    client.get(TABLES)
    table = open_table(alice)
    assert table.pk not in client.get(TABLES).text
    now += lobby.FRESH_SECONDS + 0.01
    assert table.pk in client.get(TABLES).text


def test_the_lists_are_kept_for_each_language(client: Client, alice: Player) -> None:
    open_table(alice)
    client.get(TABLES)
    client.get(TABLES, headers={"accept-language": "de"})
    assert set(lobby._boards) == {"en", "de"}


def test_bots_sit_there_with_their_names(client: Client, alice: Player) -> None:
    open_table(alice, bots=["", "", "medium"])
    assert Seat.objects.filter(bot="medium").count() == 1
    assert "Bones" in client.get(TABLES).text


KEPT = ("_open_row", "_running_row", "_own_words", "_facts", "_sitters", "_sitter")


def test_a_row_is_kept_by_all_that_it_shows() -> None:
    texts = [get_template(f"games/{name}.html").template.source for name in KEPT]  # type: ignore[attr-defined]
    shown = {one for text in texts for one in re.findall(r"\b(?:row|sitter|user|request)\.(?!html)[a-z_.]+", text)}
    of_table = {"pk", "game", "get_game_display", "get_absolute_url", "occasion", "admits_bots"}
    of_table |= {"visibility", "is_private", "club", "club.name", "owner.username"}
    of_sitter = {"is_bot", "is_free", "name"}
    of_row = {"row.match", "row.pace", "row.free", "row.seat", "row.sitters"}
    assert shown == of_row | {f"row.table.{one}" for one in of_table} | {f"sitter.{one}" for one in of_sitter}


def test_a_row_says_what_is_so_now(alice: Player, bob: Player) -> None:
    table = open_table(alice, bots=["", "", ""])
    [row] = lobby.own_rows(alice)
    assert "Bob" not in row.to_join
    services.join(table_id=table.pk, player=bob)
    [row] = lobby.own_rows(alice)
    assert "Bob" in row.to_join
    assert ("To the table" in row.to_watch, "Watch" in row.to_watch) == (True, False)
    [seen_by_all] = lobby.rows_of([table])
    assert ("To the table" in seen_by_all.to_watch, "Watch" in seen_by_all.to_watch) == (False, True)
    Player.objects.filter(pk=bob.pk).update(username="Robert")
    Table.objects.filter(pk=table.pk).update(occasion="For the cup", seconds=120)
    [row] = lobby.own_rows(alice)
    assert "Bob" not in row.words
    assert all(words in row.words for words in ("Robert", "For the cup", "2 min"))


# --- The bar on other pages ---


def bar_of(player: Player) -> str:
    return browser_of(player).get(ELSEWHERE).text


def test_a_player_on_another_page_is_told_of_her_turn(alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob], game="two-step")
    on_turn, waiting = (alice, bob) if table.turn == 0 else (bob, alice)
    assert "bar urgent" in bar_of(on_turn)
    assert f"Two-Step · {waiting.username}" in bar_of(on_turn)
    assert "Your turn" in bar_of(on_turn)
    assert table.get_absolute_url() in bar_of(on_turn)
    assert f"{on_turn.username} to move" in bar_of(waiting)
    assert "urgent" not in bar_of(waiting)


def test_of_several_tables_the_bar_calls_to_the_one_with_people(alice: Player, bob: Player) -> None:
    bots = seated_table([alice], bots=["easy"], game="two-step")
    people = seated_table([alice, bob], game="two-step")
    Seat.objects.filter(table=bots, player=alice).update(away=True)
    Seat.objects.filter(table=people, player=alice).update(away=True)
    assert people.get_absolute_url() in bar_of(alice)
    assert bots.get_absolute_url() not in bar_of(alice)


def test_a_player_on_another_page_is_told_that_the_house_plays_for_her(alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob], game="two-step")
    Seat.objects.filter(table=table, player=alice).update(away=True)
    services.reload_seats(table_id=table.pk)
    assert "You are away: the house plays for you." in bar_of(alice)
    back = reverse("games:back", args=[table.pk])
    assert f'action="{back}"' in bar_of(alice)
    assert where_to(browser_of(alice).post(back)) == table.get_absolute_url()
    assert not Seat.objects.filter(table=table, away=True).exists()
    assert "You are away" not in bar_of(alice)


def test_a_player_on_another_page_is_told_that_her_table_fills(alice: Player, bob: Player) -> None:
    table = open_table(alice, game="two-step", bots=["", ""])
    assert "Waiting for 1 player" in bar_of(alice)
    services.join(table_id=table.pk, player=bob)
    assert "Starts in a moment" in bar_of(alice)
    assert "bar urgent" in bar_of(alice)


def test_the_bar_on_other_pages_is_empty_without_a_live_match(client: Client, alice: Player, bob: Player) -> None:
    seated_table([alice, bob], game="two-step", seconds=86400)
    of_tournament, left = (seated_table([alice, bob], game="two-step") for _ in range(2))
    Table.objects.filter(pk=of_tournament.pk).update(visibility=Table.Visibility.SET)
    Seat.objects.filter(table=left).update(left=True)
    assert 'class="bar' not in bar_of(alice).replace('class="bar-place"', "")
    assert "Your turn" not in client.get(ELSEWHERE).text


def test_only_pages_of_players_have_room_for_the_bar(client: Client, alice: Player) -> None:
    assert f'data-elsewhere="{ELSEWHERE}"' in browser_of(alice).get(reverse("games:rules")).text
    assert "data-elsewhere" not in client.get(reverse("games:rules")).text
