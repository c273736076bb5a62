"""The bar on every page while check-in is open: it says until when, and offers to check in."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import time_format

from accounts.models import Player
from accounts.standing import Moderator
from tests.games.pages import browser_of
from tests.games.sockets import Browser, in_thread, sign_in
from tests.html import dense
from tests.tournaments.people import DUELS, advanced, entry_of, planned, players, started
from tournaments.control.actions.players.check_in import CheckIn, UndoCheckIn
from tournaments.life import entering, freezing, stages
from tournaments.models import Tournament
from tournaments.pages.bar import check_ins_at

pytestmark = pytest.mark.usefixtures("after_commit")

RULES = "/rules/chicken-foot/"


def checking_in(olga: Player, people: list[Player], **overrides: Any) -> Tournament:
    """Return a tournament in which these players can check in now."""
    tournament = planned(olga, DUELS, check_in_minutes=15, **overrides)
    for player in people:
        entering.enter(tournament_id=tournament.pk, player=player)
    return advanced(tournament, tournament.check_in_at)


def check_in(tournament: Tournament) -> str:
    return reverse("tournaments:check-in", args=[tournament.pk])


@pytest.mark.parametrize("path", ["/", "/clubs/", "/tournaments/", "/notices/", RULES])
def test_every_page_offers_to_check_in_until_the_start(olga: Player, path: str) -> None:
    people = players(4)
    tournament = checking_in(olga, people)
    page = dense(browser_of(people[0]).get(path).text)
    assert f"Check-in is open until {time_format(tournament.starts_at, 'H:i')}" in page
    assert f'action="{check_in(tournament)}"' in page
    assert check_ins_at(people[0], tournament.get_absolute_url()) == []


def test_the_hour_is_that_of_the_reader(olga: Player) -> None:
    people = players(2)
    tournament = checking_in(olga, people)
    utc = f"until {tournament.starts_at:%H:%M} UTC"
    assert utc in dense(browser_of(people[0]).get(RULES).text)
    Player.objects.filter(pk=people[0].pk).update(time_zone="Asia/Kathmandu")
    assert utc not in dense(browser_of(people[0]).get(RULES).text)


def test_only_who_is_to_check_in_is_asked(olga: Player, alice: Player, client: Client) -> None:
    people = players(3)
    tournament = checking_in(olga, people, most=2)
    assert all(check_ins_at(player, "/") == [tournament] for player in people), "those who wait may get a place"
    entering.withdraw(tournament_id=tournament.pk, player=people[1])
    assert [check_ins_at(player, "/") for player in (None, olga, alice, people[1])] == [[], [], [], []]
    assert check_in(tournament) not in client.get(RULES).text


def test_it_is_offered_from_the_opening_to_the_start(olga: Player) -> None:
    people = players(3)
    tournament = planned(olga, DUELS, check_in_minutes=15)
    for player in people:
        entering.enter(tournament_id=tournament.pk, player=player)
    assert check_ins_at(people[0], "/") == []
    stages.open_check_in(tournament_id=tournament.pk)
    assert check_ins_at(people[0], "/") == [tournament]
    for player in people[1:]:
        entering.check_in(tournament_id=tournament.pk, player=player)
        assert check_ins_at(player, "/") == []
    advanced(tournament, tournament.starts_at)
    assert check_ins_at(people[0], "/") == []


def test_organisers_who_check_in_somebody_by_hand_and_undo_it_change_the_bar(olga: Player) -> None:
    people = players(2)
    tournament = checking_in(olga, people)
    entry = entry_of(tournament, people[0]).pk
    CheckIn(entry=entry).carry_out(tournament_id=tournament.pk, by=olga, reason="")
    assert check_ins_at(people[0], "/") == []
    UndoCheckIn(entry=entry).carry_out(tournament_id=tournament.pk, by=olga, reason="")
    assert check_ins_at(people[0], "/") == [tournament]


def test_it_is_not_offered_where_the_tournament_stands_still_or_is_off(olga: Player, alice: Player) -> None:
    people = players(2)
    tournament = checking_in(olga, people)
    moderator = Moderator(alice, case_id=1)
    freezing.freeze(tournament_id=tournament.pk, by=moderator, now=timezone.now())
    assert check_ins_at(people[0], "/") == []
    freezing.thaw(tournament_id=tournament.pk, by=moderator, now=timezone.now())
    assert check_ins_at(people[0], "/") == [tournament]
    stages.cancel(tournament_id=tournament.pk, because="No hall")
    assert check_ins_at(people[0], "/") == []


def test_checking_in_from_the_bar_leaves_the_reader_on_the_open_page(olga: Player) -> None:
    people = players(2)
    tournament = checking_in(olga, people)
    answer = browser_of(people[0]).post(check_in(tournament), headers={"hx-request": "true"})
    assert "You are checked in." in answer.text
    assert "<main" not in answer.text
    assert answer["HX-Trigger"] == "expected", "so that the page asks for its bar again"
    assert entry_of(tournament, people[0]).checked_in_at is not None
    assert check_in(tournament) not in browser_of(people[0]).get(reverse("tournaments:bar"), {"at": "/"}).text
    without_scripts = browser_of(people[1]).post(check_in(tournament))
    assert without_scripts["Location"] == tournament.get_absolute_url()


def test_whoever_is_no_longer_signed_in_is_led_to_sign_in(olga: Player, client: Client) -> None:
    tournament = checking_in(olga, players(2))
    answer = client.post(check_in(tournament), headers={"hx-request": "true"})
    assert answer["HX-Redirect"] == tournament.get_absolute_url()


@pytest.mark.django_db(transaction=True)
async def test_open_pages_hear_that_check_in_opens_and_that_it_is_done(olga: Player, alice: Player) -> None:
    tournament = await in_thread(planned)(olga, DUELS, check_in_minutes=15)
    await in_thread(entering.enter)(tournament_id=tournament.pk, player=alice)
    browser = Browser("/ws/me/", await in_thread(sign_in)(alice))
    await browser.link.connect(timeout=5)
    await browser.hear_until("unread")
    await in_thread(advanced)(tournament, tournament.check_in_at)
    assert await browser.hear_until("expected") == {"type": "expected"}
    assert await in_thread(check_ins_at)(alice, "/") == [tournament]
    await in_thread(entering.check_in)(tournament_id=tournament.pk, player=alice)
    assert await browser.hear_until("expected") == {"type": "expected"}
    assert await in_thread(check_ins_at)(alice, "/") == []
    await browser.leave()


def queries(player: Player) -> int:
    """Count the queries about tournaments when a player opens a page that has nothing else to do with them."""
    browser = browser_of(player)
    with CaptureQueriesContext(connection) as found:
        assert browser.get(RULES).status_code == 200
    return sum("tournaments_" in query["sql"] for query in found)


def test_it_costs_one_query_for_who_is_to_check_in_and_none_for_others(olga: Player, alice: Player) -> None:
    people = players(8)
    for number in range(2):
        tournament = checking_in(olga, people[: 4 * (number + 1)], name=f"Cup {number}")
    entering.check_in(tournament_id=tournament.pk, player=people[7])
    queries(olga)  # the first page after a change looks who is expected
    assert [queries(player) for player in (people[0], people[4], people[7], alice)] == [1, 1, 0, 0]


def test_whoever_plays_elsewhere_reads_both(olga: Player) -> None:
    people = players(2)
    running = started(olga, people, DUELS)
    tournament = checking_in(olga, people, name="Next")
    page = browser_of(people[0]).get(RULES).text
    assert check_in(tournament) in page
    assert reverse("tournaments:my-table", args=[running.pk]) in page
