"""Tests who can read whom at a table."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

import chat.services as chat
from accounts.models import Player
from accounts.services import create_guest, keep_guest
from chat.models import ChatLine
from common.errors import UserError
from games import services
from games.models import Table
from games.services.chat import OnlookersRoom, PlayersRoom
from games.state.live_tables import live_tables
from tests.games.pages import finished_table
from tests.games.people import seated_table

pytestmark = pytest.mark.usefixtures("after_commit")

LONG_AGO = datetime(2026, 1, 1, tzinfo=UTC)
TRANSACTION = 2
"""BEGIN and COMMIT count as queries."""


def read(table: Table, reader: Player | None) -> list[dict[str, Any]]:
    """Return what the reader's browser is sent on connecting."""
    with live_tables.hold(table.pk) as live:
        live.refresh()
        message = json.loads(services.last_lines_message(live, reader))
    assert message["type"] == "chats"
    return message["lines"]


def texts(table: Table, reader: Player | None) -> list[str]:
    return [line["text"] for line in read(table, reader)]


def test_a_player_who_left_for_good_is_an_onlooker(alice: Player, bob: Player, charlie: Player) -> None:
    """The same holds on the table's page: the others are still playing, and the one who left has seen a hand."""
    table = seated_table([alice, bob])
    services.leave_for_good(table_id=table.pk, player_id=alice.pk)
    assert services.say(table_id=table.pk, player=alice, text="I had the double nine").kind == "onlookers"
    services.say(table_id=table.pk, player=charlie, text="Really?")
    assert texts(table, bob) == []
    assert texts(table, alice) == ["I had the double nine", "Really?"]


def test_players_read_the_onlookers_when_the_match_is_over(alice: Player, charlie: Player) -> None:
    table = finished_table([alice])
    services.say(table_id=table.pk, player=alice, text="Well played")
    services.say(table_id=table.pk, player=charlie, text="Indeed")
    expected = [("table", "Alice", "Well played"), ("onlookers", "Charlie", "Indeed")]
    for reader in (alice, charlie, None):
        assert [(line["room"], line["name"], line["text"]) for line in read(table, reader)] == expected


def test_a_line_has_a_length(alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob])
    for text in ("", " \n ", "x" * 501):
        with pytest.raises(UserError) as refusal:
            services.say(table_id=table.pk, player=alice, text=text)
        assert refusal.value.code == "bad-field"
    assert texts(table, alice) == []


def test_only_players_speak_in_their_room(alice: Player, bob: Player, charlie: Player) -> None:
    room = PlayersRoom(seated_table([alice, bob]).pk)
    chat.say(room, player=bob, text="Hello")
    with pytest.raises(UserError) as refusal:
        chat.say(room, player=charlie, text="Let me in")
    assert refusal.value.code == "not-seated"


def test_saying_and_reading_take_as_many_queries_after_many_lines(
    alice: Player, bob: Player, charlie: Player, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    table = seated_table([alice, bob])
    for lines in (1, 60):
        for room, player in ((PlayersRoom(table.pk), alice), (OnlookersRoom(table.pk), charlie)):
            said = [ChatLine(room=room.key, author=player, text="and", said_at=LONG_AGO) for _line in range(lines)]
            ChatLine.objects.bulk_create(said)
            with django_assert_num_queries(11 + TRANSACTION):
                services.say(table_id=table.pk, player=player, text="at last")
        with live_tables.hold(table.pk) as live:
            live.refresh()
            with django_assert_num_queries(1):
                services.last_lines_message(live, None)


def test_chat_is_limited_to_what_can_be_read(alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob])
    for line in range(8):
        services.say(table_id=table.pk, player=alice, text=f"Line {line}")
    with pytest.raises(UserError) as refused:
        services.say(table_id=table.pk, player=alice, text="And another thing")
    assert refused.value.code == "too-fast"
    services.say(table_id=table.pk, player=bob, text="Your turn!")


def test_a_table_where_everyone_talks_at_once_is_asked_to_wait(alice: Player, bob: Player) -> None:
    """Many guests of one person could write more than anyone can read."""
    table = seated_table([alice, bob])
    guests = [create_guest() for _guest in range(5)]
    for line in range(30):
        services.say_phrase(table_id=table.pk, player=guests[line % 5], phrase="hello")
    with pytest.raises(UserError) as refused:
        services.say_phrase(table_id=table.pk, player=guests[0], phrase="bye")
    assert refused.value.code == "too-fast"
    services.say(table_id=table.pk, player=alice, text="The players hear one another")


def test_guests_say_phrases_until_they_have_played_or_kept_their_account(alice: Player) -> None:
    guest = create_guest()
    table = seated_table([alice, guest])
    with pytest.raises(UserError) as refused:
        services.say(table_id=table.pk, player=guest, text="Buy my tiles")
    assert refused.value.code == "phrases-only"
    services.say_phrase(table_id=table.pk, player=guest, phrase="hello")
    for _match in range(3):
        finished_table([guest])
    assert services.say(table_id=table.pk, player=guest, text="I know the tiles now").text == "I know the tiles now"


def test_a_guest_who_keeps_the_account_says_what_they_like(alice: Player) -> None:
    guest = create_guest()
    table = seated_table([alice, guest])
    keep_guest(player=guest, name="Gina", email="", password="seven-quiet-bones")
    services.say(table_id=table.pk, player=guest, text="Here I am")  # by an open page that knows her as a guest
