"""Reminders: a day and an hour ahead, to everybody who had entered by then, once."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.core.cache import cache

from accounts.models import Notice, Player
from tests.tournaments.plans import changed, open_to_all
from tournaments.life import entering, stages
from tournaments.life.reminding import remind
from tournaments.models import Entry, Tournament
from tournaments.planning import plans

HOUR = timedelta(hours=1)


@pytest.fixture
def tournament(olga: Player, alice: Player) -> Tournament:
    tournament = open_to_all(olga)
    enter(tournament, alice, tournament.starts_at - 48 * HOUR)
    return tournament


def enter(tournament: Tournament, player: Player, at: datetime) -> None:
    entering.enter(tournament_id=tournament.pk, player=player)
    Entry.objects.filter(tournament=tournament, player=player).update(entered_at=at)


def reminded(player: Player) -> int:
    return Notice.objects.filter(player=player, kind="tournament-reminder").count()


def test_alice_is_reminded_only_a_day_and_an_hour_ahead(tournament: Tournament, alice: Player) -> None:
    told = []
    for hours in (25, 24, 23, 2, 1, 0.5, 0):
        remind(tournament.starts_at - hours * HOUR)
        cache.clear()  # the mark in the cache may be lost at any time
        told.append(reminded(alice))
    assert told == [0, 1, 1, 1, 2, 2, 2]


def test_later_and_withdrawn_entrants_are_not_reminded(tournament: Tournament, bob: Player, alice: Player) -> None:
    enter(tournament, bob, tournament.starts_at - 10 * HOUR)
    entering.withdraw(tournament_id=tournament.pk, player=alice)
    remind(tournament.starts_at - 9 * HOUR)
    assert (reminded(bob), reminded(alice)) == (0, 0)
    remind(tournament.starts_at - HOUR)
    assert reminded(bob) == 1


def test_there_are_no_reminders_of_cancelled_tournaments(tournament: Tournament, alice: Player) -> None:
    stages.cancel(tournament_id=tournament.pk, because="Snow")
    assert remind(tournament.starts_at - HOUR) == 0
    assert reminded(alice) == 0


def test_a_new_date_is_a_new_reminder(tournament: Tournament, alice: Player) -> None:
    remind(tournament.starts_at - 24 * HOUR)
    later = tournament.starts_at + 72 * HOUR
    plans.change(tournament_id=tournament.pk, to=changed(starts_at=later))
    remind(later - 24 * HOUR)
    assert reminded(alice) == 2
