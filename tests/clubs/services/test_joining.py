"""Joining and leaving a club."""

import pytest
from pytest_django import Settings

from accounts.models import Player
from clubs import services
from clubs.models import Club, JoinRequest
from clubs.services.inviting import MOST_VALID
from tests.clubs.conftest import NOW
from tests.clubs.people import A_DAY, asked, log_of, on_request, refused, role, told

pytestmark = pytest.mark.django_db


# --- Joining and leaving ---


def test_an_open_club_is_joined(club: Club, dora: Player) -> None:
    services.join(club_id=club.pk, player=dora, now=NOW)
    services.join(club_id=club.pk, player=dora, now=NOW)
    assert role(club, dora) == "member"
    assert log_of(club).count("joined") == 3  # Bob, Carla and Dora


@pytest.mark.parametrize("admission", ["request", "invited"])
def test_other_clubs_cannot_be_joined_directly(admission: str, club: Club, dora: Player) -> None:
    Club.objects.filter(pk=club.pk).update(admission=admission)
    with refused("not-open"):
        services.join(club_id=club.pk, player=dora, now=NOW)


def test_officers_are_not_flooded_with_requests(club: Club, alice: Player, dora: Player, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "invitations": "3/hour"}
    for _ in range(3):
        asked(club, dora, "Please!")
        services.withdraw(club_id=club.pk, player=dora, now=NOW)
    with refused("too-often"):
        asked(club, dora, "Please!")
    assert told(alice).count("club-request") == 3


def test_a_request_is_accepted(club: Club, alice: Player, bob: Player, carla: Player, dora: Player) -> None:
    request = asked(club, dora, "  I know\nBob ")
    assert request.line == "I know Bob"
    for player in (alice, bob):
        assert told(player)[-1] == "club-request"
    assert "club-request" not in told(carla)
    services.accept(request_id=request.pk, by=bob, now=NOW)
    assert role(club, dora) == "member"
    assert told(dora) == ["club-accepted"]
    assert log_of(club)[-1] == "accepted"
    with refused("answered"):
        services.refuse(request_id=request.pk, by=bob, now=NOW)


def test_a_request_that_was_refused_is_not_made_again_at_once(club: Club, bob: Player, dora: Player) -> None:
    services.refuse(request_id=asked(club, dora).pk, by=bob, now=NOW)
    assert told(dora) == ["club-refused"]
    with refused("asked-lately"):
        services.ask(club_id=club.pk, player=dora, now=NOW + 6 * A_DAY)
    services.ask(club_id=club.pk, player=dora, now=NOW + 8 * A_DAY)
    assert role(club, dora) is None


def test_one_request_at_a_time_whose_line_may_change(club: Club, alice: Player, dora: Player) -> None:
    asked(club, dora, "Hello")
    services.ask(club_id=club.pk, player=dora, now=NOW, text="Hello again")
    assert [one.line for one in JoinRequest.objects.all()] == ["Hello again"]
    assert told(alice).count("club-request") == 1


def test_a_request_is_withdrawn_and_made_again(club: Club, dora: Player) -> None:
    asked(club, dora)
    services.withdraw(club_id=club.pk, player=dora, now=NOW)
    with refused("no-request"):
        services.withdraw(club_id=club.pk, player=dora, now=NOW)
    services.ask(club_id=club.pk, player=dora, now=NOW)
    assert JoinRequest.objects.filter(answer="waiting").count() == 1


def test_the_length_of_a_request_is_limited(club: Club, dora: Player) -> None:
    on_request(club)
    with refused("too-long"):
        services.ask(club_id=club.pk, player=dora, now=NOW, text="x" * 201)


def test_requests_by_members_and_to_open_clubs_are_refused(club: Club, carla: Player, dora: Player) -> None:
    with refused("not-on-request"):
        services.ask(club_id=club.pk, player=dora, now=NOW)
    with refused("member-already"):
        services.ask(club_id=club.pk, player=carla, now=NOW)


def test_members_leave_and_the_owner_does_not(club: Club, alice: Player, carla: Player, dora: Player) -> None:
    services.leave(club_id=club.pk, player=carla, now=NOW)
    assert role(club, carla) is None
    with refused("owner-stays"):
        services.leave(club_id=club.pk, player=alice, now=NOW)
    with refused("not-a-member"):
        services.leave(club_id=club.pk, player=dora, now=NOW)


# --- Invitations ---


def test_a_link_lets_in_as_often_as_it_says(club: Club, bob: Player, dora: Player, carla: Player) -> None:
    Club.objects.filter(pk=club.pk).update(admission=Club.Admission.INVITED)
    link = services.invite(club_id=club.pk, by=bob, now=NOW, valid_for=A_DAY, most_uses=1, text="the choir")
    services.join_by_invitation(secret=link.secret, player=carla, now=NOW)  # a member already: uses nothing up
    services.join_by_invitation(secret=link.secret, player=dora, now=NOW)
    link.refresh_from_db()
    assert (role(club, dora), link.uses) == ("member", 1)
    emil = Player.objects.create_user(username="Emil")
    with refused("not-valid"):
        services.join_by_invitation(secret=link.secret, player=emil, now=NOW)


def test_a_link_expires_and_can_be_revoked(club: Club, bob: Player, dora: Player) -> None:
    link = services.invite(club_id=club.pk, by=bob, now=NOW, valid_for=A_DAY)
    with refused("not-valid"):
        services.join_by_invitation(secret=link.secret, player=dora, now=NOW + A_DAY)
    services.revoke(invitation_id=link.pk, by=bob, now=NOW)
    services.revoke(invitation_id=link.pk, by=bob, now=NOW)
    with refused("not-valid"):
        services.join_by_invitation(secret=link.secret, player=dora, now=NOW)
    with refused("not-valid"):
        services.join_by_invitation(secret="guessed", player=dora, now=NOW)
    assert log_of(club)[-2:] == ["invited", "revoked"]


def test_the_number_of_links_is_limited(club: Club, bob: Player) -> None:
    for _ in range(MOST_VALID):
        services.invite(club_id=club.pk, by=bob, now=NOW, valid_for=A_DAY)
    with refused("too-many-invitations"):
        services.invite(club_id=club.pk, by=bob, now=NOW, valid_for=A_DAY)
    services.invite(club_id=club.pk, by=bob, now=NOW + 2 * A_DAY, valid_for=A_DAY)


def test_a_link_answers_a_request_that_waits(club: Club, bob: Player, dora: Player) -> None:
    request = asked(club, dora)
    link = services.invite(club_id=club.pk, by=bob, now=NOW, valid_for=A_DAY)
    services.join_by_invitation(secret=link.secret, player=dora, now=NOW)
    request.refresh_from_db()
    assert request.answer == "accepted"
