"""Founding, changing and closing clubs."""

import pytest
from django.core.exceptions import ValidationError

from accounts.models import Player
from clubs import services
from clubs.models import Club, Membership, Right
from clubs.services.founding import MOST_OWNED
from tests.clubs.conftest import NOW
from tests.clubs.people import A_DAY, asked, log_of, on_request, refused, role

pytestmark = pytest.mark.django_db


def test_the_founder_owns_the_club(alice: Player) -> None:
    club = services.found(founder=alice, now=NOW, name="Good Friends")
    assert club.slug == "good-friends"
    assert role(club, alice) == "owner"
    assert log_of(club) == ["founded"]


def test_guests_cannot_found_or_join_clubs(guest: Player, club: Club) -> None:
    with refused("guest"):
        services.found(founder=guest, now=NOW, name="Guests")
    with refused("guest"):
        services.join(club_id=club.pk, player=guest, now=NOW)
    on_request(club)
    with refused("guest"):
        services.ask(club_id=club.pk, player=guest, now=NOW)
    invitation = services.invite(club_id=club.pk, by=_owner(club), now=NOW, valid_for=A_DAY)
    with refused("guest"):
        services.join_by_invitation(secret=invitation.secret, player=guest, now=NOW)


def _owner(club: Club) -> Player:
    return club.memberships.get(role="owner").player


def test_two_clubs_of_one_name_have_two_addresses(alice: Player, bob: Player) -> None:
    slugs = [services.found(founder=one, now=NOW, name="Good Friends").slug for one in (alice, bob)]
    assert slugs == ["good-friends", "good-friends-2"]


@pytest.mark.parametrize("slug", ["good-friends", "admin", "no spaces", "ab"])
def test_taken_reserved_and_invalid_addresses_are_refused(slug: str, club: Club, dora: Player) -> None:
    with pytest.raises(ValidationError) as refusal:
        services.found(founder=dora, now=NOW, name="Others", slug=slug)
    assert "slug" in refusal.value.message_dict


def test_the_number_of_clubs_per_owner_is_limited(alice: Player) -> None:
    for number in range(MOST_OWNED):
        services.found(founder=alice, now=NOW, name=f"Club {number}")
    with refused("too-many-owned"):
        services.found(founder=alice, now=NOW, name="One more")


def test_only_the_owner_changes_the_club(club: Club, alice: Player, bob: Player) -> None:
    services.edit(club_id=club.pk, by=alice, now=NOW, name="Best Friends", hue=210, is_private=True)
    club.refresh_from_db()
    assert (club.name, club.slug, club.hue, club.is_private) == ("Best Friends", "good-friends", 210, True)
    with refused("not-owner"):
        services.edit(club_id=club.pk, by=bob, now=NOW, name="Bob's")


@pytest.mark.parametrize("fact", [{"hue": 360}, {"time_zone": "Mars/North"}, {"language": "xx"}, {"about": "x" * 4001}])
def test_invalid_settings_are_refused(fact: dict[str, object], club: Club, alice: Player) -> None:
    with pytest.raises(ValidationError):
        services.edit(club_id=club.pk, by=alice, now=NOW, name="Good Friends", **fact)  # type: ignore[arg-type]


def test_the_last_member_closes_the_club(alice: Player, dora: Player) -> None:
    club = services.found(founder=alice, now=NOW, name="Short-lived", admission="request")
    request = asked(club, dora)
    invitation = services.invite(club_id=club.pk, by=alice, now=NOW, valid_for=A_DAY)
    services.close(club_id=club.pk, by=alice, now=NOW)
    assert not Club.objects.alive().exists()
    assert not Membership.objects.exists()
    with refused("no-such-club"):
        services.join_by_invitation(secret=invitation.secret, player=dora, now=NOW)
    with refused("no-such-club"):
        services.accept(request_id=request.pk, by=alice, now=NOW)
    assert not Club.objects.where_may(alice, Right.TOURNAMENTS)


def test_a_club_with_members_is_not_closed(club: Club, alice: Player) -> None:
    with refused("not-alone"):
        services.close(club_id=club.pk, by=alice, now=NOW)
