"""A frozen tournament promises no moment, and says who has stopped it."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.utils import timezone

from accounts.models import Player
from accounts.standing import Moderator
from tests.games.pages import browser_of
from tests.html import dense
from tests.tournaments.control.at_pages import page
from tests.tournaments.people import DUELS, advanced, fresh, planned, players, started, the_house_plays
from tournaments.control.actions.plan.cancel import Cancel
from tournaments.life import entering, freezing
from tournaments.models import Tournament

pytestmark = pytest.mark.usefixtures("after_commit")

PROMISES = ("starts in", "begins in", "ends in", "data-until", "data-left", "The organisers have paused")


def frozen(tournament: Tournament, by: Player) -> Tournament:
    freezing.freeze(tournament_id=tournament.pk, by=Moderator(by, case_id=1), now=timezone.now())
    cache.clear()
    return fresh(tournament)


def check_nothing_is_promised(tournament: Tournament, *readers: Player) -> None:
    for reader in readers:
        for path in (tournament.get_absolute_url(), "/clubs/", page("wall", tournament)):
            said = dense(browser_of(reader).get(path).text)
            assert [promise for promise in PROMISES if promise in said] == [], (reader, path)
        assert "The moderators are looking into something." in browser_of(reader).get(page("live", tournament)).text


def test_before_the_start_nothing_counts_down(olga: Player, alice: Player, bob: Player) -> None:
    tournament = planned(olga, DUELS, check_in_minutes=20)
    entering.enter(tournament_id=tournament.pk, player=alice)
    check_nothing_is_promised(frozen(tournament, by=bob), alice, bob, olga)


def test_in_a_round_and_in_a_break_nothing_counts_down(olga: Player, bob: Player) -> None:
    people = players(4)
    tournament = started(olga, people, DUELS, round_minutes=30)
    check_nothing_is_promised(frozen(tournament, by=bob), people[0], olga)
    freezing.thaw(tournament_id=tournament.pk, by=Moderator(bob, case_id=1), now=timezone.now())
    assert "This round ends in" in dense(browser_of(people[0]).get(page("live", tournament)).text)
    the_house_plays(tournament)
    advanced(tournament, timezone.now())
    check_nothing_is_promised(frozen(tournament, by=bob), people[0], olga)


def test_once_it_is_cancelled_it_says_so(olga: Player, alice: Player, bob: Player) -> None:
    tournament = frozen(planned(olga, DUELS), by=bob)
    Cancel().carry_out(tournament_id=tournament.pk, by=Moderator(bob, case_id=1), reason="Rude")
    assert "This tournament is cancelled." in browser_of(alice).get(tournament.get_absolute_url()).text
