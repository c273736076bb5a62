"""What pages of tournaments say of a club that is closed, and what its owner reads before closing it."""

from __future__ import annotations

import pytest
from django.utils import timezone

import clubs.services as clubs
from accounts.models import Player
from clubs.models import Club
from tests.clubs.people import address, browser_of, press
from tests.tournaments.people import planned
from tournaments.models import Tournament

pytestmark = pytest.mark.usefixtures("after_commit")


@pytest.fixture
def club(olga: Player) -> Club:
    return clubs.found(founder=olga, now=timezone.now(), name="Short-lived", admission="open")


@pytest.fixture
def carla(db: None) -> Player:
    return Player.objects.create_user("Carla")


@pytest.fixture
def evening(club: Club, olga: Player) -> Tournament:
    return planned(olga, club=club)


def test_the_tournaments_that_go_on_are_named_before_the_club_is_closed(
    club: Club, evening: Tournament, olga: Player, carla: Player
) -> None:
    page = browser_of(olga).get(address("edit", club)).text
    assert "These tournaments go on without the club." in page
    assert f'<a href="{evening.get_absolute_url()}">{evening.name}</a>' in page
    clubs.join(club_id=club.pk, player=carla, now=timezone.now())
    assert "go on without the club" not in browser_of(olga).get(address("edit", club)).text


def test_a_tournament_names_its_closed_club_without_a_link(club: Club, evening: Tournament, olga: Player) -> None:
    link = f'href="{club.get_absolute_url()}"'
    assert link in browser_of(None).get(evening.get_absolute_url()).text
    press(olga, "close", club)
    for page in ("", "plan/"):
        shown = browser_of(olga).get(f"{evening.get_absolute_url()}{page}").text
        assert "Short-lived" in shown
        assert link not in shown


def test_who_comes_to_a_closed_club_or_wants_to_join_reads_that_it_is_closed(
    club: Club, olga: Player, carla: Player
) -> None:
    press(olga, "close", club)
    for page in (browser_of(None).get(club.get_absolute_url()), press(carla, "join", club)):
        assert page.status_code == 404
        assert "This club has been closed." in page.text
