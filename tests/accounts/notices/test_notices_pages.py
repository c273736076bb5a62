"""The bell, the list of notices, and the preferences."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts import notices
from accounts.models import Notice, Player
from accounts.notices import Kind
from tests.accounts.telling import tell
from tests.html import dense

LIST = reverse("accounts:notices")
CHOICES = reverse("accounts:notice-choices")


@pytest.fixture
def as_alice(client: Client, alice: Player) -> Client:
    client.force_login(alice)
    return client


def at_the_bell(client: Client) -> str:
    found = re.search(r'class="bell-count" data-number="(\d+)"', dense(client.get("/preferences/").text))
    assert found
    return found[1]


def test_the_bell_counts_what_is_not_read(as_alice: Client, alice: Player, bob: Player, nudge: Kind) -> None:
    assert at_the_bell(as_alice) == "0"
    tell(nudge, alice, bob)
    tell(nudge, alice, key="2")
    assert at_the_bell(as_alice) == "2"
    as_alice.get(notices.address(Notice.objects.filter(player=alice)[0]))
    assert at_the_bell(as_alice) == "1"


def test_a_visitor_has_no_bell(client: Client, db: None) -> None:
    page = client.get(reverse("account_login")).content.decode()
    assert "bell-count" not in page
    assert "/ws/me/" not in page


@pytest.mark.parametrize("address", [LIST, CHOICES])
def test_the_pages_require_signing_in(client: Client, db: None, address: str) -> None:
    assert client.get(address).headers["Location"].startswith(reverse("account_login"))


def test_the_newest_notice_is_first_and_everything_is_escaped(as_alice: Client, alice: Player, nudge: Kind) -> None:
    tell(nudge, alice, host="Eve")
    tell(nudge, alice, key="2", host="<b>Mallory</b>")
    page = as_alice.get(LIST).content.decode()
    assert page.index("&lt;b&gt;Mallory&lt;/b&gt; nudges you") < page.index("Eve nudges you")


def test_the_list_has_pages(as_alice: Client, alice: Player, nudge: Kind) -> None:
    for number in range(31):
        tell(nudge, alice, key=str(number))
    assert len(as_alice.get(LIST).context["notices"]) == 30
    assert len(as_alice.get(LIST, {"page": 2}).context["notices"]) == 1
    assert as_alice.get(LIST, {"page": 3}).status_code == 404


def test_a_long_list_takes_no_more_queries(
    as_alice: Client, alice: Player, nudge: Kind, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(20):
        tell(nudge, alice, key=str(number))
    as_alice.get(LIST)  # fills the cache of players whom tournaments expect
    # session, player, number and rows of the list, the bell
    with django_assert_num_queries(5):
        as_alice.get(LIST)


def test_opening_a_notice_marks_it_as_read_and_redirects(as_alice: Client, alice: Player, nudge: Kind) -> None:
    tell(nudge, alice)
    notice = Notice.objects.get()
    assert as_alice.get(notices.address(notice)).headers["Location"] == "/party/"
    notice.refresh_from_db()
    first = notice.read_at
    as_alice.get(notices.address(notice))
    notice.refresh_from_db()
    assert first is not None
    assert notice.read_at == first


@pytest.mark.parametrize("url", ["//elsewhere.example/", "https://elsewhere.example/", "javascript:alert(1)"])
def test_a_notice_never_redirects_to_another_site(as_alice: Client, alice: Player, nudge: Kind, url: str) -> None:
    tell(nudge, alice)
    Notice.objects.update(url=url)
    assert as_alice.get(notices.address(Notice.objects.get())).headers["Location"] == LIST


def test_nobody_reads_the_notices_of_another(as_alice: Client, bob: Player, nudge: Kind) -> None:
    tell(nudge, bob)
    as_alice.get(notices.address(Notice.objects.get()))
    as_alice.post(reverse("accounts:notices-read"))
    assert notices.unread(bob) == 1
    assert "nudges you" not in as_alice.get(LIST).content.decode()


def test_all_are_read_with_one_button(as_alice: Client, alice: Player, nudge: Kind) -> None:
    tell(nudge, alice)
    assert as_alice.get(reverse("accounts:notices-read")).status_code == 405
    assert as_alice.post(reverse("accounts:notices-read")).headers["Location"] == LIST
    assert notices.unread(alice) == 0
