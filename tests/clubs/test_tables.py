"""Tables for members of a club: who finds them, may watch, may sit down."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import Player
from clubs import services
from clubs.models import Club
from games import services as games
from games.live.access import open_visit
from games.models import Table
from games.pages import lobby
from games.state.live_tables import live_tables
from tests.clubs.people import browser_of, refused, where_to
from tests.html import dense

pytestmark = pytest.mark.usefixtures("after_commit")

LOBBY = reverse("games:lobby")


@pytest.fixture(autouse=True)
def fresh_boards() -> Iterator[None]:
    lobby.forget()
    yield
    lobby.forget()
    live_tables.forget()


def club_table(club: Club, owner: Player, **overrides: Any) -> Table:
    choices: dict[str, Any] = {
        "game": "two-step", "options": {}, "seconds": 60, "bots": ["", ""], "visibility": Table.Visibility.CLUB
    } | overrides  # fmt: skip
    return games.open_table(owner=owner, club=club, **choices)


def set_table(club: Club | None, owner: Player, **overrides: Any) -> Table:
    choices: dict[str, Any] = {"game": "two-step", "options": {}, "rules_version": 1, "seconds": 60} | overrides
    occasion = games.Occasion(owner=owner, name="Friday", url="/", club=club, **choices)
    seats = [games.SetSeat(player_id=owner.pk), games.SetSeat(bot="easy", name="Bones")]
    return games.set_tables(occasion=occasion, tables=[games.SetTable(seats=seats)])[0]


def sees(player: Player | None, table: Table) -> bool:
    """Return whether the player sees the table, on its page and through its socket."""
    visit = open_visit(table_id=table.pk, player=player or AnonymousUser(), invited=[])
    page = browser_of(player).get(table.get_absolute_url())
    assert (page.status_code == 200) == (visit is not None)
    return visit is not None


def test_members_sit_down_and_others_do_not(club: Club, alice: Player, carla: Player, dora: Player) -> None:
    table = club_table(club, alice)
    with refused("not-a-member"):
        games.join(table_id=table.pk, player=dora)
    with refused("not-a-member"):
        games.join(table_id=table.pk, player=dora, invitation=table.invitation)
    games.join(table_id=table.pk, player=carla)
    assert table.seats.filter(player=carla).exists()


def test_former_and_banned_members_cannot_sit_down(club: Club, alice: Player, bob: Player, carla: Player) -> None:
    table = club_table(club, alice)
    services.leave(club_id=club.pk, player=carla, now=timezone.now())
    services.ban(club_id=club.pk, by=alice, player_id=bob.pk, now=timezone.now(), reason="Rude")
    for player in (bob, carla):
        with refused("not-a-member"):
            games.join(table_id=table.pk, player=player)


def test_strangers_open_no_table_for_members(club: Club, dora: Player) -> None:
    with refused("not-a-member"):
        club_table(club, dora)


def test_only_its_players_see_a_table_whose_club_is_gone(
    club: Club, alice: Player, carla: Player, dora: Player
) -> None:
    table = club_table(club, alice)
    Table.objects.update(club=None)
    with refused("not-a-member"):
        games.join(table_id=table.pk, player=carla)
    assert sees(alice, table)
    assert not sees(dora, table)


def test_all_may_watch_the_tables_of_a_club_that_is_not_private(
    club: Club, alice: Player, carla: Player, dora: Player
) -> None:
    for table in (club_table(club, alice), set_table(club, alice)):
        assert [sees(one, table) for one in (alice, carla, dora, None)] == [True] * 4


def test_members_alone_may_watch_the_tables_of_a_private_club(
    private: Club, alice: Player, carla: Player, dora: Player
) -> None:
    for table in (club_table(private, alice), set_table(private, alice)):
        assert [sees(one, table) for one in (alice, carla, dora, None)] == [True, True, False, False]


def test_players_stay_at_a_private_clubs_table_after_leaving_it(private: Club, alice: Player, carla: Player) -> None:
    table = club_table(private, alice, bots=["", "", ""], game="kardinal")
    games.join(table_id=table.pk, player=carla)
    services.leave(club_id=private.pk, player=carla, now=timezone.now())
    assert sees(carla, table)


def test_sealed_tables_are_for_their_players(club: Club, alice: Player, carla: Player) -> None:
    table = set_table(club, alice, is_sealed=True)
    assert [sees(one, table) for one in (alice, carla, None)] == [True, False, False]


def test_nobody_joins_a_table_whose_seats_are_set(club: Club, alice: Player, carla: Player) -> None:
    with refused("seats-are-set"):
        games.join(table_id=set_table(club, alice).pk, player=carla)


def test_lists_show_what_may_be_watched(private: Club, alice: Player, carla: Player, dora: Player) -> None:
    """The same rule as a query and for a single table."""
    public = games.open_table(owner=alice, game="two-step", options={}, bots=["", ""], seconds=60)
    invited = games.open_table(
        owner=alice, game="two-step", options={}, bots=["", ""], seconds=60, visibility=Table.Visibility.INVITED
    )
    tables = [public, invited, club_table(private, alice), set_table(private, alice), set_table(None, alice),
              set_table(private, alice, is_sealed=True)]  # fmt: skip
    for player in (carla, dora, None):
        seen = set(Table.objects.watchable_by(player).values_list("pk", flat=True))
        assert seen == {table.pk for table in tables if sees(player, table)}


def test_members_find_the_table_in_the_lobby_and_others_do_not(
    club: Club, alice: Player, carla: Player, dora: Player
) -> None:
    table = club_table(club, alice)
    assert f"join-{table.pk}" in browser_of(carla).get(LOBBY).text
    assert "In your clubs" in browser_of(carla).get(LOBBY).text
    for player in (dora, None):
        assert table.pk not in browser_of(player).get(LOBBY).text
    page = browser_of(alice).get(LOBBY).text
    assert page.count(f'id="table-{table.pk}"') == 1


def clear_caches() -> None:
    """Make the lobby query everything again."""
    cache.clear()
    lobby.forget()


def test_the_lobby_takes_the_same_queries_however_many_club_tables(
    club: Club, alice: Player, carla: Player, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    club_table(club, alice)
    browser = browser_of(carla)
    browser.get(LOBBY)
    clear_caches()
    with CaptureQueriesContext(connection) as before:
        browser.get(LOBBY)
    for _ in range(4):
        club_table(club, alice)
    clear_caches()
    with django_assert_num_queries(len(before)):
        assert dense(browser.get(LOBBY).text).count(">Join<") == 5


def test_the_clubs_page_shows_its_tables(club: Club, alice: Player, carla: Player, dora: Player) -> None:
    waiting, running = club_table(club, alice), set_table(club, alice)
    Table.objects.filter(pk=running.pk).update(status=Table.Status.RUNNING)
    sealed = set_table(club, alice, is_sealed=True)
    page = browser_of(carla).get(club.get_absolute_url()).text
    assert f"join-{waiting.pk}" in page
    assert running.get_absolute_url() in page
    assert sealed.pk not in page
    assert f"{reverse('games:open-any')}?club={club.slug}" in page
    page = browser_of(dora).get(club.get_absolute_url()).text
    assert f"join-{waiting.pk}" not in page
    assert waiting.get_absolute_url() in page
    assert "?club=" not in page


def test_the_clubs_page_takes_the_same_queries_however_many_tables(
    club: Club, alice: Player, carla: Player, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    club_table(club, alice)
    browser = browser_of(carla)
    browser.get(club.get_absolute_url())
    with CaptureQueriesContext(connection) as before:
        browser.get(club.get_absolute_url())
    for _ in range(4):
        club_table(club, alice)
    with django_assert_num_queries(len(before)):
        browser.get(club.get_absolute_url())


def filled_in(**changes: Any) -> dict[str, Any]:
    return {"preset": "short", "seats": 4, "seconds": 60, "visibility": "public"} | changes


def test_the_form_offers_the_players_clubs(club: Club, carla: Player, dora: Player) -> None:
    page = browser_of(carla).get(reverse("games:open", args=["chicken-foot"])).text
    assert "members of Good Friends" in page
    for player in (dora, None):
        page = browser_of(player).get(reverse("games:open", args=["chicken-foot"])).text
        assert "members of" not in page
        assert "the seats are set" not in page


def test_the_button_of_the_club_chooses_it(club: Club, carla: Player) -> None:
    browser = browser_of(carla)
    there = where_to(browser.get(reverse("games:open-any"), {"club": club.slug}))
    assert there.endswith(f"?club={club.slug}")
    page = browser.get(there).text
    assert 'value="club:good-friends"' in page
    chosen = page[page.index('value="club:good-friends"') :].split(">")[0]
    assert "checked" in chosen


def test_a_table_for_members_is_opened_by_the_form(club: Club, carla: Player) -> None:
    browser_of(carla).post(reverse("games:open", args=["chicken-foot"]), filled_in(visibility="club:good-friends"))
    table = Table.objects.get()
    assert (table.visibility, table.club) == ("club", club)


@pytest.mark.parametrize("nonsense", ["club:good-friends", "club:", "club", "set", "club:nowhere"])
def test_other_peoples_clubs_cannot_be_chosen(nonsense: str, club: Club, dora: Player) -> None:
    page = browser_of(dora).post(reverse("games:open", args=["chicken-foot"]), filled_in(visibility=nonsense))
    assert page.status_code == 200
    assert not Table.objects.exists()


def test_the_waiting_room_offers_seats_to_members(club: Club, alice: Player, carla: Player, dora: Player) -> None:
    table = club_table(club, alice)
    assert "Sit here" in browser_of(carla).get(table.get_absolute_url()).text
    for player in (dora, None):
        page = browser_of(player).get(table.get_absolute_url()).text
        assert "Sit here" not in page
        assert "These seats are for members of Good Friends." in page


def test_a_rematch_is_for_members_too(club: Club, alice: Player, carla: Player) -> None:
    table = club_table(club, alice)
    games.join(table_id=table.pk, player=carla)
    Table.objects.filter(pk=table.pk).update(status="finished", result={}, finished_at=timezone.now())
    services.leave(club_id=club.pk, player=carla, now=timezone.now())
    with refused("not-a-member"):
        games.rematch(table_id=table.pk, player=carla)
    following = games.rematch(table_id=table.pk, player=alice)
    assert (following.visibility, following.club) == ("club", club)


def test_a_club_where_a_table_is_opened_is_an_active_one(club: Club, alice: Player) -> None:
    before = club.active_at
    club_table(club, alice)
    club.refresh_from_db()
    assert club.active_at > before
