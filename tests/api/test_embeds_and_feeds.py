"""Frames and feeds show what a stranger may see, to everybody the same."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Player
from clubs import services as clubs
from clubs.models import Club
from games import services as games
from games.models import Table
from tests.games.people import seated_table
from tests.tournaments.people import DUELS, planned, players, started
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"


def titles(client: Client, address: str) -> list[str | None]:
    answer = client.get(address)
    assert answer.status_code == 200, address
    assert "Set-Cookie" not in answer.headers
    feed = ElementTree.fromstring(answer.content)  # noqa: S314 (our own)
    return [entry.findtext(f"{ATOM}title") for entry in feed.iter(f"{ATOM}entry")]


def framed(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    assert "X-Frame-Options" not in answer.headers
    assert "frame-ancestors *" in answer.headers["Content-Security-Policy"]
    assert not answer.cookies
    html: str = answer.content.decode()
    assert "<script" not in html
    assert "<form" not in html
    return html


def test_other_sites_frame_the_standings(client: Client, alice: Player) -> None:
    event = started(alice, players(4), DUELS)
    html = framed(client, f"/embed/tournament/{event.pk}/standings/")
    assert all(f"Player{number}" in html for number in range(1, 5))
    assert '<html lang="de"' in framed(client, f"/embed/tournament/{event.pk}/standings/?lang=de")


def test_other_sites_frame_a_board_without_hidden_tiles(client: Client, alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob], game="two-step")
    before = framed(client, f"/embed/table/{table.pk}/")
    client.force_login(alice)
    assert client.get(f"/embed/table/{table.pk}/").content.decode() == before


def test_no_other_page_may_be_framed(client: Client, alice: Player) -> None:
    answer = client.get("/tournaments/")
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]


def test_what_strangers_may_not_see_is_in_no_frame_and_no_feed(client: Client, alice: Player, bob: Player) -> None:
    facts: dict[str, Any] = {"name": "Owls", "is_private": True}
    club = clubs.found(founder=alice, now=timezone.now(), **facts)
    event = planned(alice, DUELS, club)
    table = games.open_table(
        owner=bob, game="two-step", options={}, seconds=60, bots=["", ""], visibility=Table.Visibility.INVITED
    )
    client.force_login(alice)
    for address in (
        f"/embed/tournament/{event.pk}/standings/",
        f"/embed/table/{table.pk}/",
        f"/club/{club.slug}/news.atom",
        f"/tournament/{event.pk}/news.atom",
    ):
        assert client.get(address).status_code == 404, address
    assert titles(client, "/tournaments/news.atom") == []


def test_sealed_table_is_in_no_frame(client: Client, alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob], game="two-step")
    Table.objects.update(is_sealed=True)
    assert client.get(f"/embed/table/{table.pk}/").status_code == 404


def test_feed_of_a_club_has_its_announcements(client: Client, alice: Player) -> None:
    club = clubs.found(founder=alice, now=timezone.now(), name="Owls")
    clubs.publish(club_id=club.pk, by=alice, now=timezone.now(), title="Open night", text="**Come**")
    assert titles(client, f"/club/{club.slug}/news.atom") == ["Open night"]
    Club.objects.update(closed_at=timezone.now())
    assert client.get(f"/club/{club.slug}/news.atom").status_code == 404


def test_feed_of_a_tournament_tells_of_its_rounds(client: Client, alice: Player) -> None:
    event = started(alice, players(4), DUELS)
    assert titles(client, f"/tournament/{event.pk}/news.atom") == ["Round 1 has started."]
    Tournament.objects.update(
        status=Tournament.Status.FINISHED, finished_at=event.starts_at + timedelta(hours=1), final=[]
    )
    assert titles(client, f"/tournament/{event.pk}/news.atom")[0] == "The tournament is over."
    assert titles(client, "/tournaments/news.atom") == ["League"]
