"""What is said on a tournament's page."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from accounts.services import create_guest
from common.errors import UserError
from tests.games.pages import browser_of, where_to
from tests.tournaments.people import planned
from tournaments.live import chatting
from tournaments.live.chatting import LINES_SHOWN, MOST_LINES
from tournaments.models import ChatLine, Tournament

pytestmark = pytest.mark.django_db(transaction=True)

JSON = {"Accept": "application/json"}


def say_at(tournament: Tournament) -> str:
    return reverse("tournaments:say", args=[tournament.pk])


def test_a_line_is_said_by_a_plain_form(alice: Player, olga: Player, client: Client) -> None:
    tournament = planned(olga)
    response = browser_of(alice).post(say_at(tournament), {"text": " Good \n luck <b>all</b>! "})
    assert where_to(response) == f"{tournament.get_absolute_url()}#chat"
    assert "Good luck &lt;b&gt;all&lt;/b&gt;!" in client.get(tournament.get_absolute_url()).text


def test_the_open_page_gets_its_line_back(alice: Player, olga: Player) -> None:
    response = browser_of(alice).post(say_at(planned(olga)), {"text": "Hello"}, headers=JSON)
    assert (response.json()["name"], response.json()["text"]) == ("Alice", "Hello")


@pytest.mark.parametrize("text", ["", "   ", "x" * 501])
def test_a_line_has_a_length(alice: Player, olga: Player, text: str) -> None:
    response = browser_of(alice).post(say_at(planned(olga)), {"text": text}, headers=JSON)
    assert response.status_code == 409
    assert response.json()["code"] == "bad-field"
    assert not ChatLine.objects.exists()


def test_nobody_talks_without_end(alice: Player, bob: Player, olga: Player) -> None:
    tournament, now = planned(olga), timezone.now()
    for _line in range(MOST_LINES):
        chatting.say(tournament_id=tournament.pk, player=alice, text="and", now=now)
    with pytest.raises(UserError, match="Wait a moment"):
        chatting.say(tournament_id=tournament.pk, player=alice, text="and", now=now)
    chatting.say(tournament_id=tournament.pk, player=bob, text="at last", now=now)
    chatting.say(tournament_id=tournament.pk, player=alice, text="and", now=now + timedelta(minutes=1))


def test_guests_and_visitors_read_and_do_not_speak(alice: Player, client: Client, olga: Player) -> None:
    tournament = planned(olga)
    chatting.say(tournament_id=tournament.pk, player=alice, text="Hello")
    guest = browser_of(create_guest(language="en", theme="auto"))
    for browser in (client, guest):
        page = browser.get(tournament.get_absolute_url()).text
        assert "Hello" in page
        assert say_at(tournament) not in page
    assert guest.post(say_at(tournament), {"text": "Hi"}, headers=JSON).json()["code"] == "guest"
    assert where_to(client.post(say_at(tournament), {"text": "Hi"})).startswith(reverse("account_login"))
    assert ChatLine.objects.count() == 1


def test_the_last_lines_are_shown(olga: Player, client: Client) -> None:
    tournament = planned(olga)
    ChatLine.objects.bulk_create(
        ChatLine(tournament=tournament, player=olga, text=f"line {number}.", said_at=timezone.now())
        for number in range(LINES_SHOWN + 1)
    )
    page = client.get(tournament.get_absolute_url()).text
    assert "line 0." not in page
    assert "line 1." in page
    assert f"line {LINES_SHOWN}." in page
