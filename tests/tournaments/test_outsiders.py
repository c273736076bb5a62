"""Whom a club keeps out has no business in its tournaments any more, whatever they were there before."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Player
from accounts.refusals import Refused
from clubs import services as clubs
from clubs.models import Club, Membership
from tests.tournaments.people import planned, players
from tests.tournaments.plans import club_of
from tournaments import services
from tournaments.models import Entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(alice: Player, olga: Player) -> Club:
    """Alice owns it, Olga minds its tournaments."""
    club = club_of(alice)
    Membership.objects.create(club=club, player=olga, role=Membership.Role.OFFICER, minds_tournaments=True)
    return club


def sees(player: Player, address: str) -> bool:
    client = Client()
    client.force_login(player)
    return client.get(address).status_code == 200


def test_an_organiser_who_is_banned_from_the_club_runs_its_tournaments_no_more(
    club: Club, alice: Player, olga: Player
) -> None:
    tournament = planned(olga, club=club)
    control = f"{tournament.get_absolute_url()}control/"
    assert sees(olga, control)
    clubs.ban(club_id=club.pk, by=alice, player_id=olga.pk, now=timezone.now(), reason="She cheats.")
    assert not sees(olga, control)
    assert sees(alice, control)


def test_a_helper_who_is_banned_from_the_club_helps_no_more(
    club: Club, alice: Player, bob: Player, olga: Player
) -> None:
    tournament = planned(olga, club=club)
    tournament.helpers.add(bob)
    assert sees(bob, f"{tournament.get_absolute_url()}control/")
    clubs.ban(club_id=club.pk, by=alice, player_id=bob.pk, now=timezone.now(), reason="He cheats.")
    assert not sees(bob, f"{tournament.get_absolute_url()}control/")


def test_who_is_banned_from_the_club_neither_enters_its_tournaments_nor_speaks_there(
    club: Club, alice: Player, olga: Player
) -> None:
    tournament, (banned, other) = planned(olga, club=club), players(2)
    clubs.ban(club_id=club.pk, by=alice, player_id=banned.pk, now=timezone.now(), reason="He cheats.")
    for verb in (
        lambda: services.enter(tournament_id=tournament.pk, player=banned),
        lambda: services.say(tournament_id=tournament.pk, player=banned, text="Boo"),
    ):
        with pytest.raises(Refused) as refusal:
            verb()
        assert refusal.value.code == "banned"
    services.enter(tournament_id=tournament.pk, player=other)
    assert Entry.objects.count() == 1


def test_who_leaves_a_private_club_after_entering_can_still_withdraw(club: Club, alice: Player, olga: Player) -> None:
    Club.objects.filter(pk=club.pk).update(is_private=True)
    club.refresh_from_db()
    (paul,) = players(1)
    membership = Membership.objects.create(club=club, player=paul)
    tournament = planned(olga, club=club)
    services.enter(tournament_id=tournament.pk, player=paul)
    membership.delete()
    client = Client()
    client.force_login(paul)
    assert client.get(tournament.get_absolute_url()).status_code == 200
    client.post(f"{tournament.get_absolute_url()}withdraw/")
    assert Entry.objects.get(player=paul).status == Entry.Status.WITHDRAWN
    assert client.get(tournament.get_absolute_url()).status_code == 404
