"""The queries of a club's page, and the membership that it caches."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Player
from clubs.models import Club, Membership
from tests.clubs.people import browser_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(alice: Player, bob: Player) -> Club:
    club = Club.objects.create(slug="bones", name="Bones")
    Membership.objects.create(club=club, player=alice, role=Membership.Role.OWNER)
    Membership.objects.create(club=club, player=bob)
    return club


def test_a_page_asks_once_for_the_membership_of_its_reader(club: Club, bob: Player) -> None:
    browser = browser_of(bob)
    browser.get(club.get_absolute_url())
    with CaptureQueriesContext(connection) as found:
        assert browser.get(club.get_absolute_url()).status_code == 200
    own = f'"clubs_membership"."player_id" = {bob.pk})'
    assert len([one for one in found if own in one["sql"] and "LIMIT 1" in one["sql"]]) == 1


def test_a_former_member_sees_no_chat_on_the_next_page(club: Club, bob: Player) -> None:
    browser = browser_of(bob)
    before = browser.get(club.get_absolute_url())
    assert "lines" in before.context
    Membership.objects.filter(player=bob).delete()
    assert "lines" not in browser.get(club.get_absolute_url()).context


def test_an_instance_knows_only_the_membership_it_was_given(
    club: Club, alice: Player, bob: Player, carla: Player
) -> None:
    club.remember(bob, club.membership_of(bob))
    Membership.objects.filter(player=bob).delete()
    assert club.membership_of(bob) is not None
    assert Club.objects.get(pk=club.pk).membership_of(bob) is None
    owner = club.membership_of(alice)
    assert owner is not None
    assert owner.player_id == alice.pk
    assert club.membership_of(carla) is None
