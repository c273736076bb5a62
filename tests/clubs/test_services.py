"""What may be done in a club, by whom, and what it leads to."""

import threading
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.db import connection

from accounts.models import Notice, Player
from accounts.refusals import Refused
from clubs import services
from clubs.models import Ban, Club, ClubAct, Invitation, JoinRequest, Membership, Right
from clubs.services.founding import MOST_OWNED
from clubs.services.inviting import MOST_VALID
from tests.clubs.conftest import NOW
from tests.clubs.people import log_of, refused, trusted_only_with

pytestmark = pytest.mark.django_db

A_DAY = timedelta(days=1)


def role(club: Club, player: Player) -> str | None:
    membership = club.membership_of(player)
    return membership.role if membership else None


def told(player: Player) -> list[str]:
    return list(Notice.objects.filter(player=player).order_by("created_at").values_list("kind", flat=True))


def on_request(club: Club) -> None:
    Club.objects.filter(pk=club.pk).update(admission=Club.Admission.REQUEST)


def asked(club: Club, player: Player, text: str = "Hello") -> JoinRequest:
    on_request(club)
    services.ask(club_id=club.pk, player=player, now=NOW, text=text)
    return JoinRequest.objects.get(club=club, player=player, answer="waiting")


# --- Founding, changing, ending ---


def test_who_founds_a_club_owns_it(alice: Player) -> None:
    club = services.found(founder=alice, now=NOW, name="Good Friends")
    assert club.slug == "good-friends"
    assert role(club, alice) == "owner"
    assert log_of(club) == ["founded"]


def test_guests_found_and_join_no_clubs(guest: Player, club: Club) -> None:
    with refused("guest"):
        services.found(founder=guest, now=NOW, name="Guests")
    with refused("guest"):
        services.join(club_id=club.pk, player=guest, now=NOW)
    on_request(club)
    with refused("guest"):
        services.ask(club_id=club.pk, player=guest, now=NOW)
    invitation = services.invite(club_id=club.pk, by=_owner(club), now=NOW, valid_for=A_DAY)
    with refused("guest"):
        services.come_by_invitation(secret=invitation.secret, player=guest, now=NOW)


def _owner(club: Club) -> Player:
    return club.memberships.get(role="owner").player


def test_two_clubs_of_one_name_have_two_addresses(alice: Player, bob: Player) -> None:
    slugs = [services.found(founder=one, now=NOW, name="Good Friends").slug for one in (alice, bob)]
    assert slugs == ["good-friends", "good-friends-2"]


@pytest.mark.parametrize("slug", ["good-friends", "admin", "no spaces", "ab"])
def test_an_address_that_is_taken_kept_free_or_none_is_refused(slug: str, club: Club, dora: Player) -> None:
    with pytest.raises(ValidationError) as refusal:
        services.found(founder=dora, now=NOW, name="Others", slug=slug)
    assert "slug" in refusal.value.message_dict


def test_nobody_owns_very_many_clubs(alice: Player) -> None:
    for number in range(MOST_OWNED):
        services.found(founder=alice, now=NOW, name=f"Club {number}")
    with refused("too-many-owned"):
        services.found(founder=alice, now=NOW, name="One more")


def test_the_owner_alone_changes_the_club(club: Club, alice: Player, bob: Player) -> None:
    services.edit(club_id=club.pk, by=alice, now=NOW, name="Best Friends", hue=210, is_private=True)
    club.refresh_from_db()
    assert (club.name, club.slug, club.hue, club.is_private) == ("Best Friends", "good-friends", 210, True)
    with refused("not-owner"):
        services.edit(club_id=club.pk, by=bob, now=NOW, name="Bob's")


@pytest.mark.parametrize("fact", [{"hue": 360}, {"time_zone": "Mars/North"}, {"language": "xx"}, {"about": "x" * 4001}])
def test_nonsense_is_refused(fact: dict[str, object], club: Club, alice: Player) -> None:
    with pytest.raises(ValidationError):
        services.edit(club_id=club.pk, by=alice, now=NOW, name="Good Friends", **fact)  # type: ignore[arg-type]


def test_the_last_one_closes_the_club(alice: Player, dora: Player) -> None:
    club = services.found(founder=alice, now=NOW, name="Short-lived", admission="request")
    request = asked(club, dora)
    invitation = services.invite(club_id=club.pk, by=alice, now=NOW, valid_for=A_DAY)
    services.close(club_id=club.pk, by=alice, now=NOW)
    assert not Club.objects.alive().exists()
    assert not Membership.objects.exists()
    with refused("no-such-club"):
        services.come_by_invitation(secret=invitation.secret, player=dora, now=NOW)
    with refused("no-such-club"):
        services.accept(request_id=request.pk, by=alice, now=NOW)
    assert not Club.objects.where_may(alice, Right.TOURNAMENTS)


def test_a_club_with_members_is_not_closed(club: Club, alice: Player) -> None:
    with refused("not-alone"):
        services.close(club_id=club.pk, by=alice, now=NOW)


# --- Joining and leaving ---


def test_an_open_club_is_joined(club: Club, dora: Player) -> None:
    services.join(club_id=club.pk, player=dora, now=NOW)
    services.join(club_id=club.pk, player=dora, now=NOW)
    assert role(club, dora) == "member"
    assert log_of(club).count("joined") == 3  # Bob, Carla and Dora


@pytest.mark.parametrize("admission", ["request", "invited"])
def test_other_clubs_are_not_joined_just_so(admission: str, club: Club, dora: Player) -> None:
    Club.objects.filter(pk=club.pk).update(admission=admission)
    with refused("not-open"):
        services.join(club_id=club.pk, player=dora, now=NOW)


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


def test_what_is_asked_is_short(club: Club, dora: Player) -> None:
    on_request(club)
    with refused("too-long"):
        services.ask(club_id=club.pk, player=dora, now=NOW, text="x" * 201)


def test_members_and_open_clubs_are_not_asked(club: Club, carla: Player, dora: Player) -> None:
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
    services.come_by_invitation(secret=link.secret, player=carla, now=NOW)  # a member already: nothing is used up
    services.come_by_invitation(secret=link.secret, player=dora, now=NOW)
    link.refresh_from_db()
    assert (role(club, dora), link.uses) == ("member", 1)
    emil = Player.objects.create_user(username="Emil")
    with refused("not-valid"):
        services.come_by_invitation(secret=link.secret, player=emil, now=NOW)


def test_a_link_expires_and_is_taken_back(club: Club, bob: Player, dora: Player) -> None:
    link = services.invite(club_id=club.pk, by=bob, now=NOW, valid_for=A_DAY)
    with refused("not-valid"):
        services.come_by_invitation(secret=link.secret, player=dora, now=NOW + A_DAY)
    services.revoke(invitation_id=link.pk, by=bob, now=NOW)
    services.revoke(invitation_id=link.pk, by=bob, now=NOW)
    with refused("not-valid"):
        services.come_by_invitation(secret=link.secret, player=dora, now=NOW)
    with refused("not-valid"):
        services.come_by_invitation(secret="guessed", player=dora, now=NOW)
    assert log_of(club)[-2:] == ["invited", "revoked"]


def test_there_are_not_too_many_links(club: Club, bob: Player) -> None:
    for _ in range(MOST_VALID):
        services.invite(club_id=club.pk, by=bob, now=NOW, valid_for=A_DAY)
    with refused("too-many-invitations"):
        services.invite(club_id=club.pk, by=bob, now=NOW, valid_for=A_DAY)
    services.invite(club_id=club.pk, by=bob, now=NOW + 2 * A_DAY, valid_for=A_DAY)


def test_a_link_answers_a_request_that_waits(club: Club, bob: Player, dora: Player) -> None:
    request = asked(club, dora)
    link = services.invite(club_id=club.pk, by=bob, now=NOW, valid_for=A_DAY)
    services.come_by_invitation(secret=link.secret, player=dora, now=NOW)
    request.refresh_from_db()
    assert request.answer == "accepted"


# --- Roles ---


def test_an_officer_is_made_trusted_and_unmade(club: Club, alice: Player, carla: Player) -> None:
    services.promote(club_id=club.pk, by=alice, player_id=carla.pk, rights=[Right.PEACE], now=NOW)
    assert _rights(club, carla) == [Right.PEACE]
    services.trust(club_id=club.pk, by=alice, player_id=carla.pk, rights=[Right.MEMBERS], now=NOW)
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


def test_officers_make_no_officers(club: Club, bob: Player, carla: Player) -> None:
    for service in (services.promote, services.trust):
        with refused("not-owner"):
            service(club_id=club.pk, by=bob, player_id=carla.pk, rights=list(Right), now=NOW)
    with refused("not-owner"):
        services.hand_over(club_id=club.pk, by=bob, player_id=bob.pk, now=NOW)


def test_the_club_is_handed_over(club: Club, alice: Player, carla: Player) -> None:
    services.hand_over(club_id=club.pk, by=alice, player_id=carla.pk, now=NOW)
    assert (role(club, carla), role(club, alice)) == ("owner", "officer")
    assert _rights(club, alice) == list(Right)
    with refused("not-owner"):
        services.hand_over(club_id=club.pk, by=alice, player_id=carla.pk, now=NOW)
    services.leave(club_id=club.pk, player=alice, now=NOW)


def test_the_club_is_handed_to_members_only(club: Club, alice: Player, dora: Player) -> None:
    with refused("not-in-club"):
        services.hand_over(club_id=club.pk, by=alice, player_id=dora.pk, now=NOW)
    with refused("yourself"):
        services.hand_over(club_id=club.pk, by=alice, player_id=alice.pk, now=NOW)


def test_the_club_is_not_handed_to_one_who_owns_enough(club: Club, alice: Player, carla: Player) -> None:
    for number in range(MOST_OWNED):
        services.found(founder=carla, now=NOW, name=f"Carla's {number}")
    with refused("too-many-owned"):
        services.hand_over(club_id=club.pk, by=alice, player_id=carla.pk, now=NOW)
    assert role(club, alice) == "owner"


# --- Peace ---


def test_a_member_is_removed_and_may_come_back(club: Club, bob: Player, carla: Player) -> None:
    services.remove(club_id=club.pk, by=bob, player_id=carla.pk, now=NOW, reason="Gone for a year")
    assert role(club, carla) is None
    assert told(carla) == ["club-removed"]
    assert ClubAct.objects.get(kind="removed").words == "Gone for a year"
    services.join(club_id=club.pk, player=carla, now=NOW)


def test_who_is_banned_stays_out_until_the_end(club: Club, bob: Player, carla: Player) -> None:
    link = services.invite(club_id=club.pk, by=bob, now=NOW, valid_for=30 * A_DAY)
    services.ban(club_id=club.pk, by=bob, player_id=carla.pk, now=NOW, reason="Rude", until=NOW + 7 * A_DAY)
    assert role(club, carla) is None
    assert told(carla) == ["club-banned"]
    with pytest.raises(Refused, match="Rude"):
        services.join(club_id=club.pk, player=carla, now=NOW + 6 * A_DAY)
    with refused("banned"):
        services.come_by_invitation(secret=link.secret, player=carla, now=NOW)
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
def test_nobody_sends_away_those_above(
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
        (Right.PEACE,),
        lambda club, by, other: services.ban(club_id=club.pk, by=by, player_id=other.pk, now=NOW, reason="Rude"),
    ),
    "publish": (
        (Right.ANNOUNCEMENTS,),
        lambda club, by, other: services.publish(club_id=club.pk, by=by, now=NOW, title="News", text="It is on."),
    ),
}


@pytest.mark.parametrize("verb", MINDED)
@pytest.mark.parametrize("right", Right)
def test_officers_do_what_they_are_trusted_with(
    verb: str, right: Right, club: Club, bob: Player, carla: Player, dora: Player
) -> None:
    rights, do = MINDED[verb]
    trusted_only_with(club, bob, right)
    if right in rights:
        do(club, bob, dora)
    else:
        with refused("no-right"):
            do(club, bob, dora)


@pytest.mark.parametrize("verb", MINDED)
def test_members_and_strangers_do_none_of_it(verb: str, club: Club, carla: Player, dora: Player) -> None:
    other = Player.objects.create_user(username="Emil")
    with refused("no-right"):
        MINDED[verb][1](club, carla, other)
    with refused("not-a-member"):
        MINDED[verb][1](club, dora, other)


# --- Announcements ---


def test_an_announcement_is_said_changed_pinned_and_deleted(club: Club, alice: Player, bob: Player) -> None:
    said = services.publish(club_id=club.pk, by=bob, now=NOW, title=" Summer  party ", text="\nIn the garden\n")
    assert (said.title, said.text) == ("Summer party", "In the garden")
    services.revise(announcement_id=said.pk, by=alice, now=NOW + A_DAY, title="Party", text="Indoors")
    services.pin(announcement_id=said.pk, by=bob, now=NOW)
    said.refresh_from_db()
    assert (said.title, said.author, said.edited_at, said.is_pinned) == ("Party", bob, NOW + A_DAY, True)
    services.unpin(announcement_id=said.pk, by=bob, now=NOW)
    services.take_down(announcement_id=said.pk, by=bob, now=NOW)
    with refused("gone"):
        services.take_down(announcement_id=said.pk, by=bob, now=NOW)
    assert sorted(log_of(club)[-5:]) == ["announced", "pinned", "revised", "taken-down", "unpinned"]


def test_few_announcements_are_pinned(club: Club, bob: Player) -> None:
    said = [services.publish(club_id=club.pk, by=bob, now=NOW, title=f"No. {n}", text="!") for n in range(4)]
    for one in said[:3]:
        services.pin(announcement_id=one.pk, by=bob, now=NOW)
    services.pin(announcement_id=said[0].pk, by=bob, now=NOW)
    with refused("too-many-pinned"):
        services.pin(announcement_id=said[3].pk, by=bob, now=NOW)


@pytest.mark.parametrize(
    ("title", "text", "code"),
    [("", "text", "nothing-said"), ("title", " ", "nothing-said"), ("x" * 81, "text", "too-long"),
     ("title", "x" * 10_001, "too-long")],
)  # fmt: skip
def test_an_announcement_has_its_bounds(title: str, text: str, code: str, club: Club, bob: Player) -> None:
    with refused(code):
        services.publish(club_id=club.pk, by=bob, now=NOW, title=title, text=text)


# --- Two at once ---


def at_once(*doings: Callable[[], object]) -> list[str]:
    """Each in a thread of its own, started together; how each ended."""
    start = threading.Barrier(len(doings))
    ends: list[str] = []

    def run(doing: Callable[[], object]) -> None:
        start.wait(10)
        try:
            doing()
        except Refused as refusal:
            ends.append(refusal.code)
        else:
            ends.append("done")
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=[doing]) for doing in doings]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return sorted(ends)


@pytest.mark.django_db(transaction=True)
def test_joining_twice_at_once_is_joining_once(club: Club, dora: Player) -> None:
    def join() -> None:
        services.join(club_id=club.pk, player=dora, now=NOW)

    assert at_once(join, join, join) == ["done"] * 3
    assert club.memberships.filter(player=dora).count() == 1


@pytest.mark.django_db(transaction=True)
def test_the_last_use_of_a_link_is_for_one(club: Club, bob: Player, dora: Player) -> None:
    emil = Player.objects.create_user(username="Emil")
    link = services.invite(club_id=club.pk, by=bob, now=NOW, valid_for=A_DAY, most_uses=1)

    def come(player: Player) -> Callable[[], object]:
        return lambda: services.come_by_invitation(secret=link.secret, player=player, now=NOW)

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
