"""The bar on every page: who is expected at a table is told wherever they are, and what others wait for."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from games.models import Seat, Table
from games.services import finish
from tests.games.pages import browser_of
from tests.games.sockets import Browser, in_thread, sign_in
from tests.html import dense
from tests.tournaments.people import (
    DUELS,
    LEAGUE,
    advanced,
    after_the_break,
    entry_of,
    open_tables,
    planned,
    players,
    started,
)
from tournaments.calls import calling
from tournaments.control.actions.clock.pause import Pause, Resume
from tournaments.control.actions.players.remove import Remove
from tournaments.control.actions.tables.replay import Replay
from tournaments.life import clockwork, entering
from tournaments.models import Board, Tournament
from tournaments.pages.bar import bar_at, calls_at

pytestmark = pytest.mark.usefixtures("after_commit")

ELSEWHERE = ["/", "/clubs/", "/tournaments/", "/notices/", "/rules/chicken-foot/"]


def own_table(tournament: Tournament, player: Player) -> Table:
    return Table.objects.get(board__round__tournament=tournament, seats__player=player)


def my_table(tournament: Tournament) -> str:
    return reverse("tournaments:my-table", args=[tournament.pk])


@pytest.mark.parametrize("path", ELSEWHERE)
def test_every_page_says_that_the_table_is_ready(olga: Player, path: str) -> None:
    people = players(4)
    tournament = started(olga, people, DUELS)
    page = browser_of(people[0]).get(path).text
    assert my_table(tournament) in page
    assert "Your table is ready" in page
    assert f'data-lead="{own_table(tournament, people[0]).get_absolute_url()}"' in page


def test_it_goes_without_saying_where_the_player_is(olga: Player) -> None:
    people = players(4)
    tournament = started(olga, people, DUELS)
    for path in (tournament.get_absolute_url(), own_table(tournament, people[0]).get_absolute_url()):
        assert bar_at(people[0], path) is None


def test_whoever_plays_in_two_tournaments_is_led_on_in_the_one_whose_page_is_open(olga: Player) -> None:
    people = players(2)
    both = [started(olga, people, DUELS, name=name) for name in ("One", "Other")]
    for tournament in both:
        finish(table_id=open_tables(tournament)[0])
        tournament.refresh_from_db()
    results = [own_table(tournament, people[0]) for tournament in both]
    for tournament in both:
        clockwork.advance(tournament_id=tournament.pk, now=timezone.now())
        clockwork.advance(tournament_id=tournament.pk, now=after_the_break(tournament))
    for tournament, over in zip(both, results, strict=True):
        bar = bar_at(people[0], reverse("games:result", args=[over.pk]))
        assert bar is not None
        assert bar.tournament == tournament
        assert bar.lead_to == Table.objects.get(pk=open_tables(tournament)[0]).get_absolute_url()
        assert bar_at(people[0], tournament.get_absolute_url()) != bar
    assert bar_at(people[0], "/no/such/page/") is not None


def test_at_an_annulled_table_its_own_tournament_is_named(olga: Player) -> None:
    """The page of the old match belongs to no table of a round any more."""
    people = players(2)
    both = [started(olga, people, DUELS, name=name) for name in ("One", "Other")]
    for tournament in both:
        board = Board.objects.get(round__tournament=tournament)
        old = own_table(tournament, people[0]).get_absolute_url()
        Replay(board=board.pk).carry_out(tournament_id=tournament.pk, by=olga, reason="The tiles lay open")
        bar = bar_at(people[0], old)
        assert bar is not None
        assert bar.tournament == tournament
        board.refresh_from_db()
        assert board.table is not None
        assert bar.lead_to == board.table.get_absolute_url()


def test_its_title_says_that_the_tournament_is_paused(olga: Player) -> None:
    """On a phone the title is all there is."""
    people = players(4)
    tournament = started(olga, people, DUELS)
    Tournament.objects.filter(pk=tournament.pk).update(holds_seatings=True)
    first, second = open_tables(tournament)
    done = Table.objects.get(pk=first).seats.get(number=0).player
    finish(table_id=first)
    Pause().carry_out(tournament_id=tournament.pk, by=olga, reason="The lamps went out")
    assert title_at(done, "/") == "The tournament is paused", "while others are still playing"
    Resume().carry_out(tournament_id=tournament.pk, by=olga, reason="")
    finish(table_id=second)
    advanced(tournament, timezone.now())
    assert title_at(done, "/") == "Round 1 is over", "and the next is held back"
    Pause().carry_out(tournament_id=tournament.pk, by=olga, reason="The lamps went out")
    assert title_at(done, "/") == "The tournament is paused"


def title_at(player: Player | None, path: str) -> str:
    bar = bar_at(player, path)
    assert bar is not None
    return bar.status.title


def test_nobody_else_is_told(olga: Player, client: Client) -> None:
    people = players(4)
    tournament = started(olga, people, DUELS)
    for page in (client.get("/").text, browser_of(olga).get("/").text):
        assert my_table(tournament) not in page


def test_a_finished_player_reads_who_is_still_playing_and_what_comes_next(olga: Player) -> None:
    people = players(6)
    tournament = started(olga, people, DUELS)
    first, second, third = open_tables(tournament)
    table = Table.objects.get(pk=first)
    done = table.seats.get(number=0).player
    assert done
    finish(table_id=first)
    advanced(tournament, timezone.now())
    browser = browser_of(done)
    result = dense(browser.get(reverse("games:result", args=[first])).text)
    assert "Your match of round 1 is over" in result
    assert "2 tables are still playing." in result
    assert "Then comes round 2 of 3, after a break of 2 min." in result
    finish(table_id=second)
    advanced(tournament, timezone.now())
    names = [seat.player.username for seat in Seat.objects.filter(table=third).order_by("number") if seat.player]
    said = f"At table 3 {' and '.join(names)} are still playing."
    assert said in dense(browser.get(table.get_absolute_url()).text)
    finish(table_id=third)
    advanced(tournament, timezone.now())
    assert "The next one begins in" in browser.get("/").text


def test_it_ends_with_the_tournament(olga: Player) -> None:
    people = players(2)
    tournament = started(olga, people, DUELS, rounds=1)
    finish(table_id=open_tables(tournament)[0])
    advanced(tournament, timezone.now())
    assert bar_at(people[0], "/") is None


def test_a_league_calls_only_to_a_table_that_waits_for_the_player(olga: Player) -> None:
    people = players(2)
    tournament = started(olga, people, LEAGUE)
    table = own_table(tournament, people[0])
    bar = bar_at(people[0], "/")
    assert bar is not None
    assert bar.lead_to == ""
    Table.objects.filter(pk=table.pk).update(status=Table.Status.RUNNING, turn=table.seats.get(player=people[1]).number)
    assert bar_at(people[0], "/") is None
    assert bar_at(people[1], "/") is not None


def test_the_bar_is_hidden_from_players_who_sit_out(olga: Player) -> None:
    people = players(4)
    tournament = started(olga, people, DUELS)
    entering.sit_out(tournament_id=tournament.pk, player=people[0])
    for table_id in open_tables(tournament):
        finish(table_id=table_id)
    advanced(tournament, timezone.now())
    assert bar_at(people[0], "/") is None
    assert bar_at(people[1], "/") is not None


def test_absentees_are_told_so(olga: Player) -> None:
    people = players(4)
    tournament = started(olga, people, DUELS)
    Seat.objects.filter(player=people[0]).update(away=True)
    for table_id in open_tables(tournament):
        finish(table_id=table_id)
    advanced(tournament, timezone.now())
    assert entry_of(tournament, people[0]).presence == "absent"
    assert "You are marked as absent" in browser_of(people[0]).get("/").text


@pytest.mark.django_db(transaction=True)
async def test_every_open_page_hears_that_a_table_is_ready(olga: Player, alice: Player, bob: Player) -> None:
    tournament = await in_thread(planned)(olga, DUELS)
    for player in (alice, bob):
        await in_thread(entering.enter)(tournament_id=tournament.pk, player=player)
    browser = Browser("/ws/me/", await in_thread(sign_in)(alice))
    await browser.link.connect(timeout=5)
    await browser.hear_until("unread")
    await in_thread(clockwork.advance)(tournament_id=tournament.pk, now=tournament.starts_at)
    assert await browser.hear_until("expected") == {"type": "expected"}
    await browser.leave()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("by_organiser", [True, False])
async def test_every_open_page_hears_that_its_player_is_out(
    olga: Player, alice: Player, bob: Player, by_organiser: bool
) -> None:
    tournament = await in_thread(started)(olga, [alice, bob], DUELS)
    browser = Browser("/ws/me/", await in_thread(sign_in)(alice))
    await browser.link.connect(timeout=5)
    await browser.hear_until("unread")
    assert await in_thread(bar_at)(alice, "/") is not None
    if by_organiser:
        out = Remove(entry=(await in_thread(entry_of)(tournament, alice)).pk)
        await in_thread(out.carry_out)(tournament_id=tournament.pk, by=olga, reason="Left the hall")
    else:
        await in_thread(entering.withdraw)(tournament_id=tournament.pk, player=alice)
    assert await browser.hear_until("expected") == {"type": "expected"}
    assert await in_thread(bar_at)(alice, "/") is None
    await browser.leave()


def test_an_open_page_asks_for_its_own_bar(olga: Player) -> None:
    people = players(2)
    tournament = started(olga, people, DUELS)
    browser, table = browser_of(people[0]), own_table(tournament, people[0])
    assert my_table(tournament) in browser.get(reverse("tournaments:bar"), {"at": "/clubs/"}).text
    assert my_table(tournament) not in browser.get(reverse("tournaments:bar"), {"at": table.get_absolute_url()}).text


# --- What it costs ---


def tournament_queries(player: Player, path: str = "/rules/chicken-foot/") -> int:
    """Count the queries about tournaments when a player opens a page that has nothing else to do with them."""
    browser = browser_of(player)
    with CaptureQueriesContext(connection) as queries:
        assert browser.get(path).status_code == 200
    return sum("tournaments_" in query["sql"] for query in queries)


def test_it_costs_nothing_on_the_pages_of_people_whom_no_tournament_needs(olga: Player, alice: Player) -> None:
    tournament = started(olga, players(8), DUELS)
    calling.call(board=a_board(tournament), player=people_at(a_board(tournament))[0], text="Come, please")
    tournament_queries(olga)  # the first page after a change looks who that is
    assert [tournament_queries(alice, path) for path in ("/clubs/", "/notices/", "/rules/chicken-foot/")] == [0, 0, 0]


def test_it_costs_one_query_for_a_player_and_for_an_organiser_who_is_called(olga: Player) -> None:
    for first, number in ((1, 4), (10, 16)):
        tournament = started(olga, players(number, first), DUELS)
        people = people_at(a_board(tournament))
        calling.call(board=a_board(tournament), player=people[0], text="Come, please")
        for reader, said in ((people[1], "Your table is ready"), (olga, "Come, please")):
            assert said in browser_of(reader).get("/rules/chicken-foot/").text
            assert tournament_queries(reader) == 1


def test_what_only_some_pages_need_is_asked_for_there_alone(olga: Player) -> None:
    """Ask whether the table is stopped only at the table itself, and whose turn it is only in a league."""
    people = players(4)
    tournament = started(olga, people, DUELS)
    at_table = own_table(tournament, people[0]).get_absolute_url()
    bar_at(people[0], "/")
    for path, many in (("/", 1), (at_table, 2)):
        with CaptureQueriesContext(connection) as found:
            shown = bar_at(people[0], path)
            assert shown is None or (shown.tournament.name, shown.lead_to) == (tournament.name, at_table)
        assert len(found) == many
    Board.objects.filter(round__tournament=tournament).update(is_stopped=True)
    assert bar_at(people[0], at_table) is not None


def test_who_is_led_to_a_match_that_is_played_again_reads_why_until_it_begins(olga: Player) -> None:
    people = players(4)
    tournament = started(olga, people, DUELS)
    board = Board.objects.get(table=own_table(tournament, people[0]))
    Replay(board=board.pk).carry_out(tournament_id=tournament.pk, by=olga, reason="The tiles lay open")
    board.refresh_from_db()
    assert board.table is not None
    address, bar = board.table.get_absolute_url(), reverse("tournaments:bar")
    page = dense(browser_of(people[0]).get(bar, {"at": address}).text)
    assert "Your match was annulled and is played again" in page
    assert "The tiles lay open" in page
    assert "data-lead" not in page  # so that the page asks until the match begins
    assert "data-lead" in browser_of(people[0]).get(bar, {"at": "/"}).text
    Table.objects.filter(pk=board.table.pk).update(status=Table.Status.RUNNING)
    assert "played again" not in browser_of(people[0]).get(bar, {"at": address}).text
    assert "Your table is ready" in browser_of(people[0]).get(bar, {"at": "/"}).text


def test_whoever_is_added_is_found_at_once(olga: Player, alice: Player, bob: Player) -> None:
    people = players(4)
    tournament = planned(olga, DUELS, late_rounds=3)
    for player in people:
        entering.enter(tournament_id=tournament.pk, player=player)
    assert bar_at(people[0], "/") is None
    tournament = advanced(tournament, tournament.starts_at)
    assert bar_at(people[0], "/") is not None
    assert bar_at(alice, "/") is None
    entering.enter(tournament_id=tournament.pk, player=alice)
    assert bar_at(alice, "/") is not None
    assert calls_at(olga, "/") == []
    calling.call(board=a_board(tournament), player=people_at(a_board(tournament))[0], text="Come, please")
    assert len(calls_at(olga, "/")) == 1
    assert bar_at(bob, "/") is None


def test_each_table_is_said_with_its_own_status(olga: Player) -> None:
    people = players(4)
    tournament = started(olga, people, DUELS)
    done = own_table(tournament, people[0])
    before = bar_at(people[0], "/")
    assert before is not None
    assert before.status.table == done.get_absolute_url()
    finish(table_id=done.pk)
    after = bar_at(people[0], "/")
    assert after is not None
    assert (after.status.title, after.status.table) == ("Your match of round 1 is over", "")


def a_board(tournament: Tournament) -> Board:
    return tournament.played_rounds.get().boards.order_by("number")[0]


def people_at(board: Board) -> list[Player]:
    return [place.entry.player for place in board.places.select_related("entry__player") if place.entry.player]
