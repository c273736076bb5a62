"""Every page of a club for each kind of reader: Alice, Bob, Carla, Dora, a guest and a visitor."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import Player
from clubs import services
from clubs.models import Club, JoinRequest, Right
from tests.clubs.people import browser_of, give_only
from tests.html import dense

pytestmark = pytest.mark.django_db

INSIDE = ["announcements", "members"]
LEADING = ["desk", "log"]
OWNING = ["edit"]


def address(name: str, club: Club) -> str:
    return reverse(f"clubs:{name}", args=[club.slug])


def status(name: str, club: Club, player: Player | None) -> int:
    return browser_of(player).get(address(name, club)).status_code


def test_each_reader_sees_the_right_parts_of_a_club(
    club: Club, alice: Player, bob: Player, carla: Player, dora: Player
) -> None:
    for name in ["club", *INSIDE]:
        assert [status(name, club, one) for one in (alice, bob, carla, dora, None)] == [200] * 5, name
    for name in LEADING:
        assert [status(name, club, one) for one in (alice, bob, carla, dora, None)] == [200, 200, 403, 403, 403], name
    for name in OWNING:
        assert [status(name, club, one) for one in (alice, bob, carla, dora, None)] == [200, 403, 403, 403, 302], name


def test_each_reader_sees_the_right_parts_of_a_private_club(
    private: Club, alice: Player, bob: Player, carla: Player, dora: Player
) -> None:
    for name in INSIDE:
        assert [status(name, private, one) for one in (alice, bob, carla, dora, None)] == [200] * 3 + [404] * 2, name
    for name in LEADING:
        assert [status(name, private, one) for one in (alice, bob, carla, dora, None)] == [200, 200, 403, 404, 404]


def test_a_private_club_shows_strangers_its_name_and_how_to_join(private: Club, alice: Player, dora: Player) -> None:
    services.publish(club_id=private.pk, by=alice, now=timezone.now(), title="Summer party", text="In the garden")
    for player in (dora, None):
        page = browser_of(player).get(private.get_absolute_url()).text
        assert private.name in page
        assert "Ask to join" in page
        for secret in ("Summer party", "Fridays", "Alice", "Carla", "since ", "English<"):
            assert secret not in page.split("</header>", 1)[1].replace("Alice</strong>", ""), secret


def test_the_page_of_a_club_says_what_is_on(club: Club, alice: Player, carla: Player) -> None:
    services.publish(club_id=club.pk, by=alice, now=timezone.now(), title="Summer party", text="In the **garden**")
    page = browser_of(carla).get(club.get_absolute_url()).text
    assert "Summer party" in page
    assert "In the <strong>garden</strong>" in page
    assert "We play on <strong>Fridays</strong>." in page
    for name in ("Alice", "Bob", "Carla"):
        assert name in page
    assert "Post an announcement" not in page


def test_an_unknown_club_is_a_404(alice: Player) -> None:
    assert browser_of(alice).get("/club/nowhere/").status_code == 404


def test_a_closed_club_is_a_404(alice: Player) -> None:
    club = services.found(founder=alice, now=timezone.now(), name="Short-lived")
    services.close(club_id=club.pk, by=alice, now=timezone.now())
    assert status("club", club, alice) == 404
    assert "Short-lived" not in browser_of(alice).get(reverse("clubs:directory")).text


@pytest.mark.parametrize("name", ["club", "live", "members", "announcements", "log", "edit", "desk", "write"])
def test_every_page_of_a_closed_club_says_that_it_is_closed(alice: Player, bob: Player, name: str) -> None:
    club = services.found(founder=alice, now=timezone.now(), name="Short-lived")
    services.close(club_id=club.pk, by=alice, now=timezone.now())
    for reader in (alice, bob):
        page = browser_of(reader).get(address(name, club))
        assert (page.status_code, "This club has been closed." in page.text) == (404, True)


@pytest.mark.parametrize(
    "page", ["/club/short-lived/season/", "/club/short-lived/leagues/", "/tournaments/new/?club=short-lived"]
)
def test_tournaments_of_a_closed_club_say_that_it_is_closed(alice: Player, page: str) -> None:
    club = services.found(founder=alice, now=timezone.now(), name="Short-lived")
    services.close(club_id=club.pk, by=alice, now=timezone.now())
    answer = browser_of(alice).get(page)
    assert (answer.status_code, "This club has been closed." in answer.text) == (404, True)


def test_buttons_are_shown_to_those_who_may_press_them(club: Club, alice: Player, bob: Player, carla: Player) -> None:
    for player, count in ((alice, 2), (bob, 1), (carla, 0)):
        page = dense(browser_of(player).get(address("members", club)).text)
        assert page.count(">Manage<") == count, player
    give_only(club, bob, Right.TOURNAMENTS)
    page = dense(browser_of(bob).get(address("members", club)).text)
    assert ">Manage<" not in page
    assert address("desk", club) not in page


def test_a_members_page_is_for_those_who_outrank_them(
    club: Club, alice: Player, bob: Player, carla: Player, dora: Player
) -> None:
    def status_of(reader: Player | None, name: str) -> int:
        return browser_of(reader).get(reverse("clubs:member", args=[club.slug, name])).status_code

    assert [status_of(one, "Carla") for one in (alice, bob, carla, dora, None)] == [200, 200, 403, 403, 403]
    assert [status_of(one, "bob") for one in (alice, bob)] == [200, 403]
    assert [status_of(one, "Alice") for one in (alice, bob)] == [403, 403]
    assert status_of(alice, "Dora") == 404


def test_names_and_lines_are_escaped(club: Club, alice: Player, dora: Player) -> None:
    Club.objects.filter(pk=club.pk).update(
        name="<b>Friends", about="<script>x</script>", admission=Club.Admission.REQUEST
    )
    services.ask(club_id=club.pk, player=dora, now=timezone.now(), text="<i>please</i>")
    for page in (club.get_absolute_url(), address("desk", club), reverse("clubs:directory")):
        text = browser_of(alice).get(page).text
        assert "<b>Friends" not in text
        assert "<script>x" not in text
        assert "<i>please" not in text


PAGES = ["club", "live", *INSIDE, *LEADING]


@pytest.mark.parametrize("name", PAGES)
def test_a_page_takes_the_same_queries_however_much_there_is(
    name: str, club: Club, alice: Player, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    _grow(club, alice, 2)
    browser = browser_of(alice)
    browser.get(address(name, club))
    with CaptureQueriesContext(connection) as before:
        browser.get(address(name, club))
    _grow(club, alice, 8)
    with django_assert_num_queries(len(before)):
        assert browser.get(address(name, club)).status_code == 200


def _grow(club: Club, alice: Player, count: int) -> None:
    """Add members, requests, announcements, invitations and bans."""
    now = timezone.now()
    for _ in range(count):
        number = Player.objects.count()
        member, asking, banned = (
            Player.objects.create_user(username=f"{kind}{number}") for kind in ("member", "asking", "banned")
        )
        Club.objects.filter(pk=club.pk).update(admission=Club.Admission.OPEN)
        services.join(club_id=club.pk, player=member, now=now)
        Club.objects.filter(pk=club.pk).update(admission=Club.Admission.REQUEST)
        services.ask(club_id=club.pk, player=asking, now=now, text="Hello")
        services.ban(club_id=club.pk, by=alice, player_id=banned.pk, now=now, reason="Rude")
        services.publish(club_id=club.pk, by=alice, now=now, title=f"News {number}", text="It is *on*.")
        services.invite(club_id=club.pk, by=alice, now=now, valid_for=timedelta(days=1))


def test_the_live_fragment_has_the_changing_parts_of_the_page(club: Club, carla: Player) -> None:
    page = browser_of(carla).get(club.get_absolute_url()).text
    live = browser_of(carla).get(address("live", club)).text
    parts = re.findall(r'<section id="([^"]+)"', live)
    assert parts == ["panel-coming", "panel-tables", "announcements", "who-is-here"]
    assert re.findall(r'<section id="([^"]+)"', page) == parts
    for link in re.findall(r"<link|<script|<h1", live):
        raise AssertionError(f"{link} would be brought again and again")


def test_an_open_page_learns_that_a_request_was_accepted(club: Club, alice: Player, dora: Player) -> None:
    Club.objects.filter(pk=club.pk).update(admission=Club.Admission.REQUEST)
    browser = browser_of(dora)

    def how_one_stands() -> tuple[str, bool]:
        parts = [browser.get(page).text for page in (club.get_absolute_url(), address("live", club))]
        [door, shown] = [re.findall(r'id="joining"\s+data-as="(\w+)"', part) for part in parts]
        assert door == shown
        return door[0], all(address("withdraw", club) in part for part in parts)

    assert how_one_stands() == ("request", False)
    services.ask(club_id=club.pk, player=dora, now=timezone.now(), text="Hello")
    assert how_one_stands() == ("asked", True)
    services.accept(request_id=JoinRequest.objects.get().pk, by=alice, now=timezone.now())
    live = browser.get(address("live", club)).text
    assert 'data-as="member"' in live
    assert "You are a member now" in live
    assert address("withdraw", club) not in live


def test_the_changing_parts_are_as_private_as_the_page(private: Club, dora: Player) -> None:
    assert browser_of(dora).get(address("live", private)).status_code == 404


def test_many_announcements_are_on_several_pages(club: Club, alice: Player, carla: Player) -> None:
    for number in range(12):
        services.publish(club_id=club.pk, by=alice, now=timezone.now(), title=f"News no. {number}.", text="Hear!")
    page = browser_of(carla).get(club.get_absolute_url()).text
    assert len(re.findall(r"News no\. \d+\.", page)) == 3
    assert "All announcements" in page
    first = browser_of(carla).get(address("announcements", club)).text
    second = browser_of(carla).get(address("announcements", club) + "?page=2").text
    assert "News no. 11." in first
    assert "News no. 0." in second


def test_the_header_leads_to_the_clubs(alice: Player) -> None:
    assert f'href="{reverse("clubs:directory")}"' in browser_of(alice).get("/clubs/").text
