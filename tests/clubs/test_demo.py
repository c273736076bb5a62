"""The demo clubs of a fresh site."""

import pytest
from django.utils import timezone

from accounts.demo import make_demo_players
from accounts.models import Player
from action_log.models import LogLine
from clubs import services
from clubs.demo import CLUBS, make_demo_clubs
from clubs.models import Announcement, Club, JoinRequest, Membership

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def demo_players(db: None) -> None:
    make_demo_players()


def test_there_are_two_clubs_with_life_in_them() -> None:
    assert make_demo_clubs() == len(CLUBS) == 2
    for club in Club.objects.all():
        club.full_clean()
        assert club.memberships.filter(role=Membership.Role.OFFICER).exists()
        assert club.announcements.filter(is_pinned=True).count() == 1
    assert JoinRequest.objects.filter(answer=JoinRequest.Answer.WAITING).count() == 1
    assert Club.objects.of(Player.objects.get(username="Demo")).exists()


def test_a_second_run_changes_nothing() -> None:
    make_demo_clubs()
    before = [list(model.objects.values()) for model in (Club, Membership, Announcement, JoinRequest, LogLine)]
    assert make_demo_clubs() == 0
    assert [list(model.objects.values()) for model in (Club, Membership, Announcement, JoinRequest, LogLine)] == before


def test_a_club_that_was_closed_stays_closed() -> None:
    make_demo_clubs()
    club = Club.objects.get(slug=CLUBS[0].slug)
    owner = club.memberships.get(role=Membership.Role.OWNER).player
    for other in club.memberships.exclude(player=owner):
        services.leave(club_id=club.pk, player=other.player, now=timezone.now())
    services.close(club_id=club.pk, by=owner, now=timezone.now())
    assert make_demo_clubs() == 0
