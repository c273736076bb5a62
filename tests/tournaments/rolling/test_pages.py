"""Pages of rolling tables: where players are, who is free, which tables are played, and how much time is left."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from games import services as tables
from tests.games.pages import browser_of
from tests.html import dense
from tests.tournaments.people import ROLLING, advanced, current_round, entry_of, fresh, planned, players, started
from tournaments.life import entering
from tournaments.models import Board, Entry, Round, Tournament
from tournaments.pages.bar import bar_at
from tournaments.pages.buttons import PlayerStatus
from tournaments.pages.player_status import status_of
from tournaments.pages.rolling.hall import shown_hall
from tournaments.pages.rounds import entries_of, round_shown

pytestmark = pytest.mark.django_db

BREAK = timedelta(seconds=10)


@pytest.fixture
def people(olga: Player) -> list[Player]:
    return players(8)


@pytest.fixture
def rolling(olga: Player, people: list[Player]) -> Tournament:
    tournament = started(olga, people, ROLLING)
    now = timezone.now()  # pages compare the end with the clock on the wall
    Round.objects.filter(tournament=tournament).update(ends_at=now + timedelta(hours=1))
    return tournament


def boards(tournament: Tournament) -> list[Board]:
    return list(current_round(tournament).boards.order_by("number"))


def played(tournament: Tournament, *boards: Board) -> Tournament:
    for board in boards:
        assert board.table_id is not None
        tables.finish(table_id=board.table_id)
    return advanced(tournament, timezone.now())


def sitter(board: Board) -> Player:
    place = board.places.select_related("entry__player").order_by("seat")[0]
    assert place.entry.player is not None
    return place.entry.player


def status(tournament: Tournament, player: Player) -> PlayerStatus:
    return status_of(fresh(tournament), player, current_round(tournament))


def page(client: Client, tournament: Tournament, player: Player | None = None) -> str:
    if player is not None:
        client.force_login(player)
    return client.get(fresh(tournament).get_absolute_url()).content.decode()


def labels(status: PlayerStatus) -> list[str]:
    return [str(button.label) for button in status.buttons]


def test_a_player_is_led_from_table_to_table(rolling: Tournament) -> None:
    first, second = boards(rolling)
    player = sitter(first)
    assert status(rolling, player).table == first.table
    played(rolling, first)
    free = status(rolling, player)
    assert (free.title, free.result) == ("You are free", first.table)
    assert "3 others are free." in map(str, free.lines)
    assert "1 table is playing." in map(str, free.lines)
    bar = bar_at(player, "/")
    assert bar is not None
    assert bar.status.title == "You are free"
    played(rolling, second)
    soon = status(rolling, player)
    assert soon.title == "Your next table opens in"
    assert soon.until is not None
    advanced(rolling, soon.until)
    ready = status(rolling, player)
    assert ready.table is not None
    assert ready.table not in (first.table, second.table)
    bar = bar_at(player, first.table.get_absolute_url() if first.table else "")
    assert bar is not None
    assert bar.lead_to == ready.table.get_absolute_url()


def test_the_bar_says_that_the_newest_table_is_stopped_not_an_earlier_one(rolling: Tournament) -> None:
    first, second = boards(rolling)
    player = sitter(first)
    played(rolling, first, second)
    advanced(rolling, timezone.now() + BREAK)
    newest = status(rolling, player).table
    assert newest is not None
    Board.objects.filter(pk=first.pk).update(is_stopped=True)
    assert bar_at(player, newest.get_absolute_url()) is None
    Board.objects.filter(table=newest).update(is_stopped=True)
    Board.objects.filter(pk=first.pk).update(is_stopped=False)
    assert bar_at(player, newest.get_absolute_url()) is not None


def test_the_own_button_takes_a_break_and_comes_back(client: Client, rolling: Tournament) -> None:
    first, _second = boards(rolling)
    player = sitter(first)
    assert labels(status(rolling, player)) == ["Take a break", "Withdraw"]
    client.force_login(player)
    client.post(reverse("tournaments:sit-out", args=[rolling.pk]))
    assert "After this table you take a break." in map(str, status(rolling, player).lines)
    played(rolling, first)
    assert status(rolling, player).title == "You are taking a break"
    assert labels(status(rolling, player)) == ["I am back", "Withdraw"]
    answer = client.post(reverse("tournaments:come-back", args=[rolling.pk]), follow=True)
    assert "You are seated as soon as others are free." in answer.content.decode()
    assert status(rolling, player).title == "You are free"


def test_the_page_shows_who_is_free_what_is_played_and_how_much_time_is_left(
    client: Client, rolling: Tournament, people: list[Player]
) -> None:
    first, second = boards(rolling)
    resting, free = (place.entry for place in first.places.select_related("entry__player").order_by("seat")[:2])
    assert resting.player is not None
    entering.sit_out(tournament_id=rolling.pk, player=resting.player)
    played(rolling, first)
    html = page(client, rolling)
    assert "The time is up in" in html
    assert "1 table is under way" in " ".join(html.split())
    assert f'id="board-1-{second.number}"' in html
    assert html.index(f'id="board-1-{second.number}"') < html.index(f'id="board-1-{first.number}"')
    people_in_hall = html[html.index("hall-people") : html.index("round-state")]
    assert free.name in people_in_hall.split("On a break")[0]
    assert resting.name in people_in_hall.split("On a break")[1]
    assert "Round 1" not in html


def test_whoever_enters_while_a_page_is_drawn_is_on_it(rolling: Tournament) -> None:
    before, newcomer = entries_of(rolling), Player.objects.create_user(username="Newcomer")
    entering.enter(tournament_id=rolling.pk, player=newcomer)
    now = fresh(rolling)
    hall = shown_hall(now, round_shown(current_round(now), before), before)
    assert newcomer.username in {entry.name for entry in (*hall["free"], *hall["resting"])}


def test_the_rank_is_explained_by_the_tables(client: Client, rolling: Tournament) -> None:
    first, _second = boards(rolling)
    played(rolling, first)
    entry = entry_of(rolling, sitter(first))
    shown = client.get(reverse("tournaments:entry", args=[rolling.pk, entry.pk])).content.decode()
    assert "Your tables, in order, brought:" in shown
    assert "Table 1" in shown
    assert "Round 1" not in shown


def test_whoever_looks_on_may_join_at_any_moment(client: Client, rolling: Tournament) -> None:
    (late,) = players(1, first=50)
    seen = status(rolling, late)
    assert [button.name for button in seen.buttons] == ["enter"]
    Round.objects.filter(tournament=rolling).update(ends_at=timezone.now())
    over = status(rolling, late)
    assert (over.buttons, list(map(str, over.lines))) == ([], ["The time is up."])


def test_bots_that_only_fill_up_tables_take_nobodys_place(olga: Player, people: list[Player]) -> None:
    tournament = started(olga, people[:6], ROLLING, most=8)
    bots = entering.create_bots(tournament, ["Pip", "Dot"], "medium")
    Entry.objects.filter(pk__in=[bot.pk for bot in bots]).update(presence=Entry.Presence.RESTING)
    assert labels(status(tournament, people[6])) == ["Enter"]
    entering.enter(tournament_id=tournament.pk, player=people[6])
    entering.enter(tournament_id=tournament.pk, player=people[7])
    assert labels(status(tournament, players(1, first=9)[0])) == ["Join the waiting list"]


def test_a_table_that_was_broken_off_says_so(client: Client, olga: Player, people: list[Player]) -> None:
    tournament = started(olga, people, ROLLING, plays_out=False)
    played(tournament, boards(tournament)[0])
    advanced(tournament, tournament.starts_at + timedelta(hours=1))
    html = page(client, tournament)
    assert html.count("broken off, does not count") == 1
    entry = entry_of(tournament, sitter(boards(tournament)[1]))
    own = client.get(reverse("tournaments:entry", args=[tournament.pk, entry.pk])).content.decode()
    assert "broken off, does not count" in own


@pytest.mark.parametrize("name", ["wall", "watch"])
def test_the_hall_shows_tables_under_way(client: Client, rolling: Tournament, name: str) -> None:
    first, second = boards(rolling)
    played(rolling, first)
    html = client.get(reverse(f"tournaments:{name}", args=[rolling.pk])).content.decode()
    assert sitter(second).username in html
    assert "Round 1" not in html
    assert "Time left" in html or name == "watch"


def test_sheets_have_the_tables_that_are_under_way(client: Client, rolling: Tournament, people: list[Player]) -> None:
    """Whoever has played two tables stands on the sheet once, at the second one."""
    ended = boards(rolling)
    later = advanced(played(rolling, *ended), timezone.now() + BREAK)
    sheet = client.get(reverse("tournaments:print-seating", args=[later.pk, 1])).text
    scores = client.get(reverse("tournaments:print-scores", args=[later.pk, 1])).text
    assert len(boards(later)) == 4
    for player in people:
        assert sheet.count(f"<span>{player.username}</span>") == 1
        assert scores.count(f'<th scope="col">{player.username}</th>') == 1


def test_all_tables_have_a_page_the_newest_first(client: Client, rolling: Tournament) -> None:
    html = client.get(reverse("tournaments:round", args=[rolling.pk, 1])).content.decode()
    assert html.index('id="board-1-2"') < html.index('id="board-1-1"')
    assert "All tables" in html
    assert "Round 1" not in html


def test_without_enough_people_it_says_that_there_is_no_table(olga: Player) -> None:
    tournament = planned(olga, ROLLING)
    said = dense(browser_of(olga).get(reverse("tournaments:control", args=[tournament.pk])).text)
    assert "0 players: too few for a table" in said
    assert "for a round" not in said
