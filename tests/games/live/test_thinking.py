"""Bots that think ahead: which worker takes their turns, how long they seem to think, and what they do without time."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.utils import timezone

from accounts.models import Player
from games import services, tasks
from games.models import Move, Table
from games.rules import GAMES
from games.state import choosing, clock, dispatch
from games.state.live_tables import LiveTable, live_tables
from games.state.turns import Due, Turns
from tests.games.people import let_the_house_act, play_any, seated_table

pytestmark = pytest.mark.usefixtures("after_commit")


def waiting() -> int:
    lengths = dispatch.waiting_by_queue()
    assert lengths is not None
    return lengths["thinking"]


def live_at(table: Table) -> LiveTable:
    with live_tables.hold(table.pk) as live:
        live.refresh()
        return live


def table_with_a_choice(player: Player, game: str = "two-step") -> Table:
    """Return a table at which a strong bot is on turn and has a choice."""
    for number in range(50):
        table = seated_table([player], bots=["strong"], game=game)
        rng = random.Random(number)
        for _ in range(20):
            table.refresh_from_db()
            if table.turn == 0:
                play_any(table.pk, rng)
            elif table.turn is None or choosing.thinks_ahead(live_at(table)):
                break
            else:
                services.act(table_id=table.pk, ply=table.ply)
        if table.turn == 1:
            return table
    raise AssertionError("the bot never has a choice")


def test_a_choice_is_left_to_a_worker_that_has_time_to_think(alice: Player) -> None:
    before = waiting()
    table = table_with_a_choice(alice)
    asked = waiting()
    assert asked > before
    tasks.act(table.pk, table.ply)
    services.act_together([Due(table.pk, table.ply)])
    assert waiting() == asked + 2
    assert Table.objects.get(pk=table.pk).ply == table.ply
    tasks.think(table.pk, table.ply)
    assert Table.objects.get(pk=table.pk).ply == table.ply + 1
    assert Move.objects.get(table=table, ply=table.ply).by == Move.By.BOT


def test_a_move_that_only_the_bot_knows_to_be_forced_takes_the_same_way(alice: Player) -> None:
    """Otherwise it would come some milliseconds earlier, and tell everyone that the bot holds nothing else that
    fits."""
    table, rng = seated_table([alice], bots=["strong"], game="kardinal"), random.Random(1)
    for _ in range(100):
        table.refresh_from_db()
        live = live_at(table)
        assert live.match.deal is not None
        if table.turn == 1 and len(live.match.deal.legal_moves()) == 1 and not live.match.deal.openly_forced():
            break
        services.act(table_id=table.pk, ply=table.ply, thinks=True) if table.turn == 1 else play_any(table.pk, rng)
    else:
        raise AssertionError("the bot always has a choice")
    assert choosing.thinks_ahead(live)
    before = waiting()
    services.act_together([Due(table.pk, table.ply)])
    assert waiting() == before + 1
    tasks.think(table.pk, table.ply)
    assert Table.objects.get(pk=table.pk).ply == table.ply + 1


@pytest.mark.parametrize("together", [False, True])
def test_a_late_turn_is_played_at_once(alice: Player, together: bool) -> None:
    table = table_with_a_choice(alice)
    Table.objects.filter(pk=table.pk).update(due_at=timezone.now() - timedelta(seconds=5))
    if together:
        services.act_together([Due(table.pk, table.ply)])
    else:
        services.act(table_id=table.pk, ply=table.ply)
    assert Table.objects.get(pk=table.pk).ply == table.ply + 1


def test_the_later_a_turn_is_the_less_a_bot_thinks(alice: Player) -> None:
    live = live_at(table_with_a_choice(alice))
    assert live.due_at is not None
    shares = [choosing.how_long_to_think(live, live.due_at + timedelta(seconds=late)) for late in (0, 0.8, 1.5, 2.5)]
    assert shares == sorted(shares, reverse=True)
    assert (shares[0], shares[-1]) == (1, 0)


def test_it_thinks_during_its_pause_and_plays_at_the_end(alice: Player) -> None:
    table = table_with_a_choice(alice)
    asked: list[Due] = []

    class Later(Turns):
        def ask(self, due: Due, pause: float = 0) -> None:
            assert 0 < pause < 60 + dispatch.MARGIN
            asked.append(due)

    due_at = timezone.now() + timedelta(seconds=60)
    Table.objects.filter(pk=table.pk).update(due_at=due_at)
    dispatch.take_thoughts_here(Later(list))
    try:
        tasks.think(table.pk, table.ply)
    finally:
        dispatch.take_thoughts_here(None)
    assert asked == [Due(table.pk, table.ply)]
    live = live_at(table)
    assert (live.ply, choosing.is_kept(live)) == (table.ply, True)
    Table.objects.filter(pk=table.pk).update(due_at=timezone.now())
    services.act_together(asked)
    live = live_at(table)
    assert live.ply == table.ply + 1
    assert Move.objects.get(table=table, ply=table.ply).by == Move.By.BOT


def test_a_move_chosen_before_the_organisers_pause_is_not_played_during_it(alice: Player) -> None:
    table = table_with_a_choice(alice)
    Table.objects.filter(pk=table.pk).update(due_at=timezone.now() + timedelta(seconds=60))
    tasks.think(table.pk, table.ply)
    services.pause(table_ids=[table.pk])
    services.act_together([Due(table.pk, table.ply)])
    services.act(table_id=table.pk, ply=table.ply)
    assert Table.objects.get(pk=table.pk).ply == table.ply


def test_time_to_think_is_counted_from_the_beginning_of_the_turn(alice: Player, settings: LazySettings) -> None:
    table = table_with_a_choice(alice)
    live = live_at(table)
    assert live.due_at is not None
    assert choosing.how_long_to_think(live, live.due_at) == 1
    settings.BOT_PAUSE = 1.0
    pause = timedelta(seconds=clock.apparent_thinking_time(live))
    assert choosing.how_long_to_think(live, live.due_at - pause) == 1
    assert choosing.how_long_to_think(live, live.due_at) < 1


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_seems_to_think_for_a_moment_and_never_long(game: str, alice: Player, settings: LazySettings) -> None:
    settings.BOT_PAUSE = 1.0
    table = seated_table([alice], bots=["medium"], game=game)
    rng, pauses = random.Random(1), set()
    for _ in range(40):
        table = let_the_house_act(table.pk)
        live = live_at(table)
        if live.turn is None or live.match.deal is None:
            break
        pauses.add(clock.apparent_thinking_time(live))
        if live.match.deal.openly_forced():
            assert clock.apparent_thinking_time(live) == clock.SHORTEST
        play_any(table.pk, rng)
    assert len(pauses) > 3
    assert all(clock.SHORTEST <= pause <= clock.LONGEST for pause in pauses)


@pytest.mark.parametrize("game", GAMES)
def test_how_long_it_thinks_tells_no_more_than_its_move(game: str, alice: Player, bob: Player) -> None:
    """It does tell whether the bot has a choice, but everyone sees that a moment later anyway."""
    table, rng = seated_table([alice, bob], game=game), random.Random(1)
    for number in range(30):
        table.refresh_from_db()
        if table.turn is None:
            break
        live = live_at(table)
        deal = live.match.deal
        assert deal is not None
        other = deal.imagine(1 - deal.turn, random.Random(number))
        if deal.openly_forced() == other.openly_forced():
            known, live.match.deal = clock.apparent_thinking_time(live), other
            assert clock.apparent_thinking_time(live) == known
            live.match.deal = deal
        play_any(table.pk, rng)


@pytest.mark.parametrize("is_away", [False, True])
def test_nobody_can_predict_when_exactly_the_house_acts(
    is_away: bool, alice: Player, bob: Player, settings: LazySettings
) -> None:
    """Choosing a move takes longer the more moves a hand has, and messages tell when it was made to the microsecond."""
    settings.BOT_PAUSE = settings.AWAY_PAUSE = 1.0
    table = seated_table([alice], bots=["medium"]) if not is_away else seated_table([alice, bob])
    live = live_at(table)
    assert live.match.deal is not None
    live.match.deal.turn = 1
    live.seats[1].away = is_away
    now, pauses, shown = timezone.now(), [], []
    for number in range(20):
        settings.SECRET_KEY = f"the key of site {number}"
        pause = clock.house_pause(live)
        assert pause is not None
        assert pause == clock.house_pause(live)
        live.due_at = clock.due_at(live, now, pause)
        end = clock.shown_end(live)
        assert end is not None
        pauses.append(pause)
        shown.append((end - now).total_seconds())
    assert max(pauses) - min(pauses) > 0.1
    assert shown == pytest.approx([shown[0]] * 20, abs=1e-5)
    assert shown[0] > max(pauses) - 1e-5
