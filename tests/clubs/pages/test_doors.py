"""Sockets close at once for players who lose access to a club's tables and tournaments, and for nobody else."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.utils import timezone

from accounts.models import Player
from clubs import services
from clubs.models import Club, Right
from games import services as games
from games.models import Table
from live.consumers import AGAIN, GONE
from live.hub import hub
from tests.clubs.test_tables import set_table
from tests.games.sockets import Browser, in_thread, sign_in

pytestmark = pytest.mark.django_db(transaction=True)

Act = Callable[[Club, Player, Player], None]


def removed(club: Club, alice: Player, carla: Player) -> None:
    services.remove(club_id=club.pk, by=alice, player_id=carla.pk, now=timezone.now())


def banned(club: Club, alice: Player, carla: Player) -> None:
    services.ban(club_id=club.pk, by=alice, player_id=carla.pk, now=timezone.now(), reason="Rude")


def left(club: Club, alice: Player, carla: Player) -> None:
    services.leave(club_id=club.pk, player=carla, now=timezone.now())


async def looking(table: Table, player: Player | None) -> Browser:
    browser = await Browser.at(table.pk, await in_thread(sign_in)(player) if player else "")
    await browser.hear_until("chats")
    return browser


async def closed_with(browser: Browser) -> int:
    """Return the code with which the socket closes, reading whatever comes before."""
    while (message := await browser.link.receive_output(5))["type"] != "websocket.close":
        pass
    return int(message["code"])


async def hears_on(browser: Browser) -> bool:
    """Return whether the socket still answers."""
    await browser.hear_all()
    await browser.send(type="ping")
    return (await browser.hear_until("pong"))["type"] == "pong"


@pytest.mark.parametrize("act", [removed, banned, left])
async def test_former_members_of_a_private_club_no_longer_see_its_tables(
    private: Club, alice: Player, bob: Player, carla: Player, act: Act
) -> None:
    table = await in_thread(set_table)(private, alice)
    hers, his = await looking(table, carla), await looking(table, bob)
    await in_thread(act)(private, alice, carla)
    assert await closed_with(hers) == GONE
    assert await hears_on(his)
    await his.leave()


async def test_a_disconnected_player_receives_nothing_more(private: Club, alice: Player, carla: Player) -> None:
    table = await in_thread(set_table)(private, alice)
    hers = await looking(table, carla)
    await in_thread(removed)(private, alice, carla)
    await closed_with(hers)
    assert not [watcher for watchers in hub()._watchers.values() for watcher in watchers]


async def stays_when_removed(club: Club, table: Table, alice: Player, carla: Player) -> None:
    hers = await looking(table, carla)
    await in_thread(removed)(club, alice, carla)
    assert await hears_on(hers)
    await hers.leave()


async def test_players_stay_to_the_end(private: Club, alice: Player, carla: Player) -> None:
    await stays_when_removed(private, await in_thread(set_table)(private, carla), alice, carla)


async def test_former_members_of_an_open_club_may_watch(club: Club, alice: Player, carla: Player) -> None:
    await stays_when_removed(club, await in_thread(set_table)(club, alice), alice, carla)


async def test_strangers_are_disconnected_when_a_club_becomes_private(
    club: Club, alice: Player, carla: Player, dora: Player
) -> None:
    table = await in_thread(set_table)(club, alice)
    member, stranger, visitor = [await looking(table, one) for one in (carla, dora, None)]
    now = timezone.now()
    await in_thread(services.edit)(club_id=club.pk, by=alice, now=now, name=club.name, is_private=True)
    assert [await closed_with(one) for one in (stranger, visitor)] == [GONE, GONE]
    assert await hears_on(member)
    await member.leave()


async def test_a_player_replaced_at_a_sealed_table_no_longer_sees_it(club: Club, alice: Player, carla: Player) -> None:
    table = await in_thread(set_table)(club, carla, is_sealed=True)
    hers = await looking(table, carla)
    await in_thread(games.hand_over)(table_id=table.pk, seat=0, to=games.SetSeat(bot="easy", name="Bones"))
    assert await closed_with(hers) == GONE


async def test_changes_during_an_outage_of_redis_are_caught_up_with(
    private: Club, alice: Player, carla: Player
) -> None:
    """The message about the removal is lost; when the hub recovers, it checks everyone."""
    table = await in_thread(set_table)(private, alice)
    hers = await looking(table, carla)
    await in_thread(lambda: private.memberships.filter(player=carla).delete())()
    hub()._heard_at -= 60
    assert await closed_with(hers) == GONE


async def test_if_access_cannot_be_checked_all_reconnect_later(
    private: Club, alice: Player, carla: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await in_thread(set_table)(private, alice)
    hers = await looking(table, carla)

    def no_answer(**kwargs: object) -> None:
        raise ConnectionError("the database is away")

    monkeypatch.setattr("games.live.consumers.open_visit", no_answer)
    rights = [Right.MEMBERS]
    await in_thread(services.promote)(
        club_id=private.pk, by=alice, player_id=carla.pk, rights=rights, now=timezone.now()
    )
    await in_thread(services.demote)(club_id=private.pk, by=alice, player_id=carla.pk, now=timezone.now())
    assert await closed_with(hers) == AGAIN
