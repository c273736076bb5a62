"""Counting matches once, in the order of their ends, and recounting them from a change on."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.bots import create_bot
from accounts.models import Player
from accounts.standing import Moderator
from games import services as games
from games.models import Table
from ratings import services
from ratings.models import Counted, RatedSeat, Rating
from ratings.tasks import count
from tests.ratings.matches import GAME, NOON, counted, match

pytestmark = pytest.mark.django_db


def numbers(game: str = GAME) -> dict[str, tuple[int, int]]:
    """Return everybody's rating, and the number of matches that it is based on."""
    rows = Rating.objects.filter(game=game).select_related("player")
    return {row.player.username: (row.number, row.matches) for row in rows}


def rows() -> list[tuple[Any, ...]]:
    return list(RatedSeat.objects.order_by("match", "player").values_list("match", "player", "mu", "sigma", "number"))


def test_a_match_moves_the_ratings_of_both(alice: Player, bob: Player) -> None:
    match(alice, bob)
    counted()
    (best, one), (worst, other) = numbers()["Alice"], numbers()["Bob"]
    assert best > 1000 > worst
    assert (one, other) == (1, 1)


def test_counting_twice_changes_nothing(alice: Player, bob: Player) -> None:
    for minute in range(3):
        match(alice, bob, minute=minute)
    counted()
    before, kept = numbers(), rows()
    assert counted() == 0
    services.mark_all_for_recount(game=GAME)
    assert counted() == 3
    assert (numbers(), rows()) == (before, kept)


def test_matches_count_in_the_order_of_their_ends(alice: Player, bob: Player, monkeypatch: Any) -> None:
    """Matches that were opened last but ended first come first, even if each is counted by itself."""
    tables = [match(alice, bob, totals=totals, minute=9 - at) for at, totals in enumerate([[0, 5], [5, 0], [0, 9]])]
    monkeypatch.setattr(services, "AT_ONCE", 1)
    counted()
    order = list(RatedSeat.objects.filter(player=alice).order_by("number").values_list("match", flat=True))
    assert order == [table.pk for table in reversed(tables)]


def test_games_are_rated_apart(alice: Player, bob: Player) -> None:
    match(alice, bob)
    match(bob, alice, totals=[10, 3], game="two-step", minute=1)
    counted()
    counted("two-step")
    assert numbers()["Alice"][0] > 1000 > numbers("two-step")["Alice"][0]


def test_bots_of_players_are_not_ranked_and_count_against_nobody(alice: Player, bob: Player, charlie: Player) -> None:
    bot = create_bot(owner=charlie, name="Clanker")
    match(bot, alice)
    counted()
    assert numbers() == {}
    match(bot, alice, bob, minute=1)
    counted()
    assert set(numbers()) == {"Alice", "Bob"}
    assert numbers()["Alice"][0] > 1000 > numbers()["Bob"][0]


def test_a_match_that_has_just_ended_waits_for_earlier_ones(alice: Player, bob: Player) -> None:
    table = match(alice, bob)
    assert table.finished_at is not None
    assert services.catch_up(game=GAME, now=table.finished_at + timedelta(seconds=9)) == 0
    assert services.catch_up(game=GAME, now=table.finished_at + timedelta(seconds=10)) == 1


def test_a_voided_match_is_undone_as_if_it_had_never_been_played(alice: Player, bob: Player, charlie: Player) -> None:
    match(alice, bob, minute=0)
    wrong = match(charlie, alice, bob, minute=1)
    match(bob, alice, minute=2)
    counted()
    with_it = numbers()
    by = Moderator(alice, case_id=1)
    games.void(table_id=wrong.pk, by=by, now=timezone.now())
    assert numbers() == with_it  # until it is counted again
    counted()
    assert "Charlie" not in numbers()
    without = numbers()
    Table.objects.filter(pk=wrong.pk).update(game="two-step")
    services.mark_all_for_recount(game=GAME)
    RatedSeat.objects.all().delete()
    counted()
    assert numbers() == without
    Table.objects.filter(pk=wrong.pk).update(game=GAME)
    games.count_again(table_id=wrong.pk, by=by)
    counted()
    assert numbers() == with_it


def test_a_change_to_a_match_that_is_not_counted_yet_causes_no_recount(alice: Player, bob: Player) -> None:
    first, later = match(alice, bob), match(alice, bob, minute=60)
    assert services.catch_up(game=GAME, now=NOON + timedelta(minutes=1)) == 1
    services.mark_for_recount(tables=[later.pk])
    assert services.catch_up(game=GAME, now=NOON + timedelta(minutes=100)) == 1
    assert Counted.objects.get(game=GAME).table == later.pk
    services.mark_for_recount(tables=[later.pk, first.pk])
    assert Counted.objects.get(game=GAME).redo_from == first.finished_at


def test_a_deleted_player_has_no_rating_even_after_a_recount(alice: Player, bob: Player) -> None:
    match(alice, bob)
    counted()
    Rating.objects.filter(player=alice).delete()
    Player.objects.filter(pk=alice.pk).update(is_active=False)
    services.mark_all_for_recount(game=GAME)
    counted()
    assert list(numbers()) == ["Bob"]


def test_a_hundred_matches_cost_as_many_queries_as_one(alice: Player, bob: Player, charlie: Player) -> None:
    match(alice, bob)
    services.catch_up(game=GAME, now=NOON + timedelta(minutes=1))
    match(alice, bob, minute=1)
    with CaptureQueriesContext(connection) as one:
        services.catch_up(game=GAME, now=NOON + timedelta(minutes=2))
    for minute in range(2, 22):
        match(alice, bob, charlie, minute=minute)
    with CaptureQueriesContext(connection) as many:
        services.catch_up(game=GAME, now=NOON + timedelta(minutes=100))
    assert len(many) == len(one)


def test_the_task_and_the_command_count_every_game(alice: Player, bob: Player, capsys: Any) -> None:
    match(alice, bob, finished_at=timezone.now() - timedelta(hours=1))
    count()
    assert numbers()["Alice"][1] == 1
    call_command("count_ratings", "--again")
    assert "chicken-foot: 1 matches checked" in capsys.readouterr().out


def test_matches_after_the_clock_was_put_back_are_rated(alice: Player, bob: Player) -> None:
    match(alice, bob, minute=90)
    services.catch_up(game=GAME, now=NOON + timedelta(minutes=95))
    match(alice, bob, minute=40)
    services.catch_up(game=GAME, now=NOON + timedelta(minutes=35))  # an hour back
    for minute in (45, 95):
        services.catch_up(game=GAME, now=NOON + timedelta(minutes=minute))
    assert RatedSeat.objects.count() == 4
    before = rows()
    services.mark_all_for_recount(game=GAME)
    counted()
    assert rows() == before
