"""Tests that every kind of chat room passes."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from chat.models import ChatLine
from chat.rooms import KINDS, Room, open_room
from chat.services import LINES_SHOWN, forget, last_lines, last_lines_message, line_message, say
from clubs import services as clubs
from common.errors import UserError
from tests.games.pages import browser_of
from tests.games.people import seated_table
from tests.tournaments.people import planned

pytestmark = pytest.mark.usefixtures("after_commit")

PLACES = ["club", "table", "onlookers", "tournament"]


@pytest.fixture(params=PLACES)
def room(request: pytest.FixtureRequest, alice: Player, bob: Player, charlie: Player) -> Room:
    """Return a room of each kind, in which Alice may write."""
    places: dict[str, Callable[[], object]] = {
        "club": lambda: clubs.found(founder=alice, now=timezone.now(), name="Good Friends").pk,
        "table": lambda: seated_table([alice, bob]).pk,
        "onlookers": lambda: seated_table([bob, charlie]).pk,
        "tournament": lambda: planned(charlie).pk,
    }
    return open_room(f"{request.param}:{places[request.param]()}")


def test_every_kind_is_tried_here() -> None:
    assert list(KINDS) == PLACES


def test_a_room_is_found_by_its_key(room: Room) -> None:
    found = open_room(room.key)
    assert type(found) is type(room)
    assert found.place == room.place


def test_a_line_is_kept_as_it_was_said(room: Room, alice: Player) -> None:
    line = say(room, player=alice, text="  Good \n luck!  ")
    kept = ChatLine.objects.get()
    assert kept == line
    assert (kept.room, kept.author, kept.text, kept.hidden_at) == (room.key, alice, "Good luck!", None)
    assert (kept.kind, kept.place) == (room.kind, room.place)


@pytest.mark.parametrize("text", ["", "   ", "x" * 501])
def test_the_length_of_a_line_is_limited(room: Room, alice: Player, text: str) -> None:
    with pytest.raises(UserError) as refusal:
        say(room, player=alice, text=text)
    assert refusal.value.code == "bad-field"
    assert not ChatLine.objects.exists()


def test_a_line_says_its_room_where_a_page_shows_several(room: Room, alice: Player) -> None:
    line = say(room, player=alice, text="Hello")
    expected = {"id": line.pk, "name": "Alice", "text": "Hello", "at": line.said_at.timestamp()}
    if room.kind in ("table", "onlookers"):
        expected["room"] = room.kind
    assert line_message(line) == expected
    assert json.loads(last_lines_message(room, reader=None)) == {"type": "chats", "lines": [expected]}


def test_newcomers_read_the_last_lines(room: Room, alice: Player) -> None:
    now = timezone.now()
    ChatLine.objects.bulk_create(
        ChatLine(room=room.key, author=alice, text=str(number), said_at=now) for number in range(LINES_SHOWN + 3)
    )
    assert [line.text for line in last_lines(room, reader=None)] == [
        str(number) for number in range(3, LINES_SHOWN + 3)
    ]


def test_hidden_lines_are_not_shown(room: Room, alice: Player) -> None:
    say(room, player=alice, text="Hello")
    say(room, player=alice, text="Bother!")
    ChatLine.objects.filter(text="Bother!").update(hidden_at=timezone.now())
    assert [line.text for line in last_lines(room, reader=None)] == ["Hello"]


def test_lines_of_other_rooms_are_not_shown(room: Room, alice: Player) -> None:
    say(room, player=alice, text="Hello")
    ChatLine.objects.create(room=f"{room.kind}:elsewhere", author=alice, text="Away", said_at=timezone.now())
    assert [line.text for line in last_lines(room, reader=None)] == ["Hello"]


def test_a_room_is_forgotten_with_its_place(room: Room, alice: Player) -> None:
    say(room, player=alice, text="Hello")
    elsewhere = ChatLine.objects.create(room=f"{room.kind}:else", author=alice, text="Away", said_at=timezone.now())
    forget(room)
    assert list(ChatLine.objects.all()) == [elsewhere]


def test_a_room_has_an_address_and_is_read_there(room: Room, alice: Player) -> None:
    assert room.may_read(alice)
    assert browser_of(alice).get(room.address).status_code == 200


def test_lines_of_all_kinds_are_found_in_the_admin(room: Room, alice: Player, bob: Player) -> None:
    say(room, player=alice, text="Good luck!")
    Player.objects.filter(pk=bob.pk).update(is_staff=True, is_superuser=True)
    admin, lines = browser_of(bob), reverse("admin:chat_chatline_changelist")
    for query in ({}, {"q": "luck"}, {"q": "alice"}, {"q": room.place}, {"kind": room.kind}):
        page = admin.get(lines, query).text
        assert "Good luck!" in page
        assert room.address in page
    for query in ({"q": "bad"}, {"kind": next(kind for kind in KINDS if kind != room.kind)}):
        assert "Good luck!" not in admin.get(lines, query).text
