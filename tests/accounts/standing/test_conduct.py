"""Leaving and stalling have consequences that grow and end by themselves."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.utils import timezone

from accounts.models import Lapse, Player, Sanction
from accounts.standing import LEFT, Right, check_may, note_lapse
from games import services
from games.models import Table
from games.state.rooms import table_room
from live import presence
from tests.clubs.people import browser_of, refused
from tests.games.people import let_time_run_out, seated_table
from tests.games.sockets import Browser, in_thread, sign_in
from tests.live.test_presence import until

pytestmark = pytest.mark.django_db(transaction=True)

HOUR = timedelta(hours=1)


def lapses(player: Player, number: int, *, days_ago: int = 0) -> None:
    now = timezone.now() - timedelta(days=days_ago)
    for one in range(number):
        note_lapse(player_id=player.pk, cause=LEFT, about=f"table:{days_ago}/{one}", now=now)


def imposed(player: Player) -> list[tuple[str, timedelta | None]]:
    rows = Sanction.objects.filter(player=player).order_by("pk")
    return [(row.kind, row.ends_at - row.starts_at if row.ends_at else None) for row in rows]


def test_consequences_grow(alice: Player) -> None:
    lapses(alice, 6)
    kind = "no-public-tables"
    pauses = [(kind, HOUR / 2), (kind, 4 * HOUR), (kind, 24 * HOUR), (kind, 24 * HOUR)]
    assert imposed(alice) == [("warning", None), *pauses]


def test_the_first_lapse_has_no_consequences_and_a_table_counts_once(alice: Player) -> None:
    for _time in range(3):
        lapses(alice, 1)
    assert imposed(alice) == []


def test_old_lapses_no_longer_count(alice: Player) -> None:
    lapses(alice, 1, days_ago=8)
    lapses(alice, 1)
    assert imposed(alice) == []


def test_a_pause_is_from_public_tables_and_is_shown_with_its_end(alice: Player) -> None:
    lapses(alice, 3)
    Sanction.objects.filter(kind="warning").update(read_at=timezone.now())
    check_may(alice, Right.SIT)
    with refused("no-public-tables"):
        check_may(alice, Right.SIT_IN_PUBLIC)
    page = browser_of(alice).get("/standing/").content.decode()
    assert "You have left matches that others wanted to play to the end." in page
    assert "until" in page


# --- At tables ---


def lapses_at(table: Table) -> list[tuple[str, str]]:
    rows = Lapse.objects.filter(about=f"table:{table.pk}").select_related("player")
    return [(row.player.username, row.cause) for row in rows]


def test_leaving_strangers_is_noted(alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob])
    services.leave_for_good(table_id=table.pk, player_id=alice.pk)
    assert lapses_at(table) == [("Alice", "left")]


def test_leaving_a_table_last_is_no_lapse(alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob])
    for player in (alice, bob):
        services.leave_for_good(table_id=table.pk, player_id=player.pk)
    assert lapses_at(table) == [("Alice", "left")]


def test_leaving_bots_or_a_private_table_is_no_lapse(alice: Player, bob: Player) -> None:
    for table in (seated_table([alice], bots=["easy"]), seated_table([alice, bob], visibility="invited")):
        services.leave_for_good(table_id=table.pk, player_id=alice.pk)
        assert lapses_at(table) == []


def somebody_is_away(table: Table) -> str:
    """Let time run out until the house plays for a player; return their name."""
    while (away := table.seats.filter(away=True).select_related("player").first()) is None:
        let_time_run_out(table.pk)
    assert away.player is not None
    return away.player.username


@pytest.mark.parametrize("is_there", [True, False])
def test_stalling_is_noted_only_of_players_who_have_the_table_open(is_there: bool, alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob], game="two-step")
    if is_there:
        for player in (alice, bob):
            presence.arrive(table_room(table.pk), player.pk)
    name = somebody_is_away(table)
    assert lapses_at(table) == ([(name, "stalled")] if is_there else [])


def test_closing_the_page_of_a_running_match_is_leaving_it(alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob], game="two-step")
    for player in (alice, bob):
        presence.close(table_room(table.pk), player.pk)
    name = somebody_is_away(table)
    assert lapses_at(table) == [(name, "left")]


def test_a_player_who_opens_the_page_again_has_not_left(alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob], game="two-step")
    for player in (alice, bob):
        presence.close(table_room(table.pk), player.pk)
        presence.arrive(table_room(table.pk), player.pk)
        presence.depart(table_room(table.pk), player.pk)  # this time the connection is lost
    somebody_is_away(table)
    assert lapses_at(table) == []


@pytest.mark.parametrize(("code", "is_closed"), [(1001, True), (1005, True), (1006, False)])
async def test_the_site_tells_a_closed_page_from_a_lost_connection(
    code: int, is_closed: bool, alice: Player, bob: Player
) -> None:
    table = await in_thread(seated_table)([alice, bob])
    browser = await Browser.at(table.pk, await in_thread(sign_in)(alice))
    await browser.hear_until("chats")
    room = table_room(table.pk)
    await until(lambda: presence.present(room) == {alice.pk})
    await browser.link.disconnect(code=code)
    await until(lambda: presence.present(room) == set())
    assert await asyncio.to_thread(presence.has_closed, room, alice.pk) == is_closed


def test_nobody_is_blamed_while_the_house_is_late(alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob], game="two-step")
    for player in (alice, bob):
        presence.arrive(table_room(table.pk), player.pk)
    for _move in range(6):
        table = Table.objects.get(pk=table.pk)
        assert table.due_at is not None
        services.act(table_id=table.pk, ply=table.ply, now=table.due_at + timedelta(minutes=5))
    assert Table.objects.get(pk=table.pk).seats.filter(away=True).exists()
    assert lapses_at(table) == []


def test_leaving_works_even_if_the_lapse_cannot_be_noted(alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob])

    def refuse(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if "accounts_lapse" in sql:
            raise OperationalError("the connection is lost")
        return execute(sql, *rest)

    with connection.execute_wrapper(refuse):
        services.leave_for_good(table_id=table.pk, player_id=alice.pk)
    assert table.seats.get(player=alice).left
    assert lapses_at(table) == []
