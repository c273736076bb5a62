"""Messages of the organisers to all entrants."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.core import mail
from django.utils import timezone

from accounts.models import Notice, Player
from accounts.notices import Choice, choose
from accounts.tasks import mail_notices
from action_log.models import LogLine
from action_log.services import describe
from common.errors import UserError
from tests.accounts.telling import with_confirmed_address
from tests.tournaments.control.at_pages import browser, page
from tests.tournaments.people import planned, players
from tournaments import notices
from tournaments.base.log import lines_of
from tournaments.control.actions.players.message import LONGEST, MESSAGE_PERIOD, SendMessage
from tournaments.life import entering
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db
TEXT = "Doors open at seven."


@pytest.fixture
def friday(olga: Player) -> Tournament:
    """Return a tournament: two have entered, a third is waiting, a fourth has withdrawn; a bot fills up."""
    tournament = planned(olga, most=3)
    people = players(4)
    entering.enter(tournament_id=tournament.pk, player=people[3])
    entering.enter_bots(tournament_id=tournament.pk, names=["Pip"])
    for player in people[:3]:
        entering.enter(tournament_id=tournament.pk, player=player)
    entering.withdraw(tournament_id=tournament.pk, player=people[3])
    tournament.entries.filter(player=people[2]).update(status=Entry.Status.WAITING)
    Notice.objects.all().delete()
    return tournament


def sends(tournament: Tournament, by: Player, text: str = TEXT, *, now: datetime | None = None) -> LogLine:
    return SendMessage(text=text).carry_out(tournament_id=tournament.pk, by=by, now=now)


def readers() -> list[str]:
    told = Notice.objects.filter(kind=notices.MESSAGE.slug).order_by("player__username")
    return [notice.player.username for notice in told]


def test_entrants_are_notified_and_it_is_logged(friday: Tournament, olga: Player) -> None:
    line = sends(friday, olga, "Doors open\n at seven.")
    assert readers() == ["Player1", "Player2"]
    assert describe(line) == "A message went to all who have entered (2): “Doors open at seven.”"
    html = browser(Player.objects.get(username="Player1")).get("/notices/").content.decode()
    assert "Olga writes about Friday: Doors open at seven." in html


def test_the_waiting_list_hears_of_it_if_that_is_asked_for(friday: Tournament, olga: Player) -> None:
    SendMessage(text=TEXT, waiting=True).carry_out(tournament_id=friday.pk, by=olga)
    assert readers() == ["Player1", "Player2", "Player3"]
    address = page("control-action", friday, "message")
    assert "waiting" in browser(olga).get(address).context["form"].fields
    friday.entries.filter(status=Entry.Status.WAITING).delete()
    assert "waiting" not in browser(olga).get(address).context["form"].fields


def test_a_message_arrives_in_the_way_each_player_has_chosen(friday: Tournament, olga: Player) -> None:
    one, other = Player.objects.filter(username__in=["Player1", "Player2"]).order_by("username")
    with_confirmed_address(one, other)
    choose(player=other, choices={notices.MESSAGE.slug: Choice(by_site=False, by_mail=False, by_push=False)})
    shown = browser(olga).get(page("control-action", friday, "message"), {"text": TEXT, "look": "1"})
    assert shown.context["preview"] == [
        "It reaches 1 of 2 players: 1 on the site, 1 by e-mail, 0 by push.",
        "They read: Olga writes about Friday: Doors open at seven.",
    ]
    line = sends(friday, olga)
    assert line.details["number"] == 1
    Notice.objects.update(mail_due_at=timezone.now())
    mail_notices()
    assert [letter.to for letter in mail.outbox] == [[one.email]]
    assert "Olga writes about Friday: Doors open at seven." in mail.outbox[0].body.replace("\n", " ")


def test_a_message_sent_twice_from_one_page_arrives_once(friday: Tournament, olga: Player) -> None:
    client, address = browser(olga), page("control-action", friday, "message")
    seen = client.get(address, {"text": TEXT, "look": "1"}).context["seen"]
    assert client.post(address, {"text": TEXT, "seen": seen}).status_code == 302
    again = client.post(address, {"text": TEXT, "seen": seen})
    assert again.status_code == 409
    assert "A message went to all who have entered" in again.content.decode()
    assert readers() == ["Player1", "Player2"]


def test_an_entry_in_between_does_not_stop_it(friday: Tournament, olga: Player) -> None:
    client, address = browser(olga), page("control-action", friday, "message")
    seen = client.get(address, {"text": TEXT, "look": "1"}).context["seen"]
    Tournament.objects.filter(pk=friday.pk).update(most=None)
    entering.enter(tournament_id=friday.pk, player=players(1, first=20)[0])
    assert client.post(address, {"text": TEXT, "seen": seen}).status_code == 302
    assert readers() == ["Player1", "Player2", "Player20"]


def test_three_an_hour_and_ten_a_day_are_enough(friday: Tournament, olga: Player) -> None:
    begun_at = now = timezone.now()
    for number in range(10):
        if number and number % 3 == 0:
            with pytest.raises(UserError, match="you can write again from"):
                sends(friday, olga, f"Too much {number}", now=now)
            now += timedelta(hours=2)
        sends(friday, olga, f"News {number}", now=now)
    now += timedelta(hours=2)
    with pytest.raises(UserError) as refusal:
        sends(friday, olga, "News 11", now=now)
    assert refusal.value.code == "too-often"
    sends(friday, olga, "News 11", now=begun_at + timedelta(hours=24, minutes=1))
    assert Notice.objects.filter(player__username="Player1", kind=notices.MESSAGE.slug).count() == 11


@pytest.mark.parametrize("text", ["", " \n ", "x" * (LONGEST + 1)])
def test_empty_and_overlong_messages_are_not_sent(friday: Tournament, olga: Player, text: str) -> None:
    with pytest.raises(UserError) as refusal:
        sends(friday, olga, text)
    assert refusal.value.code == "bad-text"
    shown = browser(olga).get(page("control-action", friday, "message"), {"text": text, "look": "1"})
    assert shown.context["form"].errors["text"]
    assert not lines_of(friday).exists()


def test_the_longest_message_is_shown_whole(friday: Tournament, olga: Player) -> None:
    text = "<b>{organiser}</b> " + "🁫" * (LONGEST - len("<b>{organiser}</b> "))
    assert sends(friday, olga, text).details["text"] == text
    client = browser(Player.objects.get(username="Player1"))
    assert f"&lt;b&gt;{{organiser}}&lt;/b&gt; {text[19:]}" in client.get("/notices/").content.decode()
    assert "&lt;b&gt;" in browser(olga).get(page("control-log", friday)).content.decode()


def test_without_recipients_nothing_is_sent(olga: Player) -> None:
    tournament = planned(olga)
    entering.enter_bots(tournament_id=tournament.pk, names=["Pip", "Dot"])
    with pytest.raises(UserError) as refusal:
        sends(tournament, olga)
    assert refusal.value.code == "nobody"


def test_a_week_after_the_end_it_is_too_late(friday: Tournament, olga: Player) -> None:
    now = timezone.now()
    Tournament.objects.filter(pk=friday.pk).update(status="finished", final=[], finished_at=now)
    sends(friday, olga, "Thank you all!", now=now + MESSAGE_PERIOD)
    with pytest.raises(UserError) as refusal:
        sends(friday, olga, "Still there?", now=now + MESSAGE_PERIOD + timedelta(seconds=1))
    assert refusal.value.code == "over"


def test_what_was_sent_cannot_be_taken_back(friday: Tournament, olga: Player) -> None:
    sends(friday, olga)
    html = browser(olga).get(page("control-log", friday)).content.decode()
    assert "If something in it was wrong, write again." in html
