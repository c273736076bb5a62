"""Organisers change the names of leagues and divisions, even after moderators have removed them."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from accounts.standing import Moderator
from clubs.log import lines_of
from clubs.models import Club, Membership
from common.errors import UserError
from tests.tournaments.divisions.test_seasons import draft, league  # noqa: F401 (a fixture)
from tournaments.divisions import naming
from tournaments.models import League, Tournament

pytestmark = pytest.mark.django_db


def names(of: League) -> list[str]:
    of.refresh_from_db()
    return [of.name, *of.divisions.order_by("rank").values_list("name", flat=True)]


def seasons(of: League) -> set[str]:
    return set(Tournament.objects.filter(division__league=of).values_list("name", flat=True))


def test_the_organiser_renames_league_divisions_and_the_seasons_named_after_them(
    league: League,  # noqa: F811
    olga: Player,
    client: Client,
) -> None:
    upper, lower = draft(league, olga)
    Tournament.objects.filter(pk=lower.pk).update(name="Our own name")
    client.force_login(olga)
    page = reverse("tournaments:league", args=[league.club.slug, league.pk])
    assert client.get(page).text.count('value="rename"') == 1
    change = reverse("tournaments:league-change", args=[league.club.slug, league.pk])
    answer = client.post(
        change, {"then": "rename", "name": "Day league", "name_1": "Suns", "name_2": "Moons"}, follow=True
    )
    assert "The league has its new names." in answer.text
    assert names(league) == ["Day league", "Suns", "Moons"]
    assert seasons(league) == {"Day league 1: Suns", "Our own name"}
    assert "renamed a league" in str(client.get(reverse("clubs:log", args=[league.club.slug])).text)
    assert "renamed the league" in client.get(reverse("tournaments:control-log", args=[upper.pk])).text


def test_a_name_removed_by_moderators_can_be_replaced(league: League, olga: Player, alice: Player) -> None:  # noqa: F811
    draft(league, olga)
    moderator = Moderator(alice, case_id=1)
    taken = naming.remove_names(club_id=league.club_id, by=moderator)
    assert names(league) == [f"#{league.pk}", "#1", "#2"]
    naming.rename(league_id=league.pk, by=olga, name="Quiet league", divisions={1: "One", 2: "Two"}, now=timezone.now())
    assert seasons(league) == {"Quiet league 1: One", "Quiet league 1: Two"}
    naming.restore_names(by=moderator, names=taken)
    assert names(league) == ["Quiet league", "One", "Two"]
    assert seasons(league) == {"Quiet league 1: One", "Quiet league 1: Two"}


def test_only_those_who_run_tournaments_of_the_club_may(league: League, alice: Player) -> None:  # noqa: F811
    Membership.objects.create(club=league.club, player=alice)
    with pytest.raises(UserError) as refused:
        naming.rename(league_id=league.pk, by=alice, name="Mine", divisions={}, now=timezone.now())
    assert refused.value.code == "no-right"
    Club.objects.filter(pk=league.club_id).update(frozen_at=timezone.now())
    with pytest.raises(UserError) as frozen:
        naming.rename(
            league_id=league.pk, by=Player.objects.get(username="Olga"), name="X", divisions={}, now=timezone.now()
        )
    assert frozen.value.code == "frozen"
    assert names(league)[0] == "Night league"


def test_names_must_follow_the_rules_and_an_unchanged_name_is_not_logged(league: League, olga: Player) -> None:  # noqa: F811
    before = lines_of(league.club).count()
    naming.rename(league_id=league.pk, by=olga, name=league.name, divisions={}, now=timezone.now())
    assert lines_of(league.club).count() == before
    with pytest.raises(UserError) as refused:
        naming.rename(league_id=league.pk, by=olga, name="Moderator", divisions={}, now=timezone.now())
    assert refused.value.code.startswith("name-")
