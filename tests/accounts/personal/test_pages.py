"""The pages of deletion: requesting it, and cancelling it."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Player
from accounts.personal import deletion
from clubs import services as clubs
from tests.accounts.personal.test_export import signed_in

pytestmark = pytest.mark.django_db

DELETE, MY_DATA = "/preferences/my-data/delete/", "/preferences/my-data/"


def test_a_player_asks_signs_in_again_and_keeps_the_account(alice: Player) -> None:
    client = signed_in(alice)
    assert client.post(DELETE, {"is_sure": "on"}).headers["Location"] == "/"
    assert client.get("/preferences/").status_code == 302  # signed out
    sign_in = {"login": "Alice", "password": "Alice-likes-bones"}
    assert client.post("/account/login/", sign_in).headers["Location"] == MY_DATA
    assert "Keep my account" in client.get(MY_DATA).content.decode()
    client.post("/preferences/my-data/keep/")
    alice.refresh_from_db()
    assert alice.deletion_due_at is None
    assert client.get("/preferences/").status_code == 200


def test_nothing_else_is_open_after_the_request(alice: Player) -> None:
    deletion.ask(player=alice, now=timezone.now())
    client = signed_in(alice)
    for address in ("/", "/preferences/", "/tournaments/", "/clubs/"):
        assert client.get(address).headers["Location"] == MY_DATA
    assert client.get(MY_DATA).status_code == 200
    assert client.post("/account/logout/").status_code == 302


def test_without_the_tick_nothing_happens(alice: Player) -> None:
    assert signed_in(alice).post(DELETE).status_code == 200
    alice.refresh_from_db()
    assert alice.deletion_due_at is None


def test_obstacles_are_shown_with_a_link(alice: Player, bob: Player) -> None:
    club = clubs.found(founder=alice, now=timezone.now(), name="Bones")
    clubs.join(club_id=club.pk, player=bob, now=timezone.now())
    client = signed_in(alice)
    page = client.get(DELETE).content.decode()
    assert "You own the club “Bones”" in page
    assert "/club/bones/members/" in page
    client.post(DELETE, {"is_sure": "on"})
    alice.refresh_from_db()
    assert alice.deletion_due_at is None


def test_a_deletion_needs_the_password(alice: Player) -> None:
    client = Client()
    client.force_login(alice)
    assert "/reauthenticate/" in client.post(DELETE, {"is_sure": "on"}).headers["Location"]
    alice.refresh_from_db()
    assert alice.deletion_due_at is None


def test_a_guest_asks_and_stays_signed_in(client: Client) -> None:
    client.post("/guest/")
    assert client.post(DELETE, {"is_sure": "on"}).headers["Location"] == MY_DATA
    assert "Keep my account" in client.get(MY_DATA).content.decode()
    assert Player.objects.get(is_guest=True).deletion_due_at is not None
