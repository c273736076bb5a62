"""Announcements of officers."""

import pytest

from accounts.models import Player
from clubs import services
from clubs.models import Club
from tests.clubs.conftest import NOW
from tests.clubs.people import A_DAY, log_of, refused

pytestmark = pytest.mark.django_db


def test_an_announcement_is_published_changed_pinned_and_deleted(club: Club, alice: Player, bob: Player) -> None:
    said = services.publish(club_id=club.pk, by=bob, now=NOW, title=" Summer  party ", text="\nIn the garden\n")
    assert (said.title, said.text) == ("Summer party", "In the garden")
    services.revise(announcement_id=said.pk, by=alice, now=NOW + A_DAY, title="Party", text="Indoors")
    services.pin(announcement_id=said.pk, by=bob, now=NOW)
    said.refresh_from_db()
    assert (said.title, said.author, said.edited_at, said.is_pinned) == ("Party", bob, NOW + A_DAY, True)
    services.unpin(announcement_id=said.pk, by=bob, now=NOW)
    services.take_down(announcement_id=said.pk, by=bob, now=NOW)
    with refused("gone"):
        services.take_down(announcement_id=said.pk, by=bob, now=NOW)
    assert sorted(log_of(club)[-5:]) == ["announced", "pinned", "revised", "taken-down", "unpinned"]


def test_the_number_of_pinned_announcements_is_limited(club: Club, bob: Player) -> None:
    said = [services.publish(club_id=club.pk, by=bob, now=NOW, title=f"No. {n}", text="!") for n in range(4)]
    for one in said[:3]:
        services.pin(announcement_id=one.pk, by=bob, now=NOW)
    services.pin(announcement_id=said[0].pk, by=bob, now=NOW)
    with refused("too-many-pinned"):
        services.pin(announcement_id=said[3].pk, by=bob, now=NOW)


@pytest.mark.parametrize(
    ("title", "text", "code"),
    [("", "text", "nothing-said"), ("title", " ", "nothing-said"), ("x" * 81, "text", "too-long"),
     ("title", "x" * 10_001, "too-long")],
)  # fmt: skip
def test_the_length_of_an_announcement_is_limited(title: str, text: str, code: str, club: Club, bob: Player) -> None:
    with refused(code):
        services.publish(club_id=club.pk, by=bob, now=NOW, title=title, text=text)
