"""The demo tournaments of a fresh site."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.demo import make_demo_players
from tests.tournaments.people import advanced
from tournaments.demo import make_demo_tournaments
from tournaments.models import Board, Tournament

pytestmark = pytest.mark.django_db
Status = Tournament.Status


def test_one_is_over_one_runs_and_one_starts_soon() -> None:
    make_demo_players()
    assert make_demo_tournaments() == 3
    assert list(Tournament.objects.order_by("starts_at").values_list("status", flat=True)) == [
        Status.FINISHED,
        Status.RUNNING,
        Status.REGISTRATION,
    ]
    running = Tournament.objects.get(status=Status.RUNNING)
    assert Board.objects.filter(round__tournament=running, table__isnull=False).count() == 4


def test_a_second_start_makes_none_twice_but_one_that_starts_soon_there_is_always() -> None:
    make_demo_players()
    make_demo_tournaments()
    assert make_demo_tournaments() == 0
    coming = Tournament.objects.coming().get()
    advanced(coming, coming.starts_at)
    assert make_demo_tournaments(timezone.now() + timedelta(hours=2)) == 1
