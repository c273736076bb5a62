"""The operator's pages: default texts, what the operator writes instead, and true facts on privacy."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import translation
from pytest_django import Settings

from accounts.models import Player
from accounts.personal.expiry import RULES
from legal.models import LegalPage, Topic
from legal.texts import FOLDER, default_text, text_of

pytestmark = pytest.mark.django_db

START = "This is a text to start from."


def page(client: Client, topic: str, language: str = "en") -> str:
    answer = client.get(f"/about/{topic}/", headers={"accept-language": language})
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize("topic", Topic.values)
def test_every_page_has_a_default_text_in_every_language(topic: str, settings: Settings) -> None:
    texts = {code: default_text(topic, code) for code, _name in settings.LANGUAGES}
    assert {code: text.language for code, text in texts.items()} == {code: code for code in texts}
    assert len({text.markdown for text in texts.values()}) == len(texts)


def test_there_is_no_text_without_a_page() -> None:
    assert {path.stem for path in FOLDER.glob("*/*.md")} == set(Topic.values)


def test_a_default_text_says_that_it_is_one(client: Client) -> None:
    assert START in page(client, "terms")
    with translation.override("de"):
        assert "Text für den Anfang" in page(client, "terms", "de")


def test_what_the_operator_has_written_takes_its_place(client: Client) -> None:
    LegalPage.objects.create(topic="imprint", language="en", text="# Us\n\nDominoes Ltd <script>alert(1)</script>")
    shown = page(client, "imprint")
    assert START not in shown
    assert "<h2>Us</h2>" in shown
    assert "<script>alert" not in shown


def test_readers_of_other_languages_read_what_the_operator_has_written(client: Client) -> None:
    LegalPage.objects.create(topic="imprint", language="it", text="Domino srl")
    assert "Domino srl" in page(client, "imprint", "de")
    LegalPage.objects.create(topic="imprint", language="en", text="Dominoes Ltd")
    assert "Dominoes Ltd" in page(client, "imprint", "de")
    LegalPage.objects.create(topic="imprint", language="de", text="Domino GmbH")
    assert text_of("imprint", "de").markdown == "Domino GmbH"


def test_the_page_on_privacy_follows_the_settings(client: Client, settings: Settings) -> None:
    settings.KEEP_DAYS = {**settings.KEEP_DAYS, "chat": 4321, "deletion": 19}
    shown = page(client, "privacy")
    assert "4321" in shown
    assert "19\n" in shown or "19 " in shown
    assert shown.count("<tr>") == 1 + len(RULES)


def test_every_page_and_the_sign_up_link_to_them(client: Client, alice: Player) -> None:
    for address in ("/", "/account/signup/", "/about/"):
        shown = client.get(address).content.decode()
        assert all(f'href="/about/{topic}/"' in shown for topic in Topic.values)
    assert "By creating an account you accept" in client.get("/account/signup/").content.decode()
    client.post("/guest/")
    assert "By creating an account you accept" in client.get("/keep/").content.decode()


def test_an_unknown_page_is_a_404(client: Client) -> None:
    assert client.get("/about/prices/").status_code == 404


def test_a_site_admin_begins_with_the_default_text(client: Client) -> None:
    client.force_login(Player.objects.create_superuser("Ada", password="Ada-likes-bones"))
    form = client.get("/admin/legal/legalpage/add/?topic=contact&language=it").content.decode()
    assert "Come ti si raggiunge" in form or "come ti si raggiunge" in form
    client.post("/admin/legal/legalpage/add/", {"topic": "contact", "language": "it", "text": "Scrivici!"})
    assert LegalPage.objects.get().text == "Scrivici!"


def test_nobody_else_writes(client: Client, alice: Player) -> None:
    Player.objects.filter(pk=alice.pk).update(is_staff=True)
    client.force_login(alice)
    assert client.get("/admin/legal/legalpage/add/").status_code == 403
