"""Two seats of a public table that were taken from one address are marked."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import Player
from games import services
from games.models import Seat, Table
from tests.games.people import seated_table, short

pytestmark = pytest.mark.django_db

MARK = ">same connection<"
HOME, ELSEWHERE, THIS_MACHINE = "192.0.2.1", "198.51.100.1", "127.0.0.1"
LAPTOP, PHONE = "2001:db8:1:2::17", "2001:db8:1:2:ffff::1"


def table_of(owner: Player, address: str, visibility: str = Table.Visibility.PUBLIC) -> Table:
    seats = ["", "", ""]
    return services.open_table(
        owner=owner, game="kardinal", options={}, bots=seats, seconds=60, visibility=visibility, address=address
    )


def page_after_joining(client: Client, player: Player, table: Table, address: str) -> str:
    client.force_login(player)
    client.get(f"/table/{table.pk}/?invitation={table.invitation}")
    client.post(f"/table/{table.pk}/join/", REMOTE_ADDR=address)
    assert Seat.objects.filter(table=table, player=player).exists()
    return client.get(f"/table/{table.pk}/").text


@pytest.mark.parametrize(
    ("one", "other", "marked"),
    [(HOME, HOME, 2), (HOME, ELSEWHERE, 0), (LAPTOP, PHONE, 2), (THIS_MACHINE, THIS_MACHINE, 0)],
)
def test_seats_from_one_address_are_marked(
    client: Client, alice: Player, bob: Player, one: str, other: str, marked: int
) -> None:
    assert page_after_joining(client, bob, table_of(alice, one), other).count(MARK) == marked


def test_what_is_kept_of_an_address_says_nothing_elsewhere(client: Client, alice: Player, bob: Player) -> None:
    for _table in range(2):
        page_after_joining(client, bob, table_of(alice, HOME), HOME)
    kept = set(Seat.objects.exclude(connection="").values_list("connection", flat=True))
    assert len(kept) == 2
    assert HOME not in str(kept)


def test_getting_up_removes_the_mark(client: Client, alice: Player, bob: Player) -> None:
    table = table_of(alice, HOME)
    page_after_joining(client, bob, table, HOME)
    client.post(f"/table/{table.pk}/get-up/")
    assert MARK not in client.get(f"/table/{table.pk}/").text


def test_a_rematch_is_marked_as_the_table_before_was(
    client: Client, alice: Player, bob: Player, charlie: Player
) -> None:
    over = seated_table([alice, bob, charlie], game="kardinal", options=short("kardinal"))
    services.finish(table_id=over.pk)
    for player in (alice, bob):
        client.force_login(player)
        client.post(f"/table/{over.pk}/rematch/", REMOTE_ADDR=HOME)
    assert client.get(Table.objects.get(rematch_of=over).get_absolute_url()).text.count(MARK) == 2


def test_one_account_cannot_sit_twice(client: Client, alice: Player) -> None:
    table = table_of(alice, HOME)
    services.join(table_id=table.pk, player=alice, address=HOME)
    assert Seat.objects.filter(table=table, player=alice).count() == 1
