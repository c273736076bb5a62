"""allauth's pages and letters say "du" in German, as the whole site does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import allauth
import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po
from django.test import Client
from django.utils import translation
from django.utils.translation import gettext

from accounts.entrance.sentences import SENTENCES
from accounts.models import Player
from tests.html import dense

FORMAL = re.compile(r"\b(Sie|Ihre?[mnrs]?|Ihnen)\b")
USED = re.compile(
    r"(account|mfa|usersessions|socialaccount|templates/(account|mfa|usersessions|socialaccount|allauth))/"
)
OFF = re.compile(r"phone|providers/|confirm_code|_code_|request_login|login_code|verification_code|trust|signup_form")
"""Parts of allauth that this site does not use: phone numbers, codes by e-mail, trusted browsers."""


def used() -> Iterator[Message]:
    """Yield allauth's sentences that its code or those of its templates that we use may show."""
    po = Path(allauth.__file__).parent / "locale/de/LC_MESSAGES/django.po"
    with po.open("rb") as file:
        catalogue = read_po(file)
    for message in catalogue:
        places = [place for place, _line in message.locations if USED.match(place) and not OFF.search(place)]
        if message.id and not isinstance(message.id, tuple) and any(map(is_ours_to_say, places)):
            yield message


def is_ours_to_say(place: str) -> bool:
    """Return whether a sentence from this place can be shown, as no template of ours replaces it."""
    ours = Path(__file__).parents[3] / place
    return not (place.startswith("templates/") and ours.exists()) and place != "account/fields.py"


def test_no_sentence_of_allauth_that_we_use_is_formal() -> None:
    messages = list(used())
    assert len(messages) > 80
    with translation.override("de"):
        assert [text for message in messages if FORMAL.search(text := gettext(str(message.id)))] == []


def test_words_are_the_same_on_all_pages_of_signing_in() -> None:
    with translation.override("de"):
        words = [gettext(text) for text in ("Recovery Codes", "Recovery codes", "Sign In", "Sign in")]
    assert words == ["Wiederherstellungscodes", "Wiederherstellungscodes", "Anmelden", "Anmelden"]


def test_every_listed_sentence_is_still_one_of_allauth() -> None:
    po = Path(allauth.__file__).parent / "locale/de/LC_MESSAGES/django.po"
    with po.open("rb") as file:
        known = {message.id for message in read_po(file)}
    assert set(SENTENCES) <= known


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "taken", "short", "wrong"),
    [
        ("en", "This name is taken.", "This password is too short.", "The name or the password is wrong."),
        (
            "de",
            "Dieser Name ist schon vergeben.",
            "Dieses Passwort ist zu kurz.",
            "Der Name oder das Passwort ist falsch.",
        ),
        (
            "it",
            "Questo nome è già in uso.",
            "Questa password è troppo corta.",
            "Il nome o la password non sono corretti.",
        ),
    ],
)
def test_errors_of_signing_up_and_in_are_shown(
    client: Client, alice: Player, language: str, taken: str, short: str, wrong: str
) -> None:
    headers = {"accept-language": language}
    page = client.post("/account/signup/", {"username": "Alice", "password1": "short"}, headers=headers).text
    assert taken in page
    assert short in page
    page = client.post("/account/login/", {"login": "Alice", "password": "wrong"}, headers=headers).text
    assert wrong in page


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "help_text"),
    [
        ("de", "Dein Passwort darf deinem Namen oder deiner E-Mail-Adresse nicht zu ähnlich sein."),
        ("it", "La tua password non deve somigliare troppo al tuo nome o al tuo indirizzo e-mail."),
    ],
)
def test_the_page_of_signing_up_says_what_a_password_must_not_be(client: Client, language: str, help_text: str) -> None:
    assert help_text in client.get("/account/signup/", headers={"accept-language": language}).text


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "label"), [("de", "E-Mail-Adresse"), ("it", "Indirizzo e-mail")])
def test_the_page_of_a_lost_password_asks_for_an_address(client: Client, language: str, label: str) -> None:
    assert f"{label}</label>" in dense(
        client.get("/account/password/reset/", headers={"accept-language": language}).text
    )


@pytest.mark.django_db
def test_the_page_of_a_second_factor_says_du(alice: Player, client: Client) -> None:
    alice.language = "de"
    alice.save()
    client.login(username="Alice", password="Alice-likes-bones")
    client.post("/account/reauthenticate/", {"password": "Alice-likes-bones"})
    page = client.get("/account/2fa/totp/activate/").content.decode()
    assert "Scanne den QR-Code" in page
    assert not FORMAL.search(page)
