"""Records of who had which seat, from which ply to which."""

from __future__ import annotations

import random

import pytest

from accounts.models import Player
from games import services
from games.models import SeatStay, Table
from games.services import SetSeat
from tests.games.people import seat_of, seated_table, step

pytestmark = pytest.mark.django_db


def stays(table: Table) -> list[tuple[int, str, int, int | None]]:
    """Return each stay as seat, occupant, first ply, and the ply after the last."""
    rows = SeatStay.objects.filter(table=table).select_related("player").order_by("seat", "pk")
    return [(row.seat, row.player.username if row.player else row.bot, row.from_ply, row.until_ply) for row in rows]


def a_few_plies(table: Table) -> int:
    rng = random.Random(7)
    while Table.objects.get(pk=table.pk).ply < 3:
        step(table.pk, rng)
    return Table.objects.get(pk=table.pk).ply


def test_an_open_table_has_no_history(alice: Player, bob: Player) -> None:
    table = services.open_table(owner=alice, game="two-step", options={}, bots=["", ""], seconds=60)
    services.join(table_id=table.pk, player=bob)
    assert stays(table) == []


def test_those_who_begin_a_match_are_noted(alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob], bots=["easy"])
    assert stays(table) == [(0, "Alice", 0, None), (1, "Bob", 0, None), (2, "easy", 0, None)]


def test_a_hand_over_ends_one_stay_and_begins_another(alice: Player, bob: Player, charlie: Player) -> None:
    table = seated_table([alice, bob])
    ply = a_few_plies(table)
    services.hand_over(table_id=table.pk, seat=1, to=SetSeat(player_id=charlie.pk))
    services.hand_over(table_id=table.pk, seat=1, to=SetSeat(bot="medium"))
    assert seat_of(table, alice).number == 0
    assert stays(table)[1:] == [(1, "Bob", 0, ply), (1, "Charlie", ply, ply), (1, "medium", ply, None)]


def test_the_house_plays_on_for_whoever_leaves(alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob])
    ply = a_few_plies(table)
    services.leave_for_good(table_id=table.pk, player_id=bob.pk)
    assert stays(table)[1:] == [(1, "Bob", 0, ply), (1, "", ply, None)]
