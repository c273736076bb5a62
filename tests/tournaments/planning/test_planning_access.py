"""Tests who may open the planning pages."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import Player
from accounts.services import create_guest
from clubs.models import Club, Membership
from tests.tournaments.planning.test_planning_pages import filled_in
from tests.tournaments.plans import club_of, planned
from tournaments.models import Tournament
from tournaments.planning import plans


def test_visitors_sign_in_and_guests_are_told_to_keep_their_account(client: Client, db: None) -> None:
    assert client.get("/tournaments/new/")["Location"].startswith("/account/login/")
    client.force_login(create_guest(language="en", theme="auto"))
    response = client.get("/tournaments/new/")
    assert response.status_code == 403
    assert "keep your account" in response.content.decode()


def test_five_unfinished_of_the_whole_site_are_enough(page: Client, olga: Player) -> None:
    for _number in range(5):
        tournament = planned(olga)
    assert page.get("/tournaments/new/").status_code == 403
    plans.discard(tournament_id=tournament.pk)
    assert page.get("/tournaments/new/").status_code == 200


@pytest.fixture
def friends(alice: Player) -> Club:
    return club_of(alice)


@pytest.mark.parametrize(
    ("role", "minds_tournaments", "status"),
    [("owner", False, 200), ("officer", True, 200), ("officer", False, 403), ("member", False, 403), ("", False, 403)],
)
def test_a_clubs_tournament_is_planned_by_those_who_are_trusted(
    page: Client, olga: Player, friends: Club, role: str, minds_tournaments: bool, status: int
) -> None:
    if role:
        Membership.objects.filter(club=friends, role=role).delete()
        Membership.objects.create(club=friends, player=olga, role=role, minds_tournaments=minds_tournaments)
    address = "/tournaments/new/?club=friends&preset=chicken-foot-ten"
    assert page.get(address, follow=True).status_code == status
    if status == 200:
        page.post(address, filled_in(page, address, entrance="members", then="announce"))
        assert Tournament.objects.get().club == friends
        assert Tournament.objects.get().entrance == "members"
    else:
        page.post(address, {"then": "announce"})
        assert not Tournament.objects.exists()


def test_a_private_club_is_not_there_for_strangers(page: Client, alice: Player) -> None:
    club_of(alice, "Hidden", is_private=True)
    assert page.get("/tournaments/new/?club=hidden").status_code == 404


@pytest.mark.parametrize("who", ["organiser", "helper", "owner", "officer"])
def test_the_plan_is_for_those_who_organise(
    client: Client, olga: Player, bob: Player, charlie: Player, alice: Player, friends: Club, who: str
) -> None:
    Membership.objects.create(club=friends, player=charlie, role="officer", minds_tournaments=True)
    for member in (olga, bob):
        Membership.objects.get_or_create(club=friends, player=member)
    tournament = planned(olga, friends)
    tournament.helpers.add(bob)
    client.force_login({"organiser": olga, "helper": bob, "owner": alice, "officer": charlie}[who])
    assert client.get(f"/tournament/{tournament.pk}/plan/").status_code == 200
    assert client.get(f"/tournament/{tournament.pk}/plan/edit/").status_code == 200
    client.post(f"/tournament/{tournament.pk}/plan/discard/")
    assert not Tournament.objects.exists()


def test_the_plan_is_not_there_for_others(client: Client, olga: Player, bob: Player, friends: Club) -> None:
    Membership.objects.create(club=friends, player=bob, role="officer", minds_members=True)
    tournament = planned(olga, friends)
    client.force_login(bob)
    assert client.get(f"/tournament/{tournament.pk}/plan/").status_code == 404
    assert client.get(f"/tournament/{tournament.pk}/plan/edit/").status_code == 404
    assert client.post(f"/tournament/{tournament.pk}/plan/discard/").status_code == 404
    client.logout()
    assert client.post(f"/tournament/{tournament.pk}/plan/discard/")["Location"].startswith("/account/login/")
    tournament.refresh_from_db()
    assert tournament.status == Tournament.Status.DRAFT
