"""What search engines and link previews are told, and what they are not."""

from __future__ import annotations

import re
from html import unescape
from typing import Any
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from accounts.standing import set_talk
from api.search_engines import CLOSED
from clubs import services as clubs
from tests.games.pages import finished_table, open_table
from tests.tournaments.people import planned

pytestmark = pytest.mark.django_db

NAMESPACE = "{http://www.sitemaps.org/schemas/sitemap/0.9}"


def addresses_told(client: Client) -> list[str]:
    told = ElementTree.fromstring(client.get("/sitemap.xml").content)  # noqa: S314 (our own)
    return [(one.text or "").removeprefix(settings.SITE_URL) for one in told.iter(f"{NAMESPACE}loc")]


def preview(client: Client, address: str) -> dict[str, str]:
    answer = client.get(address)
    assert answer.status_code == 200, address
    told = re.findall(r'<meta (?:property|name)="(og:\w+|description)" content="([^"]*)">', answer.content.decode())
    assert len(told) == len(dict(told)), address
    return {key: unescape(value) for key, value in told}


def test_the_sitemap_lists_what_a_stranger_may_read(client: Client, alice: Player, bob: Player) -> None:
    secret: dict[str, Any] = {"name": "Night Owls", "about": "Secret", "is_private": True, "admission": "request"}
    hidden = clubs.found(founder=bob, now=timezone.now(), **secret)
    shown = clubs.found(founder=alice, now=timezone.now(), name="Larks")
    listed, of_hidden = planned(alice), planned(bob, club=hidden)
    told = addresses_told(client)
    assert {shown.get_absolute_url(), listed.get_absolute_url(), "/", "/rules/two-step/", "/about/privacy/"} <= set(
        told
    )
    assert not {hidden.get_absolute_url(), of_hidden.get_absolute_url()} & set(told)
    for address in told:
        answer = client.get(address)
        assert answer.status_code == 200, address
        assert not address.startswith(CLOSED)


def test_the_sitemap_asks_the_database_once_for_each_part(
    client: Client, alice: Player, django_assert_max_num_queries: Any
) -> None:
    for number in range(5):
        planned(alice, name=f"Evening {number}")
    with django_assert_max_num_queries(4):
        assert len(addresses_told(client)) > 5


def test_robots_txt_excludes_pages_and_names_the_sitemap(client: Client) -> None:
    answer = client.get("/robots.txt")
    assert answer.headers["Content-Type"].startswith("text/plain")
    assert f"Sitemap: {settings.SITE_URL}/sitemap.xml" in answer.text
    assert "Disallow: /admin/\n" in answer.text
    assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize("page", ["accounts:profile", "games:matches_of", "ratings:of"])
def test_pages_about_a_child_are_not_indexed(client: Client, alice: Player, bob: Player, page: str) -> None:
    set_talk(player=alice, phrases_only=False, is_child=True)
    indexed = ['<meta name="robots"' not in client.get(reverse(page, args=[name])).text for name in ("Alice", "Bob")]
    assert indexed == [False, True]


def test_browsers_find_an_icon(client: Client) -> None:
    assert client.get("/favicon.ico").headers["Location"].endswith("site/favicon.ico")


def test_a_link_to_any_public_page_has_a_preview(client: Client, alice: Player, bob: Player) -> None:
    club = clubs.found(founder=alice, now=timezone.now(), name="Larks & Co", about="We sing.")
    event = planned(alice, name="Friday")
    table = finished_table([alice, bob])
    expected = {
        "/": "Boneyard",
        "/rules/chicken-foot/": "Chicken Foot",
        club.get_absolute_url(): "Larks & Co",
        alice.get_absolute_url(): "Alice",
        event.get_absolute_url(): "Friday",
        f"{event.get_absolute_url()}players/": "Friday",
        f"{event.get_absolute_url()}watch/": "Friday",
        reverse("games:matches_of", args=["Alice"]): "Alice",
        open_table(bob).get_absolute_url(): "A table of Chicken Foot",
        reverse("ratings:of", args=["Alice"]): "Alice",
        "/learn/": "Learn by playing",
        "/rules/": "Rules",
        "/tournaments/": "Tournaments",
    }
    for address, title in expected.items():
        assert preview(client, address)["og:title"] == title
    for address in [*addresses_told(client), f"/table/{table.pk}/result/"]:
        told = preview(client, address)
        assert told["og:title"], address
        assert told["description"] == told["og:description"] != "", address
        assert re.match(r"https?://", told["og:image"]), address
    assert preview(client, club.get_absolute_url())["description"] == "We sing."


def test_a_private_club_is_not_described_to_strangers(client: Client, bob: Player) -> None:
    secret: dict[str, Any] = {"name": "Night Owls", "about": "Secret", "is_private": True, "admission": "request"}
    hidden = clubs.found(founder=bob, now=timezone.now(), **secret)
    assert "Secret" not in preview(client, hidden.get_absolute_url())["description"]
