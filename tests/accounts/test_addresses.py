"""Notices only go to addresses that have been confirmed by a link."""

from __future__ import annotations

import re

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries, Settings

from accounts.models import Mail, Notice, Player
from accounts.notices import Kind
from accounts.notices.addresses import confirmed, is_confirmed
from accounts.tasks import mail_notices
from tests.accounts.telling import tell, with_confirmed_address

PASSWORD = "seven-quiet-bones"
NOT_YET = "no notices are sent to it"


@pytest.fixture
def dora(client: Client, db: None) -> Player:
    """Return a player who has just signed up with an address."""
    client.post(reverse("account_signup"), {"username": "Dora", "email": "Dora@example.org", "password1": PASSWORD})
    return Player.objects.get(username="Dora")


def link_in_the_letter() -> str:
    found = re.search(r"http://testserver(/account/confirm\S+)", str(mail.outbox[-1].body))
    assert found
    return found[1]


def letters_about_the_party() -> list[str]:
    mail_notices()
    return [letter.to[0] for letter in mail.outbox if "gives a party" in str(letter.body)]


def pages_say_so(client: Client) -> bool:
    said = {NOT_YET in client.get(reverse(f"accounts:{name}")).text for name in ("preferences", "notice-choices")}
    assert len(said) == 1
    return said.pop()


def test_nothing_is_sent_until_the_link_in_the_letter_is_followed(client: Client, dora: Player, party: Kind) -> None:
    tell(party, dora)
    assert letters_about_the_party() == []
    assert Notice.objects.get().mail == Mail.NONE
    assert Notice.objects.get().on_site
    assert pages_say_so(client)
    client.post(link_in_the_letter())
    assert not pages_say_so(client)
    tell(party, dora, key="2")
    assert [address.lower() for address in letters_about_the_party()] == ["dora@example.org"]


def test_the_link_expires_and_cannot_be_forged(client: Client, dora: Player, settings: Settings) -> None:
    link = link_in_the_letter()
    key = link.split("/")[-2]
    client.post(link.replace(key, f"{key[:-5]}aaaaa"))
    assert not is_confirmed(dora)
    settings.ACCOUNT_EMAIL_CONFIRMATION_EXPIRE_DAYS = -1
    client.post(link)
    assert not is_confirmed(dora)
    settings.ACCOUNT_EMAIL_CONFIRMATION_EXPIRE_DAYS = 3
    client.post(link)
    assert is_confirmed(dora)


def test_another_address_is_written_to_only_once_it_is_confirmed(client: Client, alice: Player, party: Kind) -> None:
    client.force_login(alice)
    asked = client.post(reverse("account_email"), {"email": "alice@elsewhere.example", "action_add": ""})
    client.post(asked.headers["Location"], {"password": "Alice-likes-bones"})
    tell(party, alice)
    assert letters_about_the_party() == ["alice@example.org"]
    link = next(letter for letter in mail.outbox if letter.to == ["alice@elsewhere.example"])
    found = re.search(r"http://testserver(/account/confirm\S+)", str(link.body))
    assert found
    client.post(found[1])
    tell(party, alice, key="2")
    assert letters_about_the_party() == ["alice@example.org", "alice@elsewhere.example"]


def test_an_address_that_is_changed_behind_her_back_counts_as_unconfirmed(alice: Player, party: Kind) -> None:
    Player.objects.filter(pk=alice.pk).update(email="typo@example.org")
    tell(party, alice)
    assert letters_about_the_party() == []


def test_case_makes_no_difference_to_an_address(alice: Player) -> None:
    Player.objects.filter(pk=alice.pk).update(email="ALICE@example.org")
    assert is_confirmed(alice)


def test_a_similar_address_is_another_one(db: None) -> None:
    one = Player.objects.create(username="One", email="a_b@example.org")
    with_confirmed_address(one)
    Player.objects.filter(pk=one.pk).update(email="axb@example.org")
    assert not is_confirmed(one)


def test_many_players_are_checked_with_one_query(
    alice: Player, bob: Player, party: Kind, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    stranger = Player.objects.create(username="Emil", email="emil@example.org")
    with django_assert_num_queries(1):
        assert confirmed([alice.pk, bob.pk, stranger.pk]) == {alice.pk, bob.pk}
    tell(party, alice, bob, stranger)
    assert Notice.objects.filter(mail=Mail.WAITING).count() == 2
