"""Accounts that are likely the same person's: traces are keyed, expire, and are shown only when asked for."""

from __future__ import annotations

from datetime import timedelta

from django.test import Client
from django.urls import reverse

from accounts.models import Player
from accounts.personal import expiry
from action_log.models import LogLine
from moderation.lookups.likely_same import CROWD, likely_same
from moderation.models import Trace
from moderation.services import traces
from tests.games.pages import browser_of
from tests.moderation.conftest import NOW, reported


def seen(player: Player, address: str = "", *browsers: str) -> None:
    traces.leave(player=player, address=address, browsers=browsers, now=NOW)


def names(player: Player) -> list[str]:
    return [one.player.username for one in likely_same(player)]


def test_shared_browsers_come_before_shared_addresses(alice: Player, bob: Player, charlie: Player) -> None:
    seen(alice, "203.0.113.7", "laptop")
    seen(bob, "203.0.113.7")
    seen(charlie, "198.51.100.1", "laptop")
    assert names(alice) == [charlie.username, bob.username]
    assert names(bob) == [alice.username]


def test_a_household_shares_the_prefix_of_its_addresses(alice: Player, bob: Player, charlie: Player) -> None:
    seen(alice, "2001:db8:1:2::17")
    seen(bob, "2001:db8:1:2:ffff::1")
    seen(charlie, "2001:db8:1:3::17")
    assert names(alice) == [bob.username]


def test_an_address_within_another_counts_by_itself(alice: Player, bob: Player, charlie: Player) -> None:
    seen(alice, "203.0.113.7")
    seen(bob, "::ffff:203.0.113.7")
    seen(charlie, "::ffff:203.0.113.8")
    assert names(alice) == [bob.username]
    assert names(charlie) == []


def test_traces_of_a_crowd_are_ignored(alice: Player) -> None:
    seen(alice, "203.0.113.7")
    for number in range(CROWD):
        seen(Player.objects.create_user(username=f"Pupil{number}"), "203.0.113.7")
    assert names(alice) == []


def test_no_address_is_kept(alice: Player) -> None:
    seen(alice, "203.0.113.7", "laptop")
    kept = str(list(Trace.objects.values()))
    assert "203.0.113.7" not in kept
    assert "laptop" not in kept
    assert Trace.objects.count() == 2
    seen(alice, "203.0.113.7", "laptop")
    assert Trace.objects.count() == 2


def test_traces_expire(alice: Player) -> None:
    traces.leave(player=alice, address="203.0.113.7", browsers=[], now=NOW - timedelta(days=100))
    traces.leave(player=alice, address="203.0.113.8", browsers=[], now=NOW)
    assert expiry.apply(expiry.RULES["traces"], NOW) == 1
    assert Trace.objects.get().seen_at == NOW


def test_a_visit_leaves_a_trace_once_a_day(client: Client, alice: Player) -> None:
    client.force_login(alice)
    for _ in range(2):
        client.get("/", REMOTE_ADDR="203.0.113.7")
    trace = Trace.objects.get()
    assert (trace.player, trace.mark) == (alice, traces.mark_of(Trace.Kind.ADDRESS, "203.0.113.7"))
    client.get("/", REMOTE_ADDR="203.0.113.9")
    assert Trace.objects.count() == 2


def test_a_visitor_leaves_no_trace(client: Client, db: None) -> None:
    client.get("/", REMOTE_ADDR="203.0.113.7")
    assert not Trace.objects.exists()


def test_two_who_sign_in_with_one_browser_are_found(alice: Player, bob: Player) -> None:
    browser = Client()
    for player in (alice, bob):
        browser.post(reverse("account_login"), {"login": player.username, "password": f"{player.username}-likes-bones"})
        browser.get("/")
        del browser.cookies["sessionid"]
    assert names(alice) == [bob.username]


def test_moderators_see_them_on_request_which_is_logged(maud: Player, vera: Player, alice: Player, bob: Player) -> None:
    seen(vera, "203.0.113.7")
    seen(bob, "203.0.113.7")
    case = reported(vera, alice).case
    browser = browser_of(maud)
    page = reverse("admin:desk_case", args=[case.pk])
    assert "the same address" not in browser.get(page).text
    assert "the same address" in browser.post(reverse("admin:desk_same", args=[case.pk])).text
    line = LogLine.objects.get(action="likely-same-seen")
    assert (line.by, line.whom) == (maud, vera)
