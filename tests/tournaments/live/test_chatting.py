"""The chat on a tournament's page."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from accounts.models import Player
from accounts.services import create_guest
from chat.models import ChatLine
from chat.services import LINES_SHOWN
from common.errors import UserError
from tests.games.pages import browser_of, where_to
from tests.tournaments import chatting
from tests.tournaments.people import FRIDAY, planned
from tournaments.base import log
from tournaments.live.chatting import TournamentRoom
from tournaments.models import Tournament
from tournaments.planning import plans
from tournaments.terms import Terms

pytestmark = pytest.mark.usefixtures("after_commit")

JSON = {"Accept": "application/json"}
TRANSACTION = 2
"""BEGIN and COMMIT count as queries."""


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


def test_chat_is_rate_limited(alice: Player, bob: Player, olga: Player) -> None:
    tournament, now = planned(olga), timezone.now()
    assert TournamentRoom.pace is not None
    for line in range(TournamentRoom.pace.lines):
        chatting.say(tournament_id=tournament.pk, player=alice, text=f"and {line}", now=now)
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
    room = TournamentRoom.of(tournament)
    ChatLine.objects.bulk_create(
        ChatLine(room=room.key, author=olga, text=f"line {number}.", said_at=timezone.now())
        for number in range(LINES_SHOWN + 1)
    )
    page = client.get(tournament.get_absolute_url()).text
    assert "line 0." not in page
    assert "line 1." in page
    assert f"line {LINES_SHOWN}." in page


def test_chat_about_a_draft_is_deleted_with_it_and_the_log_stays(olga: Player) -> None:
    times: dict[str, Any] = {"registration_at": timezone.now(), "starts_at": timezone.now() + timedelta(days=1)}
    terms = Terms.from_columns(FRIDAY | times)
    draft, other = (plans.plan(organiser=olga, terms=terms) for _number in range(2))
    for tournament in (draft, other):
        chatting.say(tournament_id=tournament.pk, player=olga, text="Cake?")
        log.note(tournament, olga, log.LATE_START, {"minutes": 1})
    plans.discard(tournament_id=draft.pk)
    assert [log.lines_of(tournament).count() for tournament in (draft, other)] == [1, 1]
    assert [line.room for line in ChatLine.objects.all()] == [TournamentRoom.of(other).key]


def test_saying_and_reading_take_as_many_queries_after_many_lines(
    olga: Player, client: Client, django_assert_num_queries: DjangoAssertNumQueries, settings: Settings
) -> None:
    settings.LIMITS = {**settings.LIMITS, "lines": "1000/minute"}
    tournament, start = planned(olga), timezone.now()
    client.get(tournament.get_absolute_url())
    with CaptureQueriesContext(connection) as before:
        client.get(tournament.get_absolute_url())
    for lines in (0, 60):
        for number in range(lines):
            chatting.say(
                tournament_id=tournament.pk, player=olga, text=f"and {number}", now=start + timedelta(minutes=number)
            )
        with django_assert_num_queries(10 + TRANSACTION):
            chatting.say(tournament_id=tournament.pk, player=olga, text="so on", now=start + timedelta(minutes=lines))
        with django_assert_num_queries(len(before)):
            client.get(tournament.get_absolute_url())
