"""Whoever has left a running tournament reads so on its page."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from django.utils import timezone

from accounts.models import Player
from tests.games.pages import browser_of
from tests.tournaments.people import DUELS, advanced, fresh, players, started, the_house_plays
from tournaments.life import entering
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
LEFT = "You have left this tournament"
BY_HOUSE = "the house plays your match of this round to its end"


def shown(tournament: Tournament, player: Player) -> str:
    cache.clear()
    return browser_of(player).get(fresh(tournament).get_absolute_url()).text


@pytest.mark.parametrize(
    ("plan", "offers_more"),
    [({"format": "round-robin", "rounds": 0}, False), ({"format": "swiss", "late_rounds": 3}, True)],
)
def test_who_has_withdrawn_reads_so(olga: Player, plan: dict[str, Any], offers_more: bool) -> None:
    people = players(5)
    tournament = started(olga, people[:4], {**DUELS, **plan})
    entering.withdraw(tournament_id=tournament.pk, player=people[0])
    page = shown(tournament, people[0])
    assert LEFT in page
    assert BY_HOUSE in page
    assert ("You can still join from the next round." in page) == offers_more
    assert "here everybody enters before the start" not in page
    assert LEFT not in shown(tournament, people[4])
    assert LEFT not in shown(tournament, people[1])
    the_house_plays(tournament)
    tournament = advanced(tournament, timezone.now())
    page = shown(tournament, people[0])
    assert LEFT in page
    assert BY_HOUSE not in page
