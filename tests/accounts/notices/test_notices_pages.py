"""The bell, the list of notices, and the preferences."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from pytest_django import DjangoAssertNumQueries

from accounts import notices
from accounts.models import Notice, Player
from accounts.notices import Choice, Kind
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
def test_the_pages_ask_who_you_are(client: Client, db: None, address: str) -> None:
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
    as_alice.get(LIST)  # who is expected anywhere is looked up once for all
    # session, player, number and rows of the list, the bell
    with django_assert_num_queries(5):
        as_alice.get(LIST)


def test_opening_a_notice_reads_it_and_leads_on(as_alice: Client, alice: Player, nudge: Kind) -> None:
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
def test_a_notice_leads_to_no_other_site(as_alice: Client, alice: Player, nudge: Kind, url: str) -> None:
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


def test_alice_chooses_what_she_hears_of(as_alice: Client, alice: Player, party: Kind, nudge: Kind) -> None:
    page = as_alice.get(CHOICES).content.decode()
    assert 'aria-label="By e-mail: A party"' in page
    wishes = {"save": "1", "site-party": "on", "mail-nudge": "on"}
    assert as_alice.post(CHOICES, wishes).status_code == 302
    alice.refresh_from_db()
    assert notices.choice_of(alice, party) == Choice(by_site=True, by_mail=False)
    assert notices.choice_of(alice, nudge) == Choice(by_site=False, by_mail=True)


def test_every_kind_stands_under_the_heading_of_its_group(as_alice: Client) -> None:
    page = as_alice.get(CHOICES).content.decode()
    parts = re.split(r'<details class="card notice-group" id="(\w+)"', page)[1:]
    assert parts[::2] == [group.value for group in notices.Group]
    for group, part in zip(notices.Group, parts[1::2], strict=True):
        named = set(re.findall(r'name="site-([\w-]+)"', part))
        assert named == {kind.slug for kind in notices.KINDS.values() if kind.group is group}
        assert f"<h2>{group.label}</h2>" in part


@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_every_label_begins_with_a_capital(language: str) -> None:
    with translation.override(language):
        labels = [str(kind.label) for kind in notices.KINDS.values()]
    assert [label for label in labels if not label[0].isupper()] == []


def test_what_was_chosen_is_shown(as_alice: Client, alice: Player, nudge: Kind) -> None:
    notices.choose(player=alice, choices={nudge.slug: Choice(by_site=False, by_mail=True)})
    form = as_alice.get(CHOICES).context["form"]
    assert (form["site-nudge"].initial, form["mail-nudge"].initial) == (False, True)
