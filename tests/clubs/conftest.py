"""The people of a club: Alice owns it, Bob is an officer, Carla a member, Dora a stranger."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from accounts.models import Player
from accounts.services import create_guest
from clubs import services
from clubs.models import Club, Right

NOW = datetime(2024, 5, 10, 20, 0, tzinfo=UTC)


@pytest.fixture
def carla(db: None) -> Player:
    return Player.objects.create_user(username="Carla", email="carla@example.org", password="Carla-likes-bones")


@pytest.fixture
def dora(db: None) -> Player:
    return Player.objects.create_user(username="Dora", email="dora@example.org", password="Dora-likes-bones")


@pytest.fixture
def guest(db: None) -> Player:
    return create_guest()


@pytest.fixture
def club(alice: Player, bob: Player, carla: Player) -> Club:
    """Return a club that is open to everyone, in which Bob has every right."""
    club = services.found(founder=alice, now=NOW, name="Good Friends", about="We play on **Fridays**.")
    for player in (bob, carla):
        services.join(club_id=club.pk, player=player, now=NOW)
    services.promote(club_id=club.pk, by=alice, player_id=bob.pk, rights=list(Right), now=NOW)
    return club


@pytest.fixture
def private(club: Club) -> Club:
    """Return the same club, private and joined on request."""
    Club.objects.filter(pk=club.pk).update(is_private=True, admission=Club.Admission.REQUEST)
    club.refresh_from_db()
    return club
