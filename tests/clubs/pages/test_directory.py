"""The club directory, and what it hides about private clubs."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import Player
from clubs import services
from clubs.models import Club
from tests.clubs.conftest import NOW
from tests.clubs.people import browser_of

pytestmark = pytest.mark.django_db

DIRECTORY = reverse("clubs:directory")


def names(player: Player | None, **query: str) -> list[str]:
    response = browser_of(player).get(DIRECTORY, query)
    assert response.status_code == 200
    return [club.name for club, _words, _days in response.context["found"]]


@pytest.fixture
def owls(dora: Player) -> Club:
    """Return a club that is newer and smaller than Good Friends, and German."""
    later = NOW + timedelta(days=3)
    return services.found(founder=dora, now=later, name="Night Owls", about="Two-Step till late", language="de")


def test_clubs_are_found_by_name_and_by_what_they_are(club: Club, owls: Club) -> None:
    assert names(None, q="OWLS") == ["Night Owls"]
    assert names(None, q="fridays") == ["Good Friends"]
    assert names(None, q="bridge") == []


def test_clubs_are_found_by_language(club: Club, owls: Club) -> None:
    assert names(None, language="de") == ["Night Owls"]


def test_clubs_are_sorted(club: Club, owls: Club) -> None:
    assert names(None) == ["Night Owls", "Good Friends"]
    assert names(None, order="members") == ["Good Friends", "Night Owls"]
    assert names(None, order="name") == ["Good Friends", "Night Owls"]


def test_activity_moves_a_club_up(club: Club, owls: Club, alice: Player) -> None:
    later = NOW + timedelta(days=5)
    services.publish(club_id=club.pk, by=alice, now=later, title="News", text="It is on.")
    assert names(None) == ["Good Friends", "Night Owls"]


@pytest.mark.parametrize("nonsense", [{"language": "xx"}, {"order": "secret"}, {"q": "x" * 500}, {"page": "-1"}])
def test_invalid_parameters_are_ignored(nonsense: dict[str, str], club: Club) -> None:
    assert names(None, **nonsense) == ["Good Friends"]


def test_strangers_find_a_private_club_only_by_its_name(private: Club, owls: Club, carla: Player) -> None:
    emil = Player.objects.create_user(username="Emil")
    for stranger in (emil, None):
        assert names(stranger, q="good") == ["Good Friends"]
        assert names(stranger, q="fridays") == []
        assert names(stranger, language="en") == []
        assert names(stranger, order="members") == ["Night Owls", "Good Friends"]
        page = browser_of(stranger).get(DIRECTORY).text
        assert "Fridays" not in page
        assert "3 members" not in page
    assert names(carla, q="fridays") == ["Good Friends"]
    assert names(carla, order="members") == ["Good Friends", "Night Owls"]
    assert "3 members" in browser_of(carla).get(DIRECTORY).text


def test_the_readers_own_clubs_come_first(club: Club, owls: Club, carla: Player) -> None:
    page = browser_of(carla).get(DIRECTORY).text
    assert page.index("Your clubs") < page.index("Good Friends") < page.index("Find more") < page.index("Night Owls")
    assert "Your clubs" not in browser_of(None).get(DIRECTORY).text


def test_an_empty_directory_says_what_to_do(dora: Player) -> None:
    assert "Start the first one" in browser_of(None).get(DIRECTORY).text
    assert "No club matches." in browser_of(None).get(DIRECTORY, {"q": "bridge"}).text


def test_many_clubs_take_several_pages_and_no_more_queries(
    club: Club, dora: Player, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    browser = browser_of(dora)
    services.join(club_id=club.pk, player=dora, now=NOW)
    browser.get(DIRECTORY)
    with CaptureQueriesContext(connection) as before:
        browser.get(DIRECTORY)
    Club.objects.bulk_create(
        Club(name=f"Club {number:02}", slug=f"club-{number:02}", about="We *play*.", active_at=NOW)
        for number in range(40)
    )
    with django_assert_num_queries(len(before)):
        page = browser.get(DIRECTORY)
    assert len(page.context["found"]) == 24
    assert len(names(dora, page="2")) == 17
    assert "q=club&amp;page=2" in browser.get(DIRECTORY, {"q": "club"}).text
