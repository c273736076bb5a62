"""Signing up, in and out, confirming an address, resetting a password."""

import re

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.models import Player

PASSWORD = "seven-quiet-bones"


def the_link_in_the_letter() -> str:
    (letter,) = mail.outbox
    link = re.search(r"http://testserver(\S+)", str(letter.body))
    assert link
    return link[1]


def test_a_stranger_signs_up_and_is_in(client: Client, db: None) -> None:
    client.post(reverse("accounts:appearance"), {"theme": "dark"})
    answer = client.post(reverse("account_signup"), {"username": "Dora", "password1": PASSWORD, "next": "/table/abc/"})
    assert answer.headers["Location"] == "/table/abc/"
    dora = Player.objects.get(username="Dora")
    assert client.session["_auth_user_id"] == str(dora.pk)
    assert (dora.theme, dora.is_guest) == ("dark", False)


@pytest.mark.parametrize("name", ["aLICE", "admin", "Guest-1", "no spaces", "Al"])
def test_invalid_names_are_refused(client: Client, alice: Player, name: str) -> None:
    answer = client.post(reverse("account_signup"), {"username": name, "password1": PASSWORD})
    assert "username" in answer.context["form"].errors
    assert Player.objects.count() == 1


@pytest.mark.parametrize("name", ["Alice", "aLICE", "alice@example.org"])
def test_alice_signs_in_however_she_writes_her_name(client: Client, alice: Player, name: str) -> None:
    client.post(reverse("account_login"), {"login": name, "password": "Alice-likes-bones"})
    assert client.session["_auth_user_id"] == str(alice.pk)


def test_a_wrong_password_lets_nobody_in(client: Client, alice: Player) -> None:
    client.post(reverse("account_login"), {"login": "Alice", "password": "Bob-likes-bones"})
    assert "_auth_user_id" not in client.session


def test_signing_in_never_redirects_to_another_site(client: Client, alice: Player) -> None:
    form = {"login": "Alice", "password": "Alice-likes-bones", "next": "//elsewhere.example"}
    assert client.post(reverse("account_login"), form).headers["Location"] == "/"


def test_signing_out_takes_a_click_on_a_button(client: Client, alice: Player) -> None:
    client.force_login(alice)
    assert client.get(reverse("account_logout")).status_code == 200
    assert "_auth_user_id" in client.session
    client.post(reverse("account_logout"))
    assert "_auth_user_id" not in client.session


def test_the_letter_confirms_the_address(client: Client, db: None) -> None:
    form = {"username": "Dora", "email": "dora@example.org", "password1": PASSWORD}
    client.post(reverse("account_signup"), form)
    client.post(the_link_in_the_letter())
    assert EmailAddress.objects.get().verified


def test_a_forgotten_password_can_be_reset(client: Client, alice: Player) -> None:
    client.post(reverse("account_reset_password"), {"email": "alice@example.org"})
    form = client.get(the_link_in_the_letter(), follow=True)
    client.post(form.request["PATH_INFO"], {"password1": PASSWORD, "password2": PASSWORD})
    assert Client().login(username="Alice", password=PASSWORD)


def test_alice_changes_her_password(client: Client, alice: Player) -> None:
    client.force_login(alice)
    form = {"oldpassword": "Alice-likes-bones", "password1": PASSWORD, "password2": PASSWORD}
    client.post(reverse("account_change_password"), form)
    assert Client().login(username="Alice", password=PASSWORD)


@pytest.mark.parametrize(
    "name", ["account_login", "account_signup", "account_reset_password", "account_reset_password_done"]
)
def test_every_page_of_the_entrance_opens(client: Client, db: None, name: str) -> None:
    assert client.get(reverse(name)).status_code == 200


@pytest.mark.parametrize("name", ["account_logout", "account_email", "account_change_password"])
def test_every_page_of_the_account_opens(client: Client, alice: Player, name: str) -> None:
    client.force_login(alice)
    assert client.get(reverse(name)).status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("reported", "offered"), [("America/New_York", "New York (UTC-"), ("Mars/North", "UTC"), ("", "UTC")]
)
def test_a_new_player_who_starts_a_club_is_offered_the_browsers_time_zone(reported: str, offered: str) -> None:
    browser, address = Client(), reverse("clubs:found")
    assert "data-browsers-zone" in browser.get(reverse("account_signup")).text
    form = {"username": "Dora", "password1": PASSWORD, "time_zone": reported, "next": address}
    page = browser.post(reverse("account_signup"), form, follow=True)
    assert page.request["PATH_INFO"] == address
    assert f'value="{offered}' in page.text
