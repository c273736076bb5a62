"""Who may do what in a club, and the database's constraints."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError

from accounts.models import Player
from clubs.addresses import address_from
from clubs.models import Club, Membership, Right
from tests.clubs.people import trusted_only_with


def may(club: Club, player: Player, right: Right) -> bool:
    membership = club.membership_of(player)
    return membership is not None and membership.may(right)


@pytest.mark.parametrize("right", Right)
def test_the_owner_may_everything_and_a_member_nothing(
    right: Right, club: Club, alice: Player, carla: Player, dora: Player
) -> None:
    assert may(club, alice, right)
    assert not may(club, carla, right)
    assert not may(club, dora, right)


def test_an_officer_may_what_is_ticked(club: Club, bob: Player) -> None:
    trusted_only_with(club, bob, Right.TOURNAMENTS)
    assert [right for right in Right if may(club, bob, right)] == [Right.TOURNAMENTS]


def test_ticks_of_a_member_count_for_nothing(club: Club, carla: Player) -> None:
    trusted_only_with(club, carla, *Right)
    assert not may(club, carla, Right.MODERATION)
    assert not Club.objects.where_may(carla, Right.MODERATION).exists()


def test_clubs_where_one_may(club: Club, alice: Player, bob: Player, carla: Player) -> None:
    assert list(Club.objects.where_may(alice, Right.TOURNAMENTS)) == [club]
    assert list(Club.objects.where_may(bob, Right.TOURNAMENTS)) == [club]
    assert not Club.objects.where_may(carla, Right.TOURNAMENTS)
    trusted_only_with(club, bob, Right.MEMBERS)
    assert not Club.objects.where_may(bob, Right.TOURNAMENTS)


def test_a_private_club_is_open_to_its_members_only(private: Club, carla: Player, dora: Player) -> None:
    assert private.is_open_to(carla)
    assert not private.is_open_to(dora)
    assert not private.is_open_to(None)


def test_a_visitor_has_no_membership(club: Club) -> None:
    assert club.membership_of(None) is None
    assert club.is_open_to(None)


def test_the_database_knows_one_owner(club: Club, bob: Player) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        club.memberships.filter(player=bob).update(role=Membership.Role.OWNER)


def test_an_address_is_made_from_the_name() -> None:
    taken = {"good-friends", "good-friends-2"}
    assert address_from("Die Höhle", lambda address: False) == "die-hohle"
    assert address_from("Good Friends", taken.__contains__) == "good-friends-3"
    assert address_from("Admin", lambda address: False) == "admin-2"


@pytest.mark.parametrize("name", ["Ø", "骨牌", "!!!", "a", "x" * 60, "_-_", "New", "a_b__c", "Tournaments"])
def test_whatever_the_name_its_address_is_a_good_one(name: str) -> None:
    club = Club(name=name, slug=address_from(name, lambda address: False))
    club.clean_fields()


@pytest.mark.parametrize("slug", ["new", "admin", "ab", "a--b", "-ab", "Good", "a b", "x" * 41, "tournaments"])
def test_bad_addresses_are_refused(slug: str) -> None:
    with pytest.raises(ValidationError):
        Club(name="Good Friends", slug=slug).clean_fields()


def test_no_owner_vanishes_from_a_club(club: Club, alice: Player) -> None:
    with pytest.raises(ProtectedError):
        alice.delete()
