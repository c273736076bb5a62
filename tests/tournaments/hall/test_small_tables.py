"""Spectators see all tables of a round on one page, without a query each."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import Player
from games.models import Table
from games.services import finish
from games.state.live_tables import live_tables
from tests.tournaments.control.at_pages import browser, page
from tests.tournaments.control.at_tables import about, board, table_of
from tests.tournaments.people import confirmed_players, players, started
from tests.tournaments.plans import club_of
from tournaments.control.actions.tables.feature import Feature
from tournaments.models import Tournament
from tournaments.pages.hall.small_tables import small_tables

pytestmark = pytest.mark.django_db
FIRST_DEALS: dict[str, object] = {"options": {"high": 9, "low": 8}}


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    cache.clear()


@pytest.fixture
def friday(olga: Player) -> Tournament:
    return started(olga, players(8))


def play_a_little(table: Table) -> None:
    """Begin the match, so that there are tiles on the table."""
    from games.services.playing import begin_deal, begin_match

    with live_tables.hold(table.pk) as live:
        live.refresh()
        begin_match(live)
        begin_deal(live)


def hands_at(table: Table) -> set[str]:
    """Return all tiles that are hidden in hands."""
    with live_tables.hold(table.pk) as live:
        live.refresh()
        assert live.match.deal is not None
        return {str(tile) for seat in range(table.seat_count) for tile in live.match.deal.mine(seat)["hand"]}


def test_everyone_sees_all_tables_small(friday: Tournament, client: Client) -> None:
    play_a_little(table_of(friday))
    html = client.get(page("watch", friday)).text
    assert html.count('<section data-digest="') == 2
    for player in Player.objects.filter(username__startswith="Player"):
        assert player.username in html


def test_a_picture_shows_the_layout_and_no_hands(friday: Tournament) -> None:
    table = table_of(friday)
    play_a_little(table)
    first = next(one for one in small_tables(friday) if one.number == 1)
    with live_tables.hold(table.pk) as live:
        lying = len(live.spots)
    assert lying > 0
    assert first.picture.count('class="drawn-tile"') == lying


def test_an_open_page_fetches_only_what_has_changed(friday: Tournament, client: Client) -> None:
    shown = client.get(page("watch", friday)).text
    known = [part.split('"')[0] for part in shown.split('data-digest="')[1:]]
    live = page("watch-live", friday)
    assert client.get(live, headers={"X-Known": ",".join(known)}).text == ""
    cache.clear()
    play_a_little(table_of(friday, 2))
    changed = client.get(live, headers={"X-Known": ",".join(known)}).text
    assert changed.count("<section") == 1
    assert f'id="small-{board(friday, 2).pk}"' in changed


def test_a_spectator_costs_no_query(friday: Tournament, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    """The open page of a public tournament polls without cookies, so that there is not even a session to read."""
    live, without_cookies = page("watch-live", friday), Client()
    assert "data-open" in browser(Player.objects.get(username="Player1")).get(page("watch", friday)).text
    without_cookies.get(live)
    with django_assert_num_queries(0):
        assert "small-table" in without_cookies.get(live).text


def test_tables_of_a_private_club_stay_with_its_members(olga: Player) -> None:
    club = club_of(olga, is_private=True)
    people = players(8)
    for player in people:
        club.memberships.create(player=player)
    friday = started(olga, people, club=club)
    for name in ("watch", "watch-live", "wall", "print-poster", "print-standings"):
        shown = browser(people[0]).get(page(name, friday))
        assert shown.status_code == 200, name
        assert "data-open" not in shown.text
        for _again in range(2):
            assert Client().get(page(name, friday)).status_code == 404, name


def test_nothing_is_shown_while_all_play_the_same_tiles(olga: Player, client: Client) -> None:
    tournament = started(olga, confirmed_players(8), duplicate=True)
    play_a_little(table_of(tournament))
    assert not any(one.picture or one.is_featured for one in small_tables(tournament))
    html = client.get(page("watch", tournament)).text
    assert "drawn-tile" not in html
    assert table_of(tournament).get_absolute_url() not in html
    assert "drawn-tile" not in browser(olga).get(page("wall", tournament)).text


# --- The featured table ---


def featured(tournament: Tournament) -> list[int]:
    return [one.number for one in small_tables(tournament) if one.is_featured]


def test_the_organiser_features_a_table_as_long_as_it_is_played(friday: Tournament, olga: Player) -> None:
    assert len(featured(friday)) == 1
    for number in (2, 1):
        Feature(board=board(friday, number).pk).carry_out(**about(friday, olga))
        assert featured(friday) == [number]
        assert small_tables(friday)[0].number == number
    finish(table_id=table_of(friday).pk)
    assert featured(friday) == [2]
    finish(table_id=table_of(friday, 2).pk)
    assert featured(friday) == []


def test_no_table_is_featured_where_all_play_the_same_tiles(olga: Player) -> None:
    tournament = started(olga, confirmed_players(8), duplicate=True)
    answer = browser(olga).post(page("control-action", tournament, "feature"), {"board": board(tournament).pk})
    assert answer.status_code == 302
    assert not board(tournament).is_featured
