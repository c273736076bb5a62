"""What happens at a running table."""

import random
import threading
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Player
from common.errors import UserError
from games import services
from games.models import Deal, Move, Table
from games.rules import GAMES, IllegalMove, UnreadableMove
from games.state.live_tables import live_tables
from games.state.move_sql import Writes
from tests.games.people import (
    legal_moves,
    let_the_house_act,
    let_time_run_out,
    play,
    play_any,
    play_to_the_end,
    seat_of,
    seated_table,
    short,
)

pytestmark = pytest.mark.usefixtures("after_commit")


@pytest.mark.parametrize("game", GAMES)
def test_a_match_of_people_and_bots_is_played_to_its_end(game: str, alice: Player) -> None:
    table = seated_table([alice], bots=["medium"], game=game, options=short(game))
    table = play_to_the_end(table.pk, random.Random(1))
    assert table.status == Table.Status.FINISHED
    assert table.result is not None
    assert table.result["winners"]
    assert table.due_at is None


def test_a_move_is_appended_and_the_turn_goes_on(alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob])
    turn = table.turn
    assert turn is not None
    move = legal_moves(table.pk)[0]
    play(table, turn, move, 0)
    table.refresh_from_db()
    assert table.ply == 1
    assert list(table.moves.values_list("ply", "seat", "text", "by")) == [(0, turn, str(move), "player")]


@pytest.mark.django_db
@pytest.mark.parametrize("moment", [datetime(2026, 11, 24, 15, 0, tzinfo=UTC), timezone.now(), None])
def test_moments_are_stored_as_django_stores_them(moment: datetime | None) -> None:
    assert Writes().timestamp(moment) == connection.ops.adapt_datetimefield_value(moment)


def test_the_other_seat_may_not_play(alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob])
    assert table.turn is not None
    with pytest.raises(UserError) as refused:
        play(table, 1 - table.turn, legal_moves(table.pk)[0], 0)
    assert refused.value.code == "not-your-turn"


def test_a_player_who_left_for_good_cannot_play(alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob])
    assert table.turn is not None
    person = [alice, bob][table.turn]
    services.leave_for_good(table_id=table.pk, player_id=person.pk)
    with pytest.raises(UserError) as refused:
        services.play(table_id=table.pk, player_id=person.pk, text=legal_moves(table.pk)[0], ply=0)
    assert refused.value.code == "not-seated"


def test_a_late_move_is_stale(alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob])
    play_any(table.pk, random.Random(1))
    with pytest.raises(UserError) as refused:
        play(table, table.turn or 0, "draw", 0)
    assert refused.value.code == "stale"


def test_unreadable_and_illegal_moves_change_nothing(alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob])
    assert table.turn is not None
    with pytest.raises(UnreadableMove):
        play(table, table.turn, "5-9@9-9", 0)
    with pytest.raises(IllegalMove):
        play(table, table.turn, "9-9@9-9", 0)
    table.refresh_from_db()
    assert (table.ply, Move.objects.count()) == (0, 0)
    play_any(table.pk, random.Random(1))


@pytest.mark.django_db(transaction=True)
def test_twenty_at_once_play_the_same_ply_and_one_is_taken(alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob])
    assert table.turn is not None
    text, codes = legal_moves(table.pk)[0], []
    start = threading.Barrier(20)

    def try_to_play() -> None:
        start.wait()
        try:
            play(table, table.turn or 0, text, 0)
            codes.append("taken")
        except UserError as refused:
            codes.append(refused.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=try_to_play) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert codes.count("taken") == 1
    assert set(codes) <= {"taken", "stale", "not-your-turn"}
    assert Move.objects.count() == 1


def test_time_runs_out_and_the_house_plays(alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob])
    table = let_time_run_out(table.pk)
    assert table.moves.get().by == Move.By.HOUSE


def test_after_two_missed_moves_a_player_is_away_until_the_next_move(alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob])
    while not seat_of(table, alice).away:
        table = let_time_run_out(table.pk)
        assert table.ply < 20
    services.come_back(table_id=table.pk, player_id=alice.pk)
    seat = seat_of(table, alice)
    assert (seat.away, seat.missed) == (False, 0)


def test_an_absentee_who_plays_is_back(alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob])
    while not (seat_of(table, alice).away and table.turn == 0):
        table = let_time_run_out(table.pk)
        assert table.ply < 30
    play_any(table.pk, random.Random(2))
    assert not seat_of(table, alice).away


def test_nothing_is_done_before_its_time_or_twice(alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob])
    services.act(table_id=table.pk, ply=0)
    assert Move.objects.count() == 0
    later = timezone.now() + timedelta(hours=1)
    services.act(table_id=table.pk, ply=0, now=later)
    services.act(table_id=table.pk, ply=0, now=later)
    assert Move.objects.count() == 1


def test_the_house_plays_for_a_player_who_left_for_good(alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob], options=short("chicken-foot"))
    services.leave_for_good(table_id=table.pk, player_id=alice.pk)
    assert play_to_the_end(table.pk, random.Random(1)).status == Table.Status.FINISHED
    with pytest.raises(UserError, match="No match is running"):
        services.leave_for_good(table_id=table.pk, player_id=bob.pk)


def test_a_match_ends_when_the_last_person_has_left(alice: Player, bob: Player) -> None:
    """Bots playing on their own would delay those that play with people."""
    table = seated_table([alice, bob], bots=["easy"])
    services.leave_for_good(table_id=table.pk, player_id=alice.pk)
    services.leave_for_good(table_id=table.pk, player_id=bob.pk)
    table.refresh_from_db()
    assert (table.status, table.due_at, table.result) == (Table.Status.CLOSED, None, None)


def test_a_table_of_a_tournament_is_played_to_its_end_without_people(alice: Player) -> None:
    table = seated_table([alice], bots=["easy"], options=short("chicken-foot"))
    Table.objects.filter(pk=table.pk).update(visibility=Table.Visibility.SET)
    live_tables.forget()
    services.leave_for_good(table_id=table.pk, player_id=alice.pk)
    assert let_the_house_act(table.pk).status == Table.Status.FINISHED


def test_the_next_deal_starts_when_all_are_ready(alice: Player, bob: Player, settings: object) -> None:
    settings.DEAL_PAUSE = 3600  # type: ignore[attr-defined]
    table = seated_table([alice, bob])
    rng = random.Random(3)
    while table.turn is not None:
        play_any(table.pk, rng)
        table.refresh_from_db()
    assert Deal.objects.count() == 1
    services.be_ready(table_id=table.pk, player_id=alice.pk)
    assert Deal.objects.count() == 1
    services.be_ready(table_id=table.pk, player_id=bob.pk)
    assert Deal.objects.count() == 2


def test_the_cache_is_rebuilt_from_the_record(alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob])
    for _ in range(30):
        if Table.objects.get(pk=table.pk).turn is None:
            let_the_house_act(table.pk)
        play_any(table.pk, random.Random(4))
    with live_tables.hold(table.pk) as live:
        before = [live.match.deal.view(seat) for seat in (None, 0, 1)] if live.match.deal else []
        spots = live.spots
    live_tables.forget()
    with live_tables.hold(table.pk) as live:
        live.refresh()
        assert live.match.deal is not None
        assert [live.match.deal.view(seat) for seat in (None, 0, 1)] == before
        assert live.spots == spots


def test_a_move_takes_few_queries_however_long_the_match(alice: Player, bob: Player) -> None:
    """The move that ends a deal may take more."""
    table = seated_table([alice, bob])
    for _ in range(25):
        with CaptureQueriesContext(connection) as queries:
            play_any_without_looking(table.pk)
        with live_tables.hold(table.pk) as live:
            if live.match.deal is None or live.match.deal.result is not None:
                break
        assert len(queries) <= 5  # begin, lock, append, write, commit


def play_any_without_looking(table_id: str) -> None:
    with live_tables.hold(table_id) as live:
        deal = live.match.deal
        assert deal is not None
        player_id, ply, text = live.seats[deal.turn].player_id, live.ply, deal.legal_moves()[0]
    assert player_id is not None
    services.play(table_id=table_id, player_id=player_id, text=text, ply=ply)


def test_a_rematch_that_was_closed_is_opened_anew(alice: Player, bob: Player) -> None:
    over = seated_table([alice, bob], game="two-step", options=short("two-step"))
    services.finish(table_id=over.pk)
    first = services.rematch(table_id=over.pk, player=alice)
    services.close(table_id=first.pk, by=alice)
    second = services.rematch(table_id=over.pk, player=bob)
    assert second.pk != first.pk
    assert services.rematch(table_id=over.pk, player=alice).pk == second.pk
