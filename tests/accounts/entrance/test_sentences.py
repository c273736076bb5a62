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

FORMAL = re.compile(r"\b(Sie|Ihre?[mnrs]?|Ihnen)\b")
USED = re.compile(
    r"(account|mfa|usersessions|socialaccount|templates/(account|mfa|usersessions|socialaccount|allauth))/"
)
OFF = re.compile(r"phone|providers/|confirm_code|_code_|request_login|login_code|verification_code|trust|signup_form")
"""Parts of allauth that this site does not use: phone numbers, codes by e-mail, trusted browsers."""


def used() -> Iterator[Message]:
    """Yield allauth's sentences that its code or its templates for us may say."""
    po = Path(allauth.__file__).parent / "locale/de/LC_MESSAGES/django.po"
    with po.open("rb") as file:
        catalogue = read_po(file)
    for message in catalogue:
        places = [place for place, _line in message.locations if USED.match(place) and not OFF.search(place)]
        if message.id and not isinstance(message.id, tuple) and any(map(is_ours_to_say, places)):
            yield message


def is_ours_to_say(place: str) -> bool:
    """Return whether allauth says it, and not a template of ours in its place."""
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


def test_none_is_listed_that_allauth_no_longer_says() -> None:
    po = Path(allauth.__file__).parent / "locale/de/LC_MESSAGES/django.po"
    with po.open("rb") as file:
        known = {message.id for message in read_po(file)}
    assert set(SENTENCES) <= known


@pytest.mark.django_db
def test_the_page_of_a_second_factor_says_du(alice: Player, client: Client) -> None:
    alice.language = "de"
    alice.save()
    client.login(username="Alice", password="Alice-likes-bones")
    client.post("/account/reauthenticate/", {"password": "Alice-likes-bones"})
    page = client.get("/account/2fa/totp/activate/").content.decode()
    assert "Scanne den QR-Code" in page
    assert not FORMAL.search(page)
