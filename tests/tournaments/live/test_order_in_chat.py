"""Organisers delete lines in the chat of their tournament, and mute people there for a time."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Player
from chat import silences
from chat.models import ChatLine, Silence
from chat.services import hide
from common.errors import UserError
from games import services as games
from tests.tournaments import chatting
from tests.tournaments.control.at_pages import browser, done, page
from tests.tournaments.people import planned, players, started
from tournaments.live.chatting import TournamentRoom
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def friday(olga: Player) -> Tournament:
    return planned(olga)


def says(tournament: Tournament, player: Player, text: str = "You all cheat") -> ChatLine:
    return chatting.say(tournament_id=tournament.pk, player=player, text=text)


def muted(tournament: Tournament, olga: Player, player: Player, hours: int = 1) -> None:
    line = says(tournament, player)
    assert done(browser(olga), tournament, "mute", line=line.pk, hours=hours).status_code == 302


def test_a_deleted_line_is_gone_for_all(friday: Tournament, olga: Player, alice: Player) -> None:
    line = says(friday, alice)
    assert "You all cheat" in Client().get(friday.get_absolute_url()).text
    assert done(browser(olga), friday, "delete-line", line=line.pk).status_code == 302
    for reader in (None, alice, olga):
        assert "You all cheat" not in browser(reader).get(friday.get_absolute_url()).text
    assert ChatLine.objects.get(pk=line.pk).text == "You all cheat"  # for moderators
    again = browser(olga).get(page("control-action", friday, "delete-line"), {"line": line.pk})
    assert again.status_code == 302


def test_the_menu_of_a_line_leads_organisers_to_it(friday: Tournament, olga: Player, alice: Player) -> None:
    desk = f'data-desk="{page("control", friday)}"'
    assert desk in browser(olga).get(friday.get_absolute_url()).text
    assert desk not in browser(alice).get(friday.get_absolute_url()).text


def test_only_organisers_delete_and_mute(friday: Tournament, alice: Player, bob: Player) -> None:
    line = says(friday, alice)
    for slug in ("delete-line", "mute"):
        assert done(browser(bob), friday, slug, line=line.pk, hours=1).status_code == 404
    with pytest.raises(UserError) as refusal:
        hide(ChatLine.objects.filter(pk=line.pk), by=bob, now=timezone.now())
    assert refusal.value.code == "no-right"
    assert ChatLine.objects.get(pk=line.pk).hidden_at is None


def test_nothing_is_done_to_lines_of_another_chat(friday: Tournament, olga: Player, alice: Player, bob: Player) -> None:
    line = says(planned(bob), alice)
    for slug in ("delete-line", "mute"):
        assert done(browser(olga), friday, slug, line=line.pk, hours=1).status_code == 302
    assert ChatLine.objects.get(pk=line.pk).hidden_at is None
    assert not Silence.objects.exists()


def test_a_muted_player_reads_why_and_until_when(friday: Tournament, olga: Player, alice: Player) -> None:
    muted(friday, olga, alice)
    with pytest.raises(UserError, match="Both of them said so") as refusal:
        says(friday, alice)
    assert refusal.value.code == "silenced"
    with pytest.raises(UserError):
        chatting.say_phrase(tournament_id=friday.pk, player=alice, phrase="hello")
    assert "You are muted in this chat until" in browser(alice).get(friday.get_absolute_url()).text
    says(planned(olga, name="Saturday"), alice)  # elsewhere they write as before


def test_a_mute_ends_by_itself(friday: Tournament, olga: Player, alice: Player) -> None:
    muted(friday, olga, alice, hours=24)
    later = timezone.now() + timedelta(hours=24, minutes=1)
    chatting.say(tournament_id=friday.pk, player=alice, text="Sorry", now=later)


def test_the_organisers_lift_it_in_the_control_room(friday: Tournament, olga: Player, alice: Player) -> None:
    muted(friday, olga, alice)
    assert "Muted in the chat" in browser(olga).get(page("control", friday)).text
    done(browser(olga), friday, "unmute", player=alice.pk)
    says(friday, alice, "Sorry")
    assert "Muted in the chat" not in browser(olga).get(page("control", friday)).text
    done(browser(olga), friday, "unmute", player=alice.pk)  # nothing happens


def test_organisers_are_not_muted(friday: Tournament, olga: Player, alice: Player) -> None:
    friday.helpers.add(alice)
    line = says(friday, alice)
    answer = done(browser(olga), friday, "mute", line=line.pk, hours=1)
    assert answer.status_code == 409
    with pytest.raises(UserError) as refusal:
        silences.silence(
            TournamentRoom.of(friday), player=olga, by=olga, until=timezone.now() + timedelta(hours=1), reason="-"
        )
    assert refusal.value.code == "self"
    assert not Silence.objects.exists()


def test_organisers_have_no_say_over_lines_at_a_table(olga: Player) -> None:
    people = players(8)
    tournament = started(olga, people)
    table = tournament.played_rounds.get().boards.order_by("number")[0].table
    assert table is not None
    player = table.seats.order_by("number")[0].player
    assert player is not None
    line = games.say(table_id=table.pk, player=player, text="Hello")
    with pytest.raises(UserError):
        hide(ChatLine.objects.filter(pk=line.pk), by=olga, now=timezone.now())
