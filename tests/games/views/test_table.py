"""A table's page, its waiting room, and what can be done there."""

import random

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import Player
from games import services
from games.models import Seat, Table
from tests.games.pages import browser_of, finished_table, open_table, where_to
from tests.games.people import seat_of, seated_table, step
from tests.html import dense

pytestmark = pytest.mark.usefixtures("after_commit")


def page(name: str, table: Table) -> str:
    return reverse(f"games:{name}", args=[table.pk])


def invitation_to(table: Table) -> str:
    return f"{table.get_absolute_url()}?invitation={table.invitation}"


# Who may see it


def test_a_public_table_is_there_for_everyone(client: Client, alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob])
    for browser in (client, browser_of(alice), browser_of(bob)):
        assert browser.get(table.get_absolute_url()).status_code == 200


def test_a_private_table_is_nothing_to_a_stranger(client: Client, alice: Player, bob: Player, charlie: Player) -> None:
    table = seated_table([alice, bob], visibility=Table.Visibility.INVITED)
    for name in ("table", "room", "result", "record"):
        assert client.get(page(name, table)).status_code == 404
        assert browser_of(charlie).get(page(name, table)).status_code == 404
        assert browser_of(bob).get(page(name, table)).status_code != 404


def test_the_invitation_opens_a_private_table_and_leaves_the_address(alice: Player, charlie: Player) -> None:
    table = open_table(alice, visibility=Table.Visibility.INVITED)
    browser = browser_of(charlie)
    assert where_to(browser.get(invitation_to(table))) == table.get_absolute_url()
    assert browser.get(table.get_absolute_url()).status_code == 200
    browser.post(page("join", table))
    assert seat_of(table, charlie).number == 1


def test_who_comes_too_late_by_invitation_is_told_that_the_seats_are_taken(
    alice: Player, bob: Player, charlie: Player
) -> None:
    table = open_table(alice, bots=["", ""], game="two-step", visibility=Table.Visibility.INVITED)
    taken = "All seats at this table are taken."
    assert taken not in browser_of(bob).get(invitation_to(table), follow=True).text
    services.join(table_id=table.pk, player=bob, invitation=table.invitation)
    assert taken not in browser_of(bob).get(invitation_to(table), follow=True).text
    assert taken in browser_of(charlie).get(invitation_to(table), follow=True).text
    newcomer = Client()
    assert taken not in newcomer.get(invitation_to(table)).text
    assert taken in newcomer.get(table.get_absolute_url()).text


@pytest.mark.parametrize(
    ("visibility", "bots", "said"),
    [
        (Table.Visibility.PUBLIC, ["", ""], "Rated: "),
        (Table.Visibility.INVITED, ["", ""], "Friendly: "),
        (Table.Visibility.INVITED, ["", "easy"], ""),
    ],
)
def test_the_waiting_room_says_whether_the_match_is_rated(
    alice: Player, visibility: str, bots: list[str], said: str
) -> None:
    table = open_table(alice, bots=bots, game="kardinal", visibility=visibility)
    room = browser_of(alice).get(page("room", table)).text
    assert [word for word in ("Rated: ", "Friendly: ") if word in room] == [said] * bool(said)


def test_an_invitation_has_a_preview_for_programs_without_cookies(client: Client, alice: Player) -> None:
    table = open_table(alice, visibility=Table.Visibility.INVITED)
    page = client.get(invitation_to(table)).text
    assert '<meta property="og:title" content="A table of Chicken Foot">' in page
    assert f'content="0; url={table.get_absolute_url()}"' in page
    assert client.get(table.get_absolute_url()).status_code == 200


def test_a_wrong_invitation_says_nothing_of_the_table(client: Client, alice: Player) -> None:
    table = open_table(alice, visibility=Table.Visibility.INVITED)
    assert where_to(client.get(f"{table.get_absolute_url()}?invitation=guessed")) == table.get_absolute_url()
    assert client.get(table.get_absolute_url()).status_code == 404


def test_a_guest_who_comes_by_invitation_sits_down_without_an_account(client: Client, alice: Player) -> None:
    table = open_table(alice, visibility=Table.Visibility.INVITED)
    client.get(invitation_to(table))
    client.post(page("join", table))
    assert table.seats.filter(player__is_guest=True).exists()


def test_a_page_still_open_does_not_cost_the_new_guest_the_session(client: Client, alice: Player) -> None:
    table = open_table(alice, visibility=Table.Visibility.INVITED)
    client.get(invitation_to(table))
    old_page = Client()
    old_page.cookies["sessionid"] = client.cookies["sessionid"].value
    client.post(page("join", table))
    assert client.cookies["sessionid"].value != old_page.cookies["sessionid"].value
    response = old_page.get(page("room", table))
    assert response.status_code == 200
    assert "sessionid" not in response.cookies


@pytest.mark.parametrize("invitation", ["", "x", "ä" * 40])
def test_a_wrong_invitation_opens_nothing(invitation: str, client: Client, alice: Player) -> None:
    table = open_table(alice, visibility=Table.Visibility.INVITED)
    response = client.get(f"{table.get_absolute_url()}?invitation={invitation}", follow=True)
    assert response.status_code == 404
    assert client.post(page("join", table)).status_code == 404


def test_an_invitation_is_good_for_one_table_only(client: Client, alice: Player) -> None:
    table, other = (open_table(alice, visibility=Table.Visibility.INVITED) for _ in range(2))
    client.get(invitation_to(table))
    assert client.get(other.get_absolute_url()).status_code == 404


def test_a_browser_remembers_a_hundred_invitations(client: Client, alice: Player, bob: Player) -> None:
    tables = [
        open_table(one, visibility=Table.Visibility.INVITED, game="two-step", bots=["", ""])
        for one in [*[alice] * 20, *[bob] * 20]
    ]
    for table in tables * 3:
        client.get(invitation_to(table))
    assert client.session["invited"] == [table.pk for table in tables]


# The page


def test_the_page_knows_the_readers_seat(client: Client, alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob])
    assert 'data-seat="0"' in browser_of(alice).get(table.get_absolute_url()).text
    assert 'data-seat="1"' in browser_of(bob).get(table.get_absolute_url()).text
    assert 'data-seat=""' in client.get(table.get_absolute_url()).text


def test_who_left_for_good_is_an_onlooker(alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob])
    services.leave_for_good(table_id=table.pk, player_id=alice.pk)
    assert 'data-seat=""' in browser_of(alice).get(table.get_absolute_url()).text


def test_the_page_takes_the_same_queries_however_long_the_match(
    alice: Player, bob: Player, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    table = seated_table([alice, bob])
    browser = browser_of(alice)
    browser.get(table.get_absolute_url())
    with django_assert_num_queries(10):
        browser.get(table.get_absolute_url())
    while table.deal_number < 3:
        step(table.pk, random.Random(2))
        table.refresh_from_db()
    with django_assert_num_queries(10):
        browser.get(table.get_absolute_url())


def test_a_closed_table_says_that_nothing_is_lost(client: Client, alice: Player) -> None:
    table = open_table(alice)
    services.close(table_id=table.pk, by=alice)
    response = client.get(table.get_absolute_url())
    assert response.status_code == 200
    assert "This table is closed" in response.text


# The waiting room


def test_the_room_shows_who_is_there_and_who_is_awaited(client: Client, alice: Player) -> None:
    table = open_table(alice, bots=["", "easy", "", ""])
    room = client.get(page("room", table)).text
    assert "Waiting for 2 more players" in room
    assert "Alice" in room
    assert "easy bot" in room
    assert room.count("Sit here") == 2


def test_the_room_shows_the_anchor_and_the_bytes_of_every_seat(client: Client, alice: Player) -> None:
    table = open_table(alice)
    services.contribute(table_id=table.pk, player_id=alice.pk, contribution=b"\xab" * 16)
    room = dense(client.get(page("room", table)).text)
    assert table.chain.anchor in room
    for seat in table.seats.all():
        assert seat.contribution in room
    assert room.count("s browser</span>") == 1
    assert bytes(table.chain.secret).hex() not in room


def test_the_room_says_whose_browser_is_awaited(client: Client, alice: Player, bob: Player) -> None:
    table = open_table(alice, bots=["", "", "easy"])
    services.join(table_id=table.pk, player=bob)
    services.contribute(table_id=table.pk, player_id=alice.pk, contribution=b"\xab" * 16)
    assert "in a few seconds. Not here yet: Bob." in client.get(page("room", table)).text


def test_only_players_get_the_invitation_link(client: Client, alice: Player, charlie: Player) -> None:
    table = open_table(alice)
    assert table.invitation in browser_of(alice).get(page("room", table)).text
    for browser in (client, browser_of(charlie)):
        assert table.invitation not in browser.get(page("room", table)).text
        assert table.invitation not in browser.get(table.get_absolute_url()).text


def test_only_the_owner_can_start_and_close(alice: Player, bob: Player) -> None:
    table = open_table(alice)
    services.join(table_id=table.pk, player=bob)
    assert "Close the table" in browser_of(alice).get(page("room", table)).text
    room = browser_of(bob).get(page("room", table)).text
    assert "Close the table" not in room
    assert "Get up" in room


@pytest.mark.parametrize("end", ["running", "closed"])
def test_the_room_of_a_table_that_is_not_open_any_more_leads_on(end: str, client: Client, alice: Player) -> None:
    table = seated_table([alice], bots=["easy"]) if end == "running" else open_table(alice)
    if end == "closed":
        services.close(table_id=table.pk, by=alice)
    room = client.get(page("room", table)).text
    assert "Sit here" not in room
    assert ("The match is on." in room) == (end == "running")


# Coming and going


def test_bob_sits_down_where_he_likes(alice: Player, bob: Player) -> None:
    table = open_table(alice)
    response = browser_of(bob).post(page("join", table), {"seat": "2"})
    assert where_to(response) == table.get_absolute_url()
    assert seat_of(table, bob).number == 2


@pytest.mark.parametrize("seat", ["", "-1", "x", "9" * 50, "1.5"])
def test_a_nonsensical_seat_means_any_seat(seat: str, alice: Player, bob: Player) -> None:
    table = open_table(alice)
    browser_of(bob).post(page("join", table), {"seat": seat})
    assert seat_of(table, bob).number == 1


def test_a_seat_that_was_taken_meanwhile_is_reported(alice: Player, bob: Player, charlie: Player) -> None:
    table = open_table(alice)
    services.join(table_id=table.pk, player=bob, seat=1)
    response = browser_of(charlie).post(page("join", table), {"seat": "1"}, follow=True)
    assert response.text.count("That seat has just been taken.") == 1
    assert not Seat.objects.filter(player=charlie).exists()


def test_bob_gets_up_again(alice: Player, bob: Player) -> None:
    table = open_table(alice)
    services.join(table_id=table.pk, player=bob)
    assert where_to(browser_of(bob).post(page("get-up", table))) == reverse("games:lobby")
    assert not Seat.objects.filter(player=bob).exists()


def test_the_owner_is_told_to_close_the_table_instead(alice: Player) -> None:
    table = open_table(alice)
    response = browser_of(alice).post(page("get-up", table), follow=True)
    assert "This is your table: close it if you do not want to play." in response.text


def test_the_owner_closes_the_table(alice: Player) -> None:
    table = open_table(alice)
    response = browser_of(alice).post(page("close", table), follow=True)
    table.refresh_from_db()
    assert table.status == Table.Status.CLOSED
    assert "The table is closed." in response.text


def test_nobody_else_does(alice: Player, bob: Player) -> None:
    table = open_table(alice)
    response = browser_of(bob).post(page("close", table), follow=True)
    table.refresh_from_db()
    assert table.status == Table.Status.OPEN
    assert "Only the owner of the table can do that." in response.text


@pytest.mark.parametrize(
    ("asked", "level"), [("easy", "easy"), ("medium", "medium"), ("perfect", "medium"), ("", "medium")]
)
def test_the_owner_starts_with_bots_in_the_free_seats(asked: str, level: str, alice: Player) -> None:
    table = open_table(alice)
    services.contribute(table_id=table.pk, player_id=alice.pk, contribution=b"\xab" * 16)
    browser_of(alice).post(page("start", table), {"level": asked})
    table.refresh_from_db()
    assert table.status == Table.Status.RUNNING
    assert [seat.bot for seat in table.seats.all()] == ["", level, level]


def test_a_player_leaves_for_good(alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob])
    response = browser_of(bob).post(page("leave", table), follow=True)
    assert seat_of(table, bob).left
    assert "The house plays your tiles to the end." in response.text


def test_a_table_that_has_not_started_cannot_be_left_for_good(alice: Player) -> None:
    table = open_table(alice)
    response = browser_of(alice).post(page("leave", table), follow=True)
    assert "No match is running at this table." in response.text
    assert not seat_of(table, alice).left


def test_a_stranger_cannot_leave(alice: Player, bob: Player, charlie: Player) -> None:
    table = seated_table([alice, bob])
    response = browser_of(charlie).post(page("leave", table), follow=True)
    assert "You have no seat at this table." in response.text


def test_both_go_on_to_the_same_rematch(alice: Player, bob: Player) -> None:
    table = finished_table([alice, bob])
    first = where_to(browser_of(alice).post(page("rematch", table)))
    second = where_to(browser_of(bob).post(page("rematch", table)))
    assert first == second != table.get_absolute_url()
    assert set(Table.objects.get(rematch_of=table).seats.values_list("player", flat=True)) == {alice.pk, bob.pk}


def test_there_is_no_rematch_before_the_end(alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob])
    response = browser_of(alice).post(page("rematch", table), follow=True)
    assert "This match is not over yet." in response.text


@pytest.mark.parametrize("verb", ["get-up", "close", "start", "leave", "rematch"])
def test_visitors_are_asked_to_sign_in(verb: str, client: Client, alice: Player) -> None:
    table = open_table(alice)
    response = client.post(page(verb, table))
    assert where_to(response) == f"{reverse('account_login')}?next={table.get_absolute_url()}"
    assert not Player.objects.filter(is_guest=True).exists()
