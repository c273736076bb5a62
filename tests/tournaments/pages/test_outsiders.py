"""Players banned from a club lose its tournaments, whatever their part was; non-members do not run them."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Player
from clubs import services as clubs
from clubs.models import Club, Membership
from common.errors import UserError
from tests.tournaments import chatting
from tests.tournaments.people import planned, players
from tests.tournaments.plans import changed, club_of
from tournaments.base import querysets
from tournaments.base.permissions import may_organise, organisers_of, planned_by
from tournaments.life import entering
from tournaments.models import Entry, Tournament
from tournaments.planning import organising

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(alice: Player, olga: Player) -> Club:
    """Return a club that Alice owns, with Olga in charge of its tournaments."""
    club = club_of(alice)
    Membership.objects.create(club=club, player=olga, role=Membership.Role.OFFICER, minds_tournaments=True)
    return club


def sees(player: Player, address: str) -> bool:
    client = Client()
    client.force_login(player)
    return client.get(address).status_code == 200


def page_for(player: Player, tournament: Tournament) -> str:
    client = Client()
    client.force_login(player)
    return client.get(tournament.get_absolute_url()).content.decode()


def test_an_organiser_banned_from_the_club_no_longer_runs_its_tournaments(
    club: Club, alice: Player, olga: Player
) -> None:
    tournament = planned(olga, club=club)
    control = f"{tournament.get_absolute_url()}control/"
    assert sees(olga, control)
    clubs.ban(club_id=club.pk, by=alice, player_id=olga.pk, now=timezone.now(), reason="She cheats.")
    assert not sees(olga, control)
    assert sees(alice, control)


def test_a_helper_banned_from_the_club_no_longer_helps(club: Club, alice: Player, bob: Player, olga: Player) -> None:
    Membership.objects.create(club=club, player=bob)
    tournament = planned(olga, club=club)
    tournament.helpers.add(bob)
    assert sees(bob, f"{tournament.get_absolute_url()}control/")
    clubs.ban(club_id=club.pk, by=alice, player_id=bob.pk, now=timezone.now(), reason="He cheats.")
    assert not sees(bob, f"{tournament.get_absolute_url()}control/")


def test_leaving_the_club_ends_access_to_its_control_rooms(
    club: Club, alice: Player, bob: Player, olga: Player
) -> None:
    Membership.objects.create(club=club, player=bob)
    tournament, draft = planned(olga, club=club), planned(olga, club=club, name="Secret")
    Tournament.objects.filter(pk=draft.pk).update(status=Tournament.Status.DRAFT)
    tournament.helpers.add(bob)
    control = f"{tournament.get_absolute_url()}control/"
    assert [sees(one, control) for one in (olga, bob, alice)] == [True, True, True]
    assert list(querysets.drafts_of(olga)) == [draft]
    for player in (olga, bob):
        clubs.leave(club_id=club.pk, player=player, now=timezone.now())
    assert [sees(one, control) for one in (olga, bob, alice)] == [False, False, True]
    assert sees(olga, tournament.get_absolute_url())
    assert not sees(olga, draft.get_absolute_url())
    assert not querysets.drafts_of(olga)


def test_officers_run_the_tournaments_of_those_who_left(club: Club, alice: Player, olga: Player) -> None:
    paul, quentin = players(2)
    Membership.objects.create(club=club, player=paul, role=Membership.Role.OFFICER, minds_tournaments=True)
    Membership.objects.create(club=club, player=quentin, role=Membership.Role.OFFICER, minds_members=True)
    tournament = planned(olga, club=club)
    assert organisers_of(tournament) == {alice.pk, olga.pk, paul.pk}
    clubs.leave(club_id=club.pk, player=olga, now=timezone.now())
    assert organisers_of(tournament) == {alice.pk, paul.pk}
    for player in (alice, olga, paul, quentin):
        assert may_organise(tournament, player) == (player in (alice, paul))


def test_an_officer_who_is_a_member_again_runs_only_what_they_planned(club: Club, alice: Player, olga: Player) -> None:
    hers, other = planned(olga, club=club), planned(alice, club=club)
    assert may_organise(other, olga)
    clubs.demote(club_id=club.pk, by=alice, player_id=olga.pk, now=timezone.now())
    assert may_organise(hers, olga)
    assert not may_organise(other, olga)


def test_a_closed_clubs_tournaments_are_run_by_their_planners(club: Club, alice: Player, olga: Player) -> None:
    tournament = planned(olga, club=club)
    clubs.leave(club_id=club.pk, player=olga, now=timezone.now())
    clubs.close(club_id=club.pk, by=alice, now=timezone.now())
    tournament.refresh_from_db()
    assert organisers_of(tournament) == {olga.pk}
    assert may_organise(tournament, olga)
    assert not may_organise(tournament, alice)


def test_the_query_says_what_the_rule_says(club: Club, bob: Player, olga: Player) -> None:
    """For tournaments that somebody has planned or helps with."""
    Membership.objects.create(club=club, player=bob)
    in_club, of_site, left_behind = planned(olga, club=club), planned(olga), planned(bob, club=club)
    for tournament in (in_club, of_site):
        tournament.helpers.add(bob)
    clubs.leave(club_id=club.pk, player=olga, now=timezone.now())
    for player in (bob, olga):
        planned_by_them = [one for one in (in_club, of_site, left_behind) if player in (one.organiser, bob)]
        found = planned_by(player)
        assert set(found) == {one for one in planned_by_them if may_organise(one, player)}


def test_only_members_help_with_a_clubs_tournament(club: Club, bob: Player, olga: Player) -> None:
    tournament = planned(olga, club=club)
    with pytest.raises(UserError, match="Bob would have to join first") as refusal:
        organising.revise(tournament_id=tournament.pk, by=olga, helpers=[bob], to=changed())
    assert refusal.value.code == "helper-outside"
    Membership.objects.create(club=club, player=bob)
    organising.revise(tournament_id=tournament.pk, by=olga, helpers=[bob], to=changed())
    assert list(tournament.helpers.all()) == [bob]
    elsewhere = planned(olga)
    organising.revise(tournament_id=elsewhere.pk, by=olga, helpers=players(1), to=changed())


def test_a_banned_player_can_neither_enter_nor_write(club: Club, alice: Player, olga: Player) -> None:
    tournament, (banned, other) = planned(olga, club=club), players(2)
    clubs.ban(club_id=club.pk, by=alice, player_id=banned.pk, now=timezone.now(), reason="He cheats.")
    for verb in (
        lambda: entering.enter(tournament_id=tournament.pk, player=banned),
        lambda: chatting.say(tournament_id=tournament.pk, player=banned, text="Boo"),
    ):
        with pytest.raises(UserError) as refusal:
            verb()
        assert refusal.value.code == "banned"
        assert str(refusal.value) in page_for(banned, tournament), "the page says so before they try"
    entering.enter(tournament_id=tournament.pk, player=other)
    assert Entry.objects.count() == 1
    says_something = 'id="say"'
    assert says_something not in page_for(banned, tournament)
    assert says_something in page_for(other, tournament)


def test_an_entrant_who_leaves_a_private_club_can_still_withdraw(club: Club, alice: Player, olga: Player) -> None:
    Club.objects.filter(pk=club.pk).update(is_private=True)
    club.refresh_from_db()
    (paul,) = players(1)
    membership = Membership.objects.create(club=club, player=paul)
    tournament = planned(olga, club=club)
    entering.enter(tournament_id=tournament.pk, player=paul)
    membership.delete()
    client = Client()
    client.force_login(paul)
    assert client.get(tournament.get_absolute_url()).status_code == 200
    client.post(f"{tournament.get_absolute_url()}withdraw/")
    assert Entry.objects.get(player=paul).status == Entry.Status.WITHDRAWN
    assert client.get(tournament.get_absolute_url()).status_code == 404
