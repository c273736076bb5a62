"""Concurrent actions: one of them is first, and the club's constraints hold."""

from collections.abc import Callable

import pytest

from accounts.models import Player
from clubs import services
from clubs.models import Club, Invitation, JoinRequest, Membership
from clubs.services import joining
from tests.at_once import at_once
from tests.clubs.conftest import NOW
from tests.clubs.people import A_DAY, on_request

pytestmark = pytest.mark.django_db


@pytest.mark.django_db(transaction=True)
def test_joining_twice_at_once_is_joining_once(club: Club, dora: Player) -> None:
    def join() -> None:
        services.join(club_id=club.pk, player=dora, now=NOW)

    assert at_once(join, join, join) == ["done"] * 3
    assert club.memberships.filter(player=dora).count() == 1


@pytest.mark.django_db(transaction=True)
def test_nobody_is_in_more_clubs_than_allowed(
    club: Club, alice: Player, dora: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = services.found(founder=alice, now=NOW, name="The other ones", admission=Club.Admission.OPEN)
    monkeypatch.setattr(joining, "MOST_CLUBS", 1)

    def join(club_id: int) -> Callable[[], object]:
        return lambda: services.join(club_id=club_id, player=dora, now=NOW)

    assert at_once(join(club.pk), join(other.pk)) == ["done", "too-many-clubs"]
    assert Membership.objects.filter(player=dora).count() == 1


@pytest.mark.django_db(transaction=True)
def test_the_last_use_of_a_link_is_for_one(club: Club, bob: Player, dora: Player) -> None:
    emil = Player.objects.create_user(username="Emil")
    link = services.invite(club_id=club.pk, by=bob, now=NOW, valid_for=A_DAY, most_uses=1)

    def come(player: Player) -> Callable[[], object]:
        return lambda: services.join_by_invitation(secret=link.secret, player=player, now=NOW)

    assert at_once(come(dora), come(emil)) == ["done", "not-valid"]
    assert Invitation.objects.get().uses == 1


@pytest.mark.django_db(transaction=True)
def test_handing_over_to_two_at_once_leaves_one_owner(club: Club, alice: Player, bob: Player, carla: Player) -> None:
    def hand_to(player: Player) -> Callable[[], object]:
        return lambda: services.hand_over(club_id=club.pk, by=alice, player_id=player.pk, now=NOW)

    assert at_once(hand_to(bob), hand_to(carla)) == ["done", "not-owner"]
    assert club.memberships.filter(role="owner").count() == 1


@pytest.mark.django_db(transaction=True)
def test_asking_twice_at_once_is_one_request(club: Club, dora: Player) -> None:
    on_request(club)

    def ask() -> None:
        services.ask(club_id=club.pk, player=dora, now=NOW)

    assert at_once(ask, ask) == ["done", "done"]
    assert JoinRequest.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_closing_while_somebody_joins_leaves_no_club_without_owner(alice: Player, dora: Player) -> None:
    club = services.found(founder=alice, now=NOW, name="Short-lived")

    def close() -> None:
        services.close(club_id=club.pk, by=alice, now=NOW)

    def join() -> None:
        services.join(club_id=club.pk, player=dora, now=NOW)

    assert at_once(close, join) in (["done", "no-such-club"], ["done", "not-alone"])
    has_owner = club.memberships.filter(role="owner").exists()
    assert has_owner == club.memberships.exists() == Club.objects.alive().exists()
