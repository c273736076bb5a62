"""Events of a thousand: how large their pages are, what is left out there, and where it is found."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import Player
from games.models import Seat, Table
from tests.games.pages import browser_of
from tests.html import dense
from tests.tournaments.crowds import crowd
from tournaments.base.standings import standings_of
from tournaments.control.room.parts import PEOPLE_A_PAGE, TABLES_A_PAGE
from tournaments.formats import Draw, Slot
from tournaments.models import Entry, Place, Round, Tournament
from tournaments.pages.brackets import brackets_shown
from tournaments.pages.long.limits import FIRST_BOARDS, FIRST_ROWS, MOST_BOARDS, MOST_ROWS, around

pytestmark = pytest.mark.django_db

LARGEST_PAGE = 150_000


def address(name: str, tournament: Tournament, *more: int) -> str:
    return reverse(f"tournaments:{name}", args=[tournament.pk, *more])


def asked(browser: Client, url: str) -> tuple[str, int]:
    """Return the page and the number of queries, with nothing in the cache."""
    cache.clear()
    with CaptureQueriesContext(connection) as queries:
        answer = browser.get(url)
    assert answer.status_code == 200
    return answer.text, len(queries)


def last_of(tournament: Tournament) -> Entry:
    last = standings_of(tournament)[-1]["entry"]
    return tournament.entries.select_related("player").get(pk=last)


def test_the_page_of_a_thousand_is_small_and_costs_no_more_than_that_of_a_hundred(olga: Player, alice: Player) -> None:
    some, many = crowd(olga, 110, 2), crowd(alice, 1000, 2)
    counts = []
    for tournament in (some, many):
        reader = last_of(tournament).player
        assert reader is not None
        page, queries = asked(browser_of(reader), tournament.get_absolute_url())
        assert len(page.encode()) < LARGEST_PAGE
        counts.append(queries)
    assert counts[0] == counts[1]
    assert len(asked(browser_of(alice), address("round", many, 1))[0].encode()) < LARGEST_PAGE
    assert len(asked(browser_of(alice), address("players", many))[0].encode()) < LARGEST_PAGE


def test_the_control_room_of_a_thousand_is_small_and_costs_no_more_than_that_of_a_hundred(
    olga: Player, alice: Player
) -> None:
    counts = []
    for organiser, number in ((olga, 110), (alice, 1000)):
        tournament = crowd(organiser, number, 1)
        page, queries = asked(browser_of(organiser), address("control", tournament))
        assert len(page.encode()) < LARGEST_PAGE
        counts.append(queries)
        assert f"1 to {PEOPLE_A_PAGE} of {number}" in dense(page)
        assert f"1 to {TABLES_A_PAGE} of {number // 2}" in dense(page)
    assert counts[0] == counts[1]
    Round.objects.filter(tournament=tournament).update(status=Round.Status.HELD)
    held, _queries = asked(browser_of(alice), address("control", tournament))
    assert "It publishes itself at" in dense(held)
    assert len(held.encode()) < LARGEST_PAGE


def test_in_a_long_control_room_people_and_tables_are_searched_and_leafed_through(olga: Player) -> None:
    tournament = crowd(olga, 130, 1)
    browser, room = browser_of(olga), address("control", tournament)
    place = Place.objects.get(round__tournament=tournament, board__number=50, seat=0)
    assert place.board is not None
    assert place.board.table is not None
    Table.objects.update(is_paused=True)
    Seat.objects.filter(table=place.board.table, number=0).update(away=True)
    first = dense(browser.get(room).text)
    assert "find-player" in first
    assert first.index('id="table-50"') < first.index('id="table-1"'), "whatever needs a look comes first"
    found = dense(browser.get(room, {"q": "OLGA99"}).text)
    assert found.count('id="table-') == 1
    assert 'Take out<span class="visually-hidden">: Olga99<' in found
    assert 'Take out<span class="visually-hidden">: Olga98<' not in found
    assert f'data-live="{address("control-live", tournament)}?q=OLGA99"' in found
    assert 'id="table-7"' in dense(browser.get(room, {"q": "7"}).text)
    last = dense(browser.get(room, {"tables": "99", "people": "99"}).text)
    assert f"61 to 65 of {130 // 2}" in last
    assert "121 to 130 of 130" in last
    assert 'href="?tables=5&amp;people=99#tables"' in last
    assert browser.get(room, {"tables": "-1", "people": "x" * 300}).status_code == 200


def test_before_the_start_it_is_small_too(client: Client, olga: Player) -> None:
    tournament = crowd(olga, 1000, 0, started_at=None, status=Tournament.Status.REGISTRATION)
    page = client.get(tournament.get_absolute_url())
    assert len(page.content) < LARGEST_PAGE
    assert "1000 players have entered" in page.text
    assert address("players", tournament) in page.text
    found = client.get(address("players", tournament), {"q": "olga99"}).text
    assert ">Olga999</a>" in found
    assert ">Olga1</a>" not in found


def test_long_standings_show_the_first_the_readers_neighbours_and_a_search(client: Client, olga: Player) -> None:
    tournament = crowd(olga, 130, 1)
    rows = standings_of(tournament)
    assert len(rows) > MOST_ROWS
    first, own, neighbour, far = (rows[at] for at in (0, 99, 98, 60))
    page = client.get(tournament.get_absolute_url()).text
    assert page.count("<tr data-of=") == FIRST_ROWS
    assert "<!--around-->" not in page
    reader = Player.objects.get(pk=own["player"])
    page = browser_of(reader).get(tournament.get_absolute_url()).text
    assert f'<tr data-of="{own["entry"]}" data-mine' in page
    for row, is_there in ((first, True), (neighbour, True), (far, False)):
        assert (f'<tr data-of="{row["entry"]}"' in page) is is_there
    answer = browser_of(reader).get(address("players", tournament), {"q": far["name"].upper()})
    assert f'<tr data-of="{far["entry"]}"' in answer.text
    assert f'<tr data-of="{first["entry"]}"' not in answer.text


def test_all_who_take_part_are_on_the_pages_of_players(client: Client, olga: Player) -> None:
    tournament = crowd(olga, 130, 1)
    pages = [client.get(address("players", tournament), {"page": number}).text for number in (1, 2)]
    assert [page.count("<tr data-of=") for page in pages] == [100, 30]
    assert "Nobody with “&lt;i&gt;” in the name" in dense(client.get(address("players", tournament), {"q": "<i>"}).text)


def test_a_search_that_goes_on_keeps_what_was_asked(client: Client, olga: Player) -> None:
    page = client.get(address("players", crowd(olga, 150, 1)), {"q": "lga"}).text
    assert 'href="?q=lga&amp;page=2"' in page


def test_short_standings_are_whole(client: Client, olga: Player) -> None:
    page = client.get(crowd(olga, MOST_ROWS, 1).get_absolute_url()).text
    assert page.count("<tr data-of=") == MOST_ROWS
    assert "find-player" not in page


def test_many_tables_are_on_pages_of_the_round(client: Client, olga: Player) -> None:
    tournament = crowd(olga, 2 * MOST_BOARDS + 2, 1)
    page = client.get(tournament.get_absolute_url()).text
    assert page.count('id="board-1-') == FIRST_BOARDS
    assert f"All {MOST_BOARDS + 1} tables of round 1" in page
    pages = [client.get(address("round", tournament, 1), {"page": number}).text for number in (1, 2)]
    assert [page.count('id="board-1-') for page in pages] == [MOST_BOARDS, 1]


def test_neighbours_share_their_rows() -> None:
    everyone = range(1000)
    assert around(everyone, 3) is None
    assert around(everyone, 5000) is None
    near = {repr(rows) for own in everyone if (rows := around(everyone, own))}
    assert len(near) == (1000 - FIRST_ROWS) / 4
    for own in everyone[FIRST_ROWS:]:
        rows = around(everyone, own)
        assert rows is not None
        assert own in everyone[rows]
        assert len(everyone[rows]) <= 10


def test_a_large_bracket_is_shown_from_the_last_thirty_two_on() -> None:
    rounds = tuple(tuple(Slot((None, None)) for _match in range(2**left)) for left in range(9, -1, -1))
    (large,) = brackets_shown([Draw("main", rounds)], {})
    assert large.is_shortened
    assert [len(one.matches) for one in large.rounds] == [16, 8, 4, 2, 1]
    assert large.rounds[0].name == "Last 32"
    (usual,) = brackets_shown([Draw("main", rounds[3:])], {})
    assert not usual.is_shortened
    assert len(usual.rounds[0].matches) == 64
