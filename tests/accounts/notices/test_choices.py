"""The page on which players choose which notices they get."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation
from pytest_django import DjangoAssertNumQueries

from accounts import notices
from accounts.models import Player
from accounts.notices import Choice, Group, Kind
from accounts.roles import Role, take_role
from clubs.models import Club, Membership
from tests.accounts.roles.staff import of_staff
from tests.clubs.people import browser_of
from tests.tournaments.plans import planned

CHOICES = reverse("accounts:notice-choices")
OF_MODERATORS = {"act-seconded", "act-not-seconded"}
OF_ORGANISERS = {kind.slug for kind in notices.KINDS.values() if kind.group is Group.ORGANISING}


@pytest.fixture
def as_alice(client: Client, alice: Player) -> Client:
    client.force_login(alice)
    return client


def offered(player: Player) -> set[str]:
    page = browser_of(player).get(CHOICES).text
    named = set(re.findall(r'name="site-([\w-]+)"', page))
    assert named == set(re.findall(r'name="kind" value="([\w-]+)"', page))
    return named


def save(player: Player, shown: set[str], *ticked: str, unfolded: tuple[str, ...] = ()) -> str:
    data = {"save": "1", "kind": [*shown], "open": [*unfolded], **dict.fromkeys(ticked, "on")}
    response = browser_of(player).post(CHOICES, data)
    player.refresh_from_db()
    return response.headers["Location"]


def club_of(owner: Player) -> Club:
    club = Club.objects.create(slug="bones", name="Bones")
    Membership.objects.create(club=club, player=owner, role=Membership.Role.OWNER)
    return club


def test_alice_chooses_her_notices(as_alice: Client, alice: Player, party: Kind, nudge: Kind) -> None:
    page = as_alice.get(CHOICES).text
    assert 'aria-label="By e-mail: A party"' in page
    save(alice, offered(alice), "site-party", "mail-nudge")
    assert notices.choice_of(alice, party) == Choice(by_site=True, by_mail=False, by_push=False)
    assert notices.choice_of(alice, nudge) == Choice(by_site=False, by_mail=True, by_push=False)


def test_every_kind_that_concerns_her_stands_under_the_heading_of_its_group(as_alice: Client, alice: Player) -> None:
    planned(alice)
    page = as_alice.get(CHOICES).text
    parts = re.split(r'<details class="card notice-group" id="(\w+)"', page)[1:]
    assert parts[::2] == [group.value for group in Group]
    for group, part in zip(Group, parts[1::2], strict=True):
        named = set(re.findall(r'name="site-([\w-]+)"', part))
        assert named == {kind.slug for kind in notices.kinds_for(alice).values() if kind.group is group}
        assert f"<h2>{group.label}</h2>" in part


@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_every_label_begins_with_a_capital(language: str) -> None:
    with translation.override(language):
        labels = [str(kind.label) for kind in notices.KINDS.values()]
    assert [label for label in labels if not label[0].isupper()] == []


def test_what_was_chosen_is_shown(as_alice: Client, alice: Player, nudge: Kind) -> None:
    notices.choose(player=alice, choices={nudge.slug: Choice(by_site=False, by_mail=True, by_push=False)})
    form = as_alice.get(CHOICES).context["form"]
    assert (form["site-nudge"].initial, form["mail-nudge"].initial) == (False, True)


def test_a_player_is_not_asked_about_notices_of_moderators_organisers_and_officers(alice: Player) -> None:
    not_hers = OF_MODERATORS | OF_ORGANISERS | {"tournament-appeal-waits", "club-request"}
    assert offered(alice) == set(notices.KINDS) - not_hers


@pytest.mark.parametrize(
    ("role", "theirs"),
    [
        (Role.HELPER, OF_MODERATORS),
        (Role.MODERATOR, OF_MODERATORS | {"tournament-appeal-waits"}),
        (Role.HEAD, OF_MODERATORS | {"tournament-appeal-waits"}),
    ],
)
def test_moderators_are_asked_about_theirs(alice: Player, role: Role, theirs: set[str]) -> None:
    assert offered(of_staff(role)) - offered(alice) == theirs


def test_organisers_and_helpers_are_asked_about_organising(alice: Player, bob: Player) -> None:
    tournament = planned(alice)
    assert offered(alice) >= OF_ORGANISERS
    assert offered(bob).isdisjoint(OF_ORGANISERS)
    tournament.helpers.add(bob)
    assert offered(bob) >= OF_ORGANISERS


def test_club_owners_are_asked_about_requests_and_organising(alice: Player, bob: Player) -> None:
    club = club_of(alice)
    Membership.objects.create(club=club, player=bob)
    assert offered(alice) >= OF_ORGANISERS | {"club-request"}
    assert offered(bob).isdisjoint(OF_ORGANISERS | {"club-request"})
    club.memberships.filter(player=bob).update(role=Membership.Role.OFFICER, minds_members=True)
    assert "club-request" in offered(bob)
    assert offered(bob).isdisjoint(OF_ORGANISERS)


def test_the_choices_of_a_former_moderator_are_kept_for_a_return(db: None) -> None:
    stella = of_staff(Role.MODERATOR)
    save(stella, offered(stella), "mail-act-seconded")
    take_role(player=stella)
    save(stella, offered(stella), "site-table-turn")
    assert notices.choice_of(stella, notices.KINDS["act-seconded"]) == Choice(
        by_site=False, by_mail=True, by_push=False
    )
    assert notices.choice_of(stella, notices.KINDS["table-turn"]) == Choice(by_site=True, by_mail=False, by_push=False)


def test_an_outdated_page_changes_only_what_it_showed(alice: Player) -> None:
    shown = offered(alice)
    planned(alice)
    save(alice, shown)
    assert notices.choice_of(alice, notices.KINDS["tournament-called"]).by_site
    assert not notices.choice_of(alice, notices.KINDS["table-turn"]).by_site


def test_open_sections_stay_open_after_saving(as_alice: Client, alice: Player) -> None:
    address = save(alice, set(), unfolded=("clubs", "account"))
    page = as_alice.get(address).text
    assert re.findall(r'<details class="card notice-group" id="(\w+)"\s+open', page) == ["clubs", "account"]
    assert save(alice, set()) == CHOICES


def test_more_clubs_and_tournaments_take_no_more_queries(
    as_alice: Client, alice: Player, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    club = club_of(alice)
    planned(alice, club)
    as_alice.get(CHOICES)  # fills the cache of players whom tournaments expect
    with CaptureQueriesContext(connection) as before:
        as_alice.get(CHOICES)
    for _number in range(3):
        planned(alice)
        planned(alice, club)
    with django_assert_num_queries(len(before)):
        as_alice.get(CHOICES)
