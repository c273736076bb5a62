"""Links from new accounts, and the same line again and again, reach nobody."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Player
from chat.models import ChatLine
from chat.rooms import Room, open_room
from chat.services import say
from chat.spam import NEW, WITHIN
from common.errors import UserError
from tests.games.people import seated_table

pytestmark = pytest.mark.usefixtures("after_commit")


@pytest.fixture
def room(alice: Player, bob: Player) -> Room:
    return open_room(f"table:{seated_table([alice, bob]).pk}")


@pytest.mark.parametrize("text", ["https://spam.example/now", "Come to spam.com!", "www.spam.org", "me@spam.com"])
def test_a_new_account_cannot_post_links(room: Room, alice: Player, text: str) -> None:
    joined = alice.date_joined
    with pytest.raises(UserError, match=r"New accounts cannot post links; you can from .* on") as refused:
        say(room, player=alice, text=text, now=joined + NEW - timedelta(minutes=1))
    assert refused.value.code == "link"
    assert not ChatLine.objects.exists()
    assert say(room, player=alice, text=text, now=joined + NEW).text == text


def test_guests_cannot_post_links_at_all(room: Room, alice: Player) -> None:
    Player.objects.filter(pk=alice.pk).update(is_guest=True, email="")
    guest = Player.objects.get(pk=alice.pk)
    with pytest.raises(UserError) as refused:
        say(room, player=guest, text="spam.com", now=alice.date_joined + 2 * NEW)
    assert refused.value.code in {"link", "phrases-only"}


@pytest.mark.parametrize("text", ["Good luck!", "6-6 and then 5.5", "e.g. the foot", "What now...I pass"])
def test_ordinary_lines_are_no_links(room: Room, alice: Player, text: str) -> None:
    assert say(room, player=alice, text=text).text == text


def test_the_same_line_is_accepted_twice_a_minute(room: Room, alice: Player, bob: Player) -> None:
    now = timezone.now()
    for text in ("Look at my site", "LOOK at my site"):
        say(room, player=alice, text=text, now=now)
    with pytest.raises(UserError) as refused:
        say(room, player=alice, text="look at my  site", now=now)
    assert refused.value.code == "repeated"
    assert say(room, player=bob, text="Look at my site", now=now)
    assert say(room, player=alice, text="Look at my site", now=now + WITHIN)
