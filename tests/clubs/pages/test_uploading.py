"""The emblem: drawn by default, or an uploaded picture, which a worker prepares."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone
from redis import Redis

from accounts.models import Player
from clubs import tasks
from clubs.models import Club, Emblem, Upload
from tests.clubs.people import address, browser_of, picture, press

pytestmark = pytest.mark.django_db


def upload(content: bytes, name: str = "emblem.png") -> dict[str, Any]:
    return {"picture": SimpleUploadedFile(name, content, content_type="image/png")}


def served(player: Player | None, club: Club) -> Any:
    return browser_of(player).get(reverse("clubs:emblem", args=[club.slug]))


def test_an_emblem_is_drawn_until_there_is_a_picture(club: Club, alice: Player) -> None:
    drawn = served(None, club)
    assert drawn.headers["Content-Type"] == "image/svg+xml"
    assert b"<script" not in drawn.content
    assert served(None, club).content == drawn.content
    page = press(alice, "picture", club, **upload(picture()))
    assert "Your picture is being prepared." in page.text
    assert served(None, club).content == drawn.content
    tasks.make_emblem(club.pk)
    response = served(None, club)
    assert response.headers["Content-Type"] == "image/webp"
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert "public" in response.headers["Cache-Control"]
    club.refresh_from_db()
    assert club.picture_mark in club.emblem_url
    press(alice, "drop-picture", club)
    assert served(None, club).content == drawn.content
    assert not Emblem.objects.exists()


def test_strangers_do_not_see_the_picture_of_a_private_club(private: Club, alice: Player, dora: Player) -> None:
    press(alice, "picture", private, **upload(picture()))
    tasks.make_emblem(private.pk)
    assert served(alice, private).headers["Content-Type"] == "image/webp"
    for player in (dora, None):
        response = served(player, private)
        assert response.headers["Content-Type"] == "image/svg+xml"
        assert "private" in response.headers["Cache-Control"]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "The submitted file is empty."),
        (b"GIF89a", "not a picture we can read"),
        (picture()[:12], "not a picture we can read"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>", "not a picture we can read"),
        (b"%PDF-1.4 something", "not a picture we can read"),
        (picture("BMP"), "not a picture we can read"),
        (picture() + b"x" * 2_000_000, "This file is too large: 2 MB at most."),
        (picture(size=(5000, 4000)), "4,000 × 4,000 pixels at most"),
        (picture(size=(31, 400)), "at least 32 × 32 pixels"),
    ],
)
def test_bad_pictures_are_refused_with_a_reason(content: bytes, sentence: str, club: Club, alice: Player) -> None:
    page = press(alice, "picture", club, **upload(content))
    assert page.status_code == 200
    assert sentence in page.text
    assert not Emblem.objects.exists()


@pytest.mark.parametrize("content", [picture()[:200], picture()[:-60]])
def test_errors_of_the_worker_are_shown_afterwards(content: bytes, club: Club, alice: Player) -> None:
    """A web process only reads the header: decoding twenty uploads at once took gigabytes."""
    assert "Your picture is being prepared." in press(alice, "picture", club, **upload(content)).text
    tasks.make_emblem(club.pk)
    page = browser_of(alice).get(address("edit", club)).text
    assert "not a picture we can read" in page
    assert "being prepared" not in page
    assert not Emblem.objects.exists()
    assert bytes(Upload.objects.get().content) == b""


def test_the_page_that_waits_asks_until_the_picture_is_there(club: Club, alice: Player, bob: Player) -> None:
    press(alice, "picture", club, **upload(picture()))
    browser = browser_of(alice)
    waiting = browser.get(address("emblem-card", club)).text
    assert "being prepared" in waiting
    assert "hx-get" in waiting
    tasks.make_emblem(club.pk)
    done = browser.get(address("emblem-card", club)).text
    assert "hx-get" not in done
    club.refresh_from_db()
    assert club.picture_mark in done
    assert browser_of(bob).get(address("emblem-card", club)).status_code == 403


def test_the_newest_picture_wins_and_a_task_may_run_twice(club: Club, alice: Player) -> None:
    for size in ((400, 300), (300, 400)):
        press(alice, "picture", club, **upload(picture(size=size)))
    for _ in range(2):
        tasks.make_emblem(club.pk)
    assert Emblem.objects.count() == 1
    assert not Upload.objects.exists()


def test_a_picture_at_which_the_worker_dies_is_given_up(club: Club, alice: Player) -> None:
    press(alice, "picture", club, **upload(picture()))
    Upload.objects.update(tries=3)
    tasks.make_emblem(club.pk)
    assert Upload.objects.get().problem == "no-picture"


def test_a_picture_whose_task_got_lost_is_queued_again(club: Club, alice: Player, redis_server: Redis) -> None:
    press(alice, "picture", club, **upload(picture()))
    redis_server.flushall()
    tasks.sweep_pictures()
    assert not redis_server.keys("*slow")
    Upload.objects.update(asked_at=timezone.now() - timedelta(minutes=2))
    tasks.sweep_pictures()
    assert redis_server.keys("*slow")


def test_a_missing_picture_is_an_error(club: Club, alice: Player) -> None:
    assert "This field is required." in press(alice, "picture", club).text


def test_only_the_owner_changes_the_emblem(club: Club, bob: Player) -> None:
    assert press(bob, "picture", club, **upload(picture())).status_code == 403
