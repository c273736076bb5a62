"""Tests who may do what in a club, and the database's constraints."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError

from accounts.models import Player
from clubs.addresses import address_from
from clubs.models import Club, Membership, Right
from tests.clubs.people import give_only


def may(club: Club, player: Player, right: Right) -> bool:
    membership = club.membership_of(player)
    return membership is not None and membership.may(right)


@pytest.mark.parametrize("right", Right)
def test_the_owner_has_every_right_and_a_member_none(
    right: Right, club: Club, alice: Player, carla: Player, dora: Player
) -> None:
    assert may(club, alice, right)
    assert not may(club, carla, right)
    assert not may(club, dora, right)


def test_an_officer_has_the_ticked_rights(club: Club, bob: Player) -> None:
    give_only(club, bob, Right.TOURNAMENTS)
    assert [right for right in Right if may(club, bob, right)] == [Right.TOURNAMENTS]


def test_rights_of_an_ordinary_member_are_ignored(club: Club, carla: Player) -> None:
    give_only(club, carla, *Right)
    assert not may(club, carla, Right.MODERATION)
    assert not Club.objects.where_may(carla, Right.MODERATION).exists()


def test_clubs_where_a_player_has_a_right(club: Club, alice: Player, bob: Player, carla: Player) -> None:
    assert list(Club.objects.where_may(alice, Right.TOURNAMENTS)) == [club]
    assert list(Club.objects.where_may(bob, Right.TOURNAMENTS)) == [club]
    assert not Club.objects.where_may(carla, Right.TOURNAMENTS)
    give_only(club, bob, Right.MEMBERS)
    assert not Club.objects.where_may(bob, Right.TOURNAMENTS)


def test_a_private_club_is_open_to_its_members_only(private: Club, carla: Player, dora: Player) -> None:
    assert private.is_open_to(carla)
    assert not private.is_open_to(dora)
    assert not private.is_open_to(None)


def test_a_visitor_has_no_membership(club: Club) -> None:
    assert club.membership_of(None) is None
    assert club.is_open_to(None)


def test_the_database_allows_one_owner(club: Club, bob: Player) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        club.memberships.filter(player=bob).update(role=Membership.Role.OWNER)


def test_an_address_is_made_from_the_name() -> None:
    taken = {"good-friends", "good-friends-2"}
    assert address_from("Die Höhle", lambda address: False) == "die-hohle"
    assert address_from("Good Friends", taken.__contains__) == "good-friends-3"
    assert address_from("Admin", lambda address: False) == "admin-2"


@pytest.mark.parametrize("name", ["Ø", "骨牌", "!!!", "a", "x" * 60, "_-_", "New", "a_b__c", "Tournaments"])
def test_every_name_gives_a_valid_address(name: str) -> None:
    club = Club(name=name, slug=address_from(name, lambda address: False))
    club.clean_fields()


@pytest.mark.parametrize("slug", ["new", "admin", "ab", "a--b", "-ab", "Good", "a b", "x" * 41, "tournaments"])
def test_bad_addresses_are_refused(slug: str) -> None:
    with pytest.raises(ValidationError):
        Club(name="Good Friends", slug=slug).clean_fields()


def test_the_owner_of_a_club_cannot_be_deleted(club: Club, alice: Player) -> None:
    with pytest.raises(ProtectedError):
        alice.delete()
