"""The demo tournaments of a fresh site."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.demo import make_demo_players
from accounts.models import Player
from tests.tournaments.people import advanced
from tournaments.demo import ORGANISER, RENEWED_IN, make_demo_organiser, make_demo_tournaments
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


def test_one_is_always_a_few_minutes_ahead_while_the_site_stays_open() -> None:
    make_demo_players()
    now = timezone.now()
    make_demo_tournaments(now)
    for _ in range(3):
        coming = Tournament.objects.coming().get()
        now = advanced(coming, coming.starts_at).starts_at
        make_demo_tournaments(now, starts_in=RENEWED_IN)
        assert Tournament.objects.coming().get().starts_at - now <= RENEWED_IN


def test_the_organiser_signs_in_with_the_password_that_is_printed_at_every_start(client: Client) -> None:
    make_demo_players()
    make_demo_tournaments()
    password = make_demo_organiser()
    assert client.login(username=ORGANISER, password=password)
    coming = Tournament.objects.coming().get()
    assert client.get(f"/tournament/{coming.pk}/control/").status_code == 200
    assert make_demo_organiser() == password


def test_somebody_else_of_that_name_keeps_their_password() -> None:
    Player.objects.create_user(ORGANISER, password="my-own-bones")
    assert make_demo_organiser() == ""
    assert Player.objects.get().check_password("my-own-bones")
