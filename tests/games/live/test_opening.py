"""Opening a socket of a table: it makes few queries, and changes made meanwhile do not go unnoticed."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from pytest_django import DjangoAssertNumQueries

from accounts.models import Block, Player
from accounts.standing import mute
from games import services
from games.live import access
from games.models import Table
from live.consumers import AGAIN
from live.sessions import visitor_with
from tests.games.people import seated_table
from tests.games.sockets import Browser, in_thread, sign_in


def cookie(session: str) -> list[tuple[bytes, bytes]]:
    return [(b"host", b"localhost"), (b"cookie", f"theme=dark; sessionid={session}".encode())]


def opened(table: Table, headers: list[tuple[bytes, bytes]]) -> list[str]:
    session, visitor = visitor_with(headers)
    assert isinstance(visitor, Player | AnonymousUser)
    visit = access.open_visit(table_id=table.pk, player=visitor, invited=session.get("invited", []))
    assert visit is not None
    return visit.greeting()


@pytest.mark.django_db
def test_a_socket_asks_five_questions(
    alice: Player, bob: Player, charlie: Player, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    table = seated_table([alice, bob])
    opened(table, cookie(sign_in(alice)))  # reads the table
    for player in (alice, bob, charlie):
        session = sign_in(player)
        with django_assert_num_queries(5):
            assert len(opened(table, cookie(session))) == 2
    with django_assert_num_queries(3):
        opened(table, [])


@pytest.mark.django_db
def test_a_visitor_is_who_is_signed_in(alice: Player) -> None:
    session, visitor = visitor_with(cookie(sign_in(alice)))
    assert (session.session_key, visitor) == (session.session_key, alice)
    assert visitor.notice_choices == {}  # type: ignore[union-attr]
    for headers in ([], cookie("nonsense"), cookie("")):
        session, visitor = visitor_with(headers)
        assert (session.session_key, visitor.is_anonymous) == (None, True)


@pytest.mark.django_db
def test_a_deactivated_player_is_a_visitor(alice: Player) -> None:
    session = sign_in(alice)
    Player.objects.filter(pk=alice.pk).update(is_active=False)
    assert visitor_with(cookie(session))[1].is_anonymous


@pytest.mark.django_db
def test_a_session_from_before_the_password_was_changed_is_ended(alice: Player) -> None:
    key = sign_in(alice)
    Player.objects.filter(pk=alice.pk).update(password="another")
    session, visitor = visitor_with(cookie(key))
    assert visitor.is_anonymous
    assert session.is_empty()
    assert visitor_with(cookie(key))[0].session_key is None


@pytest.mark.django_db
def test_whoever_mutes_or_blocks_somebody_hears_the_others(alice: Player, bob: Player, charlie: Player) -> None:
    table = seated_table([alice, bob])
    services.say(table_id=table.pk, player=bob, text="Hello")
    Block.objects.create(player=charlie, other=alice, made_at=table.opened_at)
    mute(player=alice, other=bob, now=table.opened_at)
    lines = [opened(table, cookie(sign_in(player)))[1] for player in (alice, bob, charlie)]
    assert ["Hello" in one for one in lines] == [False, True, True]


@pytest.mark.django_db(transaction=True)
async def test_a_player_deactivated_while_the_socket_opens_is_not_let_in(
    alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await in_thread(seated_table)([alice, bob])
    watching = await Browser.at(table.pk)
    await watching.hear_until("view")  # the hub hears the others now

    def and_is_deactivated(**choices: Any) -> access.Visit | None:
        visit = access.open_visit(**choices)
        alice.is_active = False
        alice.save()
        return visit

    monkeypatch.setattr("games.live.consumers.open_visit", and_is_deactivated)
    browser = await Browser.at(table.pk, await in_thread(sign_in)(alice))
    assert await browser.link.receive_output(5) == {"type": "websocket.close", "code": AGAIN}
    await watching.leave()


@pytest.mark.django_db(transaction=True)
async def test_nothing_is_asked_twice_if_nothing_changes(
    alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await in_thread(seated_table)([alice, bob])
    watching = await Browser.at(table.pk)
    await watching.hear_until("view")
    asked = []

    def counted(**choices: Any) -> access.Visit | None:
        asked.append(choices)
        return access.open_visit(**choices)

    monkeypatch.setattr("games.live.consumers.open_visit", counted)
    browser = await Browser.at(table.pk, await in_thread(sign_in)(alice))
    await browser.hear_until("chats")
    assert len(asked) == 1
    await browser.leave()
    await watching.leave()
