"""Celery tasks of tables: they may run twice, late or never."""

import random
import threading
from datetime import timedelta

import pytest
from celery import current_app
from django.db import transaction
from django.utils import timezone
from kombu.exceptions import OperationalError
from pytest_django import Settings

from accounts import demo
from accounts.models import Player
from config.celery import app
from games import services, tasks
from games.models import Move, Seat, Table
from games.state import dispatch
from games.state.live_tables import live_tables
from games.state.turns import Due
from run.trial.whole_site import until
from tests.games.people import play_any, seated_table

pytestmark = pytest.mark.usefixtures("after_commit")


def overdue(table: Table) -> None:
    Table.objects.filter(pk=table.pk).update(due_at=timezone.now() - timedelta(minutes=1))


def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """Return the requests made to the house from now on."""
    requests: list[tuple[str, int]] = []
    monkeypatch.setattr(dispatch, "ask", lambda table_id, ply, pause=0: requests.append((table_id, ply)))
    return requests


def test_the_sweep_asks_again_for_what_was_lost(alice: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    table = seated_table([alice], bots=["easy"])
    overdue(table)
    requests = asked(monkeypatch)
    tasks.sweep()
    assert requests == [(table.pk, 0)]


def test_the_sweep_does_not_ask_twice_in_a_moment(alice: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    overdue(seated_table([alice], bots=["easy"]))
    requests = asked(monkeypatch)
    tasks.sweep()
    tasks.sweep()
    assert len(requests) == 1


def test_the_sweep_leaves_players_who_still_have_time_alone(
    alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    seated_table([alice, bob])
    requests = asked(monkeypatch)
    tasks.sweep()
    assert requests == []


def test_a_player_with_many_tables_does_not_delay_others(
    alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    many = [seated_table([alice], bots=["easy"]) for _ in range(12)]
    one = seated_table([bob], bots=["easy"])
    for table in [*many, one]:
        overdue(table)
    monkeypatch.setattr(tasks, "MOST_WAITING", 0)
    requests = asked(monkeypatch)
    tasks.sweep()
    assert len(requests) == tasks.LEAST_PER_SWEEP
    assert (one.pk, 0) in requests[:2]


def test_tables_of_a_tournament_take_turns_each_if_people_play_at_them(
    alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    of_people, of_bots = [[seated_table([alice], bots=["easy"]) for _ in range(3)] for _ in range(2)]
    one = seated_table([bob], bots=["easy"])
    Table.objects.exclude(pk=one.pk).update(visibility=Table.Visibility.SET)
    Seat.objects.filter(table__in=of_bots).update(player=None, bot="easy")
    for table in [*of_people, *of_bots, one]:
        overdue(table)
    requests = asked(monkeypatch)
    tasks.sweep()
    order = [table_id for table_id, _ in requests]
    first = {*(table.pk for table in of_people), of_bots[0].pk, one.pk}
    assert set(order[:5]) == first
    assert order[5:] == [table.pk for table in of_bots[1:]]


def test_the_sweep_asks_for_no_more_than_soon_can_be_done(alice: Player, bob: Player) -> None:
    for player in (alice, bob):
        for _ in range(15):
            overdue(seated_table([player], bots=["easy"]))
    for _ in range(tasks.MOST_WAITING):
        dispatch.ask("tabletable", 0)
    before = dispatch.waiting()
    assert before >= tasks.MOST_WAITING
    tasks.sweep()
    assert dispatch.waiting() == before + tasks.LEAST_PER_SWEEP


def test_a_task_that_runs_twice_plays_once(alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob])
    overdue(table)
    tasks.act(table.pk, 0)
    tasks.act(table.pk, 0)
    assert Move.objects.count() == 1


def test_without_redis_a_move_is_taken_all_the_same(
    alice: Player, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(*args: object, **options: object) -> None:
        raise OperationalError("no broker")

    monkeypatch.setattr(current_app, "send_task", refuse)
    with transaction.atomic():
        dispatch.ask_after_commit("tabletable", 3, 0)
    assert "the sweep will" in caplog.text


def test_a_long_request_is_made_when_it_is_due_unless_something_happened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dispatch, "LONG", 0.05)
    sent: list[tuple[object, ...]] = []
    monkeypatch.setattr(current_app, "send_task", lambda task, about, **options: sent.append((task, about)))
    dispatch.hold_requests_until_due(lambda due: due.ply == 2)
    try:
        dispatch.ask("tabletable", 1, 0.05)
        dispatch.ask("tabletable", 2, 0.1)
        assert not sent
        until(lambda: bool(sent))
    finally:
        dispatch.hold_requests_until_due(None)
    assert sent == [("games.tasks.act", ("tabletable", 2))]


def test_requests_that_people_may_make_unnecessary_are_held(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[tuple[object, ...]] = []
    monkeypatch.setattr(current_app, "send_task", lambda task, about, **options: sent.append(about))
    dispatch.hold_requests_until_due(lambda due: due.ply != 1)
    try:
        dispatch.ask("tabletable", 1, 0.05, people_first=True)
        dispatch.ask("tabletable", 2, 0.1, people_first=True)
        dispatch.ask("tabletable", 3, 0.1)
        until(lambda: bool(sent))
        assert sent == [("tabletable", 3)]
        until(lambda: len(sent) > 1)
    finally:
        dispatch.hold_requests_until_due(None)
    assert sent == [("tabletable", 3), ("tabletable", 2)]


def test_players_do_not_wait_until_the_house_has_been_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[tuple[object, ...]] = []
    redis_answers = threading.Event()

    def slowly(task: str, about: tuple[object, ...], **options: object) -> None:
        redis_answers.wait(10)
        sent.append((task, *about))

    monkeypatch.setattr(current_app, "send_task", slowly)
    dispatch.hold_requests_until_due(lambda due: True)
    try:
        dispatch.ask("tabletable", 1, 0.6)
        dispatch.ask_to_think("tabletable", 2)
        assert not sent
        redis_answers.set()
        until(lambda: len(sent) == 2)
    finally:
        dispatch.hold_requests_until_due(None)
    assert sent == [("games.tasks.act", "tabletable", 1), ("games.tasks.think", "tabletable", 2)]


def test_a_process_knows_what_has_happened_at_its_tables(alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob])
    assert not live_tables.may_be_due(Due(table.pk, 0))
    with live_tables.hold(table.pk) as live:
        live.due_at = timezone.now()
        assert not live_tables.may_be_due(Due(table.pk, 1))  # while it is in use, too
    with live_tables.hold_free() as take:
        take(table.pk)
        assert not live_tables.may_be_due(Due(table.pk, 1))
        assert live_tables.may_be_due(Due(table.pk, 0))
    assert live_tables.may_be_due(Due(table.pk, 0))
    assert not live_tables.may_be_due(Due(table.pk, 1))
    live_tables.forget()
    assert live_tables.may_be_due(Due(table.pk, 1))


def test_a_table_that_nobody_fills_is_closed_after_a_day(alice: Player) -> None:
    table = services.open_table(owner=alice, game="two-step", options={}, bots=["", ""], seconds=60)
    services.close_forgotten(now=timezone.now())
    assert Table.objects.get(pk=table.pk).status == Table.Status.OPEN
    Table.objects.filter(pk=table.pk).update(opened_at=timezone.now() - timedelta(days=2))
    tasks.close_forgotten_tables()
    assert Table.objects.get(pk=table.pk).status == Table.Status.CLOSED


# Tables without people


def everyone_is_away(table: Table) -> None:
    table.seats.exclude(player=None).update(away=True)
    long_ago = timezone.now() - timedelta(hours=1)
    Table.objects.filter(pk=table.pk).update(started_at=long_ago)
    Move.objects.filter(table=table).update(played_at=long_ago)


def is_closed(table: Table) -> bool:
    return Table.objects.get(pk=table.pk).status == Table.Status.CLOSED


def test_a_match_whose_people_have_long_been_away_ends(alice: Player, bob: Player) -> None:
    abandoned, here = seated_table([alice], bots=["easy"]), seated_table([alice, bob])
    everyone_is_away(abandoned)
    everyone_is_away(here)
    here.seats.filter(player=bob).update(away=False)
    tasks.close_abandoned_tables()
    assert is_closed(abandoned)
    assert not is_closed(here)


def test_a_match_in_which_a_person_has_just_played_goes_on(alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob])
    play_any(table.pk, random.Random(1))
    everyone_is_away(table)
    Move.objects.filter(table=table).update(played_at=timezone.now())
    tasks.close_abandoned_tables()
    assert not is_closed(table)


def test_tables_of_tournaments_and_of_the_demo_players_are_played_to_the_end(alice: Player, settings: Settings) -> None:
    berta = Player.objects.create_user(username=demo.OTHERS[0])
    of_tournament, shown = seated_table([alice], bots=["easy"]), seated_table([berta], bots=["easy"])
    Table.objects.filter(pk=of_tournament.pk).update(visibility=Table.Visibility.SET)
    for table in (of_tournament, shown):
        everyone_is_away(table)
    settings.DEMO = True
    tasks.close_abandoned_tables()
    assert not is_closed(of_tournament)
    assert not is_closed(shown)
    settings.DEMO = False
    tasks.close_abandoned_tables()
    assert not is_closed(of_tournament)
    assert is_closed(shown)


def test_beat_asks_for_tasks_that_are_there() -> None:
    app.loader.import_default_modules()
    assert {entry["task"] for entry in app.conf.beat_schedule.values()} <= set(app.tasks)
