"""Frames and feeds show everybody the same: what a stranger may see."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Player
from accounts.services import create_guest
from clubs import services as clubs
from clubs.models import Club
from games import services as games
from games.models import Table
from tests.games.people import seated_table
from tests.tournaments.people import DUELS, planned, players, started
from tournaments.models import Tournament
from tournaments.simulation import Simulation

pytestmark = pytest.mark.django_db
WORDS = {"en": "Standings so far", "de": "Zwischenstand", "it": "Classifica provvisoria"}
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


@pytest.mark.parametrize(
    ("browser", "address", "shown"),
    [
        ("", "", "en"),
        ("de-AT,de;q=0.9,en;q=0.5", "", "de"),
        ("fr;q=0.9,it-CH;q=0.8,en;q=0.1", "", "it"),
        ("fr", "", "en"),
        ("de", "?lang=it", "it"),
        ("de", "?lang=fr", "de"),
    ],
)
def test_a_frame_speaks_the_language_of_the_browser(alice: Player, browser: str, address: str, shown: str) -> None:
    """Whatever language earlier readers had, and whatever cookies the browser has for the site."""
    event = started(alice, players(4), DUELS)
    reader = Client(headers={"Accept-Language": browser} if browser else {})
    reader.cookies["django_language"] = "it"
    for language in ("de", "it"):
        Client().get(f"/embed/tournament/{event.pk}/standings/", headers={"Accept-Language": language})
    answer = reader.get(f"/embed/tournament/{event.pk}/standings/{address}")
    assert f'<html lang="{shown}"' in answer.text
    assert WORDS[shown] in answer.text
    assert answer.headers["Content-Language"] == shown
    varies = {one.strip() for one in answer.headers["Vary"].split(",")}
    assert "Accept-Language" in varies
    assert "Cookie" not in varies


def test_a_player_reads_a_frame_in_the_language_of_the_browser(client: Client, alice: Player) -> None:
    """Not in the language of their account, as a proxy may serve the same response to everyone."""
    event = started(alice, players(4), DUELS)
    Player.objects.filter(pk=alice.pk).update(language="it")
    client.force_login(alice)
    answer = client.get(f"/embed/tournament/{event.pk}/standings/", headers={"Accept-Language": "de"})
    assert '<html lang="de"' in answer.text
    assert "Cookie" not in answer.headers["Vary"]
    assert answer.headers["Cache-Control"] == "public, max-age=30"


def test_other_sites_frame_a_board_without_hidden_tiles(client: Client, alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob], game="two-step")
    before = framed(client, f"/embed/table/{table.pk}/")
    client.force_login(alice)
    assert client.get(f"/embed/table/{table.pk}/").content.decode() == before
    assert ">Running</caption>" in before


def test_a_frame_names_guests_in_its_readers_language(client: Client, alice: Player) -> None:
    guest = create_guest()
    table = seated_table([alice, guest], game="two-step")
    html = framed(client, f"/embed/table/{table.pk}/?lang=de")
    assert guest.username.replace("Guest-", "Gast-") in html
    assert guest.username not in html


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


def test_an_invalid_character_does_not_break_a_feed(client: Client, alice: Player) -> None:
    club = clubs.found(founder=alice, now=timezone.now(), name="Owls")
    clubs.publish(club_id=club.pk, by=alice, now=timezone.now(), title="Open\x08 night", text="Co\x08me")
    assert titles(client, f"/club/{club.slug}/news.atom") == ["Open night"]
    started(alice, players(4), DUELS)
    Tournament.objects.update(description="Bring \x0c tiles\uffff")
    assert titles(client, "/tournaments/news.atom") == ["League"]


def test_an_invalid_name_does_not_break_a_feed(client: Client, alice: Player) -> None:
    club = clubs.found(founder=alice, now=timezone.now(), name="Owls")
    Club.objects.update(name="Night\x0b Owls")
    assert titles(client, f"/club/{club.slug}/news.atom") == []
    event = started(alice, players(4), DUELS)
    Tournament.objects.update(name="Lea\x08gue")
    assert titles(client, f"/tournament/{event.pk}/news.atom") == ["Round 1 has started."]
    assert titles(client, "/tournaments/news.atom") == ["League"]


def test_feed_of_a_tournament_tells_of_its_rounds(client: Client, alice: Player) -> None:
    event = started(alice, players(4), DUELS)
    assert titles(client, f"/tournament/{event.pk}/news.atom") == ["Round 1 has started."]
    Tournament.objects.update(
        status=Tournament.Status.FINISHED, finished_at=event.starts_at + timedelta(hours=1), final=[]
    )
    assert titles(client, f"/tournament/{event.pk}/news.atom")[0] == "The tournament is over."
    assert titles(client, "/tournaments/news.atom") == ["League"]


def test_feed_of_a_tournament_says_who_has_won(client: Client, alice: Player) -> None:
    event = Simulation(alice, "swiss", 4, seed=4, settings={"options": {"target": 1}}).run()
    event.refresh_from_db()
    [winner] = event.winners
    address = f"/tournament/{event.pk}/news.atom"
    assert titles(client, address)[0] == f"The tournament is over. Winner: {winner}."
    Tournament.objects.update(final_teams=[{"name": "Reds", "rank": 1}, {"name": "Blues", "rank": 1}])
    assert titles(client, address)[0] == "The tournament is over. Winner: Reds · Blues."
