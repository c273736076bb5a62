"""The owner of a table removes a player before the start."""

from __future__ import annotations

import pytest
from django.urls import reverse

from accounts.models import Player
from games import services
from games.models import Table
from tests.clubs.people import browser_of, refused
from tests.games.people import seated_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(alice: Player, bob: Player) -> Table:
    """Return a table of Alice's, at which Bob sits as well."""
    table = services.open_table(owner=alice, game="two-step", options={}, bots=["", ""], seconds=60)
    services.join(table_id=table.pk, player=bob)
    return table


def sits(table: Table, player: Player) -> bool:
    return table.seats.filter(player=player).exists()


def test_the_seat_is_free_for_others_but_not_for_the_one_removed(
    table: Table, alice: Player, bob: Player, charlie: Player
) -> None:
    for _time in range(2):
        services.remove(table_id=table.pk, by=alice, seat=1)
    assert not sits(table, bob)
    with refused("removed"):
        services.join(table_id=table.pk, player=bob)
    services.join(table_id=table.pk, player=charlie)
    assert sits(table, charlie)


def test_only_the_owner_removes_and_never_themselves(table: Table, alice: Player, bob: Player) -> None:
    with refused("not-owner"):
        services.remove(table_id=table.pk, by=bob, seat=0)
    with refused("owner-stays"):
        services.remove(table_id=table.pk, by=alice, seat=0)


def test_nobody_is_removed_from_a_running_match(alice: Player, bob: Player) -> None:
    running = seated_table([alice, bob])
    with refused("not-open"):
        services.remove(table_id=running.pk, by=alice, seat=1)


def test_the_owner_has_a_button_for_it(table: Table, alice: Player, bob: Player) -> None:
    address = reverse("games:remove", args=[table.pk])
    assert address not in browser_of(bob).get(table.get_absolute_url()).content.decode()
    browser = browser_of(alice)
    assert browser.get(table.get_absolute_url()).content.decode().count(address) == 1
    browser.post(address, {"seat": 1})
    assert not sits(table, bob)
