"""Owner, officers and members: roles, removals, and who may do what."""

from collections.abc import Callable

import pytest

from accounts.models import Notice, Player
from accounts.notices import sentence
from action_log.models import LogLine
from clubs import services
from clubs.models import Ban, Club, Right
from clubs.services.founding import MOST_OWNED
from common.errors import UserError
from tests.clubs.conftest import NOW
from tests.clubs.people import A_DAY, asked, give_only, log_of, on_request, refused, role, told

pytestmark = pytest.mark.django_db


# --- Roles ---


def test_an_officer_is_appointed_given_rights_and_demoted(club: Club, alice: Player, carla: Player) -> None:
    services.promote(club_id=club.pk, by=alice, player_id=carla.pk, rights=[Right.MODERATION], now=NOW)
    assert _rights(club, carla) == [Right.MODERATION]
    services.change_rights(club_id=club.pk, by=alice, player_id=carla.pk, rights=[Right.MEMBERS], now=NOW)
    assert _rights(club, carla) == [Right.MEMBERS]
    services.demote(club_id=club.pk, by=alice, player_id=carla.pk, now=NOW)
    assert role(club, carla) == "member"
    assert _rights(club, carla) == []
    assert log_of(club)[-3:] == ["promoted", "trusted", "demoted"]
    assert told(carla) == ["club-role"] * 3


def _rights(club: Club, player: Player) -> list[Right]:
    membership = club.membership_of(player)
    assert membership is not None
    return membership.rights


def test_officers_cannot_appoint_officers(club: Club, bob: Player, carla: Player) -> None:
    for service in (services.promote, services.change_rights):
        with refused("not-owner"):
            service(club_id=club.pk, by=bob, player_id=carla.pk, rights=list(Right), now=NOW)
    with refused("not-owner"):
        services.hand_over(club_id=club.pk, by=bob, player_id=bob.pk, now=NOW)


def test_the_club_is_handed_over(club: Club, alice: Player, carla: Player) -> None:
    services.hand_over(club_id=club.pk, by=alice, player_id=carla.pk, now=NOW)
    assert (role(club, carla), role(club, alice)) == ("owner", "officer")
    assert _rights(club, alice) == list(Right)
    [notice] = Notice.objects.filter(player=carla)
    assert sentence(notice) == f"Alice has handed {club.name} over to you: you are its owner now."
    with refused("not-owner"):
        services.hand_over(club_id=club.pk, by=alice, player_id=carla.pk, now=NOW)
    services.leave(club_id=club.pk, player=alice, now=NOW)


def test_the_club_is_handed_to_members_only(club: Club, alice: Player, dora: Player) -> None:
    with refused("not-in-club"):
        services.hand_over(club_id=club.pk, by=alice, player_id=dora.pk, now=NOW)
    with refused("yourself"):
        services.hand_over(club_id=club.pk, by=alice, player_id=alice.pk, now=NOW)


def test_a_club_cannot_be_handed_to_an_owner_of_too_many(club: Club, alice: Player, carla: Player) -> None:
    for number in range(MOST_OWNED):
        services.found(founder=carla, now=NOW, name=f"Carla's {number}")
    with refused("too-many-owned"):
        services.hand_over(club_id=club.pk, by=alice, player_id=carla.pk, now=NOW)
    assert role(club, alice) == "owner"


# --- Removals and bans ---


def test_a_member_is_removed_and_may_come_back(club: Club, bob: Player, carla: Player) -> None:
    services.remove(club_id=club.pk, by=bob, player_id=carla.pk, now=NOW, reason="Gone for a year")
    assert role(club, carla) is None
    assert told(carla) == ["club-removed"]
    assert LogLine.objects.get(action="removed").reason == "Gone for a year"
    services.join(club_id=club.pk, player=carla, now=NOW)


def test_a_ban_holds_until_its_end(club: Club, bob: Player, carla: Player) -> None:
    link = services.invite(club_id=club.pk, by=bob, now=NOW, valid_for=30 * A_DAY)
    services.ban(club_id=club.pk, by=bob, player_id=carla.pk, now=NOW, reason="Rude", until=NOW + 7 * A_DAY)
    assert role(club, carla) is None
    assert told(carla) == ["club-banned"]
    with pytest.raises(UserError, match="Rude"):
        services.join(club_id=club.pk, player=carla, now=NOW + 6 * A_DAY)
    with refused("banned"):
        services.join_by_invitation(secret=link.secret, player=carla, now=NOW)
    on_request(club)
    with refused("banned"):
        services.ask(club_id=club.pk, player=carla, now=NOW)
    services.ask(club_id=club.pk, player=carla, now=NOW + 8 * A_DAY)


def test_a_ban_is_lifted(club: Club, bob: Player, dora: Player) -> None:
    request = asked(club, dora)
    ban = services.ban(club_id=club.pk, by=bob, player_id=dora.pk, now=NOW, reason="Rude")
    request.refresh_from_db()
    assert request.answer == "refused"
    services.lift(ban_id=ban.pk, by=bob, now=NOW)
    services.lift(ban_id=ban.pk, by=bob, now=NOW)
    assert log_of(club).count("lifted") == 1
    Club.objects.filter(pk=club.pk).update(admission=Club.Admission.OPEN)
    services.join(club_id=club.pk, player=dora, now=NOW)


def test_a_second_ban_replaces_the_first(club: Club, bob: Player, dora: Player) -> None:
    services.ban(club_id=club.pk, by=bob, player_id=dora.pk, now=NOW, reason="Rude", until=NOW + A_DAY)
    services.ban(club_id=club.pk, by=bob, player_id=dora.pk, now=NOW, reason="Rude again")
    assert [ban.reason for ban in Ban.objects.in_force(NOW)] == ["Rude again"]


def test_a_ban_needs_a_reason_and_an_end_that_is_to_come(club: Club, bob: Player, carla: Player) -> None:
    with refused("no-reason"):
        services.ban(club_id=club.pk, by=bob, player_id=carla.pk, now=NOW, reason="  ")
    with refused("past"):
        services.ban(club_id=club.pk, by=bob, player_id=carla.pk, now=NOW, reason="Rude", until=NOW)
    assert role(club, carla) == "member"


@pytest.mark.parametrize("service", [services.remove, services.ban])
def test_nobody_can_remove_those_who_outrank_them(
    service: Callable[..., object], club: Club, alice: Player, bob: Player, carla: Player
) -> None:
    services.promote(club_id=club.pk, by=alice, player_id=carla.pk, rights=list(Right), now=NOW)
    for player in (alice, carla):
        with refused("above-you"):
            service(club_id=club.pk, by=bob, player_id=player.pk, now=NOW, reason="Because")
    for player in (alice, bob):
        with refused("yourself"):
            service(club_id=club.pk, by=player, player_id=player.pk, now=NOW, reason="Because")
    service(club_id=club.pk, by=alice, player_id=carla.pk, now=NOW, reason="Because")
    assert role(club, carla) is None


# --- Rights ---


MINDED: dict[str, tuple[tuple[Right, ...], Callable[[Club, Player, Player], object]]] = {
    "accept": (
        (Right.MEMBERS,),
        lambda club, by, other: services.accept(request_id=asked(club, other).pk, by=by, now=NOW),
    ),
    "refuse": (
        (Right.MEMBERS,),
        lambda club, by, other: services.refuse(request_id=asked(club, other).pk, by=by, now=NOW),
    ),
    "invite": (
        (Right.MEMBERS,),
        lambda club, by, other: services.invite(club_id=club.pk, by=by, now=NOW, valid_for=A_DAY),
    ),
    "ban": (
        (Right.MODERATION,),
        lambda club, by, other: services.ban(club_id=club.pk, by=by, player_id=other.pk, now=NOW, reason="Rude"),
    ),
    "publish": (
        (Right.ANNOUNCEMENTS,),
        lambda club, by, other: services.publish(club_id=club.pk, by=by, now=NOW, title="News", text="It is on."),
    ),
}


@pytest.mark.parametrize("verb", MINDED)
@pytest.mark.parametrize("right", Right)
def test_officers_can_use_their_rights(
    verb: str, right: Right, club: Club, bob: Player, carla: Player, dora: Player
) -> None:
    rights, do = MINDED[verb]
    give_only(club, bob, right)
    if right in rights:
        do(club, bob, dora)
    else:
        with refused("no-right"):
            do(club, bob, dora)


@pytest.mark.parametrize("verb", MINDED)
def test_members_and_strangers_have_no_rights(verb: str, club: Club, carla: Player, dora: Player) -> None:
    other = Player.objects.create_user(username="Emil")
    with refused("no-right"):
        MINDED[verb][1](club, carla, other)
    with refused("not-a-member"):
        MINDED[verb][1](club, dora, other)
