"""Reports: what they weigh, how they merge into cases, and who may send how many."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.conf import LazySettings
from django.db import connection

from accounts.models import Player
from common.errors import UserError
from moderation.evidence.subject import Subject
from moderation.models import Case, Matter, Report
from moderation.services import cases, reporting
from moderation.services.trust import LEAST, MOST, trust_in
from tests.moderation.conftest import NOW, about, code_of, long_here, queue, reported

pytestmark = pytest.mark.django_db


def test_reports_on_one_matter_merge_and_weigh_together(vera: Player, alice: Player, bob: Player) -> None:
    first = reported(vera, long_here(alice), "name")
    second = reported(vera, long_here(bob), "abuse")
    case = Case.objects.get()
    assert first.case == second.case == case
    assert case.player == vera
    assert case.kind == Matter.ABUSE  # the gravest
    assert case.weight == first.weight + second.weight


def test_a_matter_is_one_case_until_it_is_closed(vera: Player, alice: Player, maud: Player) -> None:
    case = reported(vera, alice).case
    cases.claim(case_id=case.pk, by=maud, now=NOW)
    assert reported(vera, alice).case == case
    cases.close(case_id=case.pk, by=maud, outcome="acted", now=NOW)
    assert reported(vera, alice).case != case


def test_lines_of_one_author_in_one_room_are_one_matter(vera: Player, alice: Player, bob: Player) -> None:
    lines = [Subject("line", str(number), vera, matter="table:abc") for number in (1, 2)]
    elsewhere = Subject("line", "3", vera, matter="table:xyz")
    of_another = Subject("line", "4", bob, matter="table:abc")
    for subject in (*lines, elsewhere, of_another):
        reporting.report(subject=subject, kind="abuse", text="", reporter=alice, address=None, now=NOW)
    assert Case.objects.count() == 3
    assert Report.objects.filter(case__subject_id="1").count() == 2


def test_a_reporter_counts_once_in_a_case(vera: Player, alice: Player) -> None:
    first, again = reported(vera, alice), reported(vera, alice, "name")
    assert (again.case.weight, again.weight) == (first.weight, 0)


def test_players_who_keep_reporting_falsely_count_less(vera: Player, alice: Player, bob: Player, maud: Player) -> None:
    long_here(alice), long_here(bob)
    assert trust_in(alice, NOW) == 1
    for outcome, reporter in (("false", alice), ("false", alice), ("acted", bob)):
        case = reported(vera, reporter).case
        cases.claim(case_id=case.pk, by=maud, now=NOW)
        cases.close(case_id=case.pk, by=maud, outcome=outcome, now=NOW)
    assert LEAST < trust_in(alice, NOW) < 0.5 < 1 < trust_in(bob, NOW) <= MOST
    assert reported(vera, alice).weight < reported(vera, bob).weight
    assert trust_in(alice, NOW + timedelta(days=366)) == 1


def test_guests_newcomers_and_strangers_count_less(alice: Player, bob: Player) -> None:
    long_here(bob)
    guest = Player(username="Guest", is_guest=True, date_joined=NOW)
    assert trust_in(None, NOW) < trust_in(guest, NOW) <= trust_in(alice, NOW) < trust_in(bob, NOW)


def test_the_queue_is_ordered_by_weight_and_age(vera: Player, alice: Player, bob: Player, charlie: Player) -> None:
    for player in (alice, bob, charlie):
        long_here(player)
    old_trifle = reported(alice, charlie, "stalling", hours_ago=30).case
    insult = reported(vera, charlie, "abuse").case
    trifle = reported(bob, charlie, "stalling").case
    assert queue() == [old_trifle, insult, trifle]
    danger = reported(charlie, None, "danger").case
    assert queue()[0] == danger


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"kind": "revenge"}, "bad-field"),
        ({"text": "x" * 501}, "too-long"),
        ({"kind": "other", "text": "  "}, "no-text"),
    ],
)
def test_what_a_report_must_say(vera: Player, alice: Player, change: dict[str, str], code: str) -> None:
    said = {"kind": "abuse", "text": "", **change}
    with pytest.raises(UserError) as caught:
        reporting.report(subject=about(vera), reporter=alice, address=None, now=NOW, **said)
    assert code_of(caught) == code
    assert not Case.objects.exists()


def test_nobody_reports_themselves(alice: Player) -> None:
    with pytest.raises(UserError) as caught:
        reported(alice, alice)
    assert code_of(caught) == "yourself"


def test_limits_hold_for_players_and_for_addresses(settings: LazySettings, vera: Player, alice: Player) -> None:
    settings.LIMITS = {**settings.LIMITS, "reports": "2/hour", "reports-of-address": "3/hour"}
    reported(vera, alice)
    reported(vera, alice)
    with pytest.raises(UserError) as caught:
        reported(vera, alice)
    assert code_of(caught) == "too-many"

    def send_without_account(address: str) -> None:
        reporting.report(subject=about(vera), kind="spam", text="", reporter=None, address=address, now=NOW)

    for _ in range(3):
        send_without_account("192.0.2.7")
    with pytest.raises(UserError) as caught:
        send_without_account("192.0.2.7")
    assert code_of(caught) == "too-many"
    send_without_account("192.0.2.8")


def test_what_remains_when_people_leave(vera: Player, alice: Player, maud: Player) -> None:
    case = reported(vera, alice).case
    cases.claim(case_id=case.pk, by=maud, now=NOW)
    for player in (vera, alice, maud):
        player.delete()
    case.refresh_from_db()
    assert (case.player, case.claimed_by, case.reports.get().reporter) == (None, None, None)
    assert case in Case.objects.free(NOW)


@pytest.mark.django_db(transaction=True)
def test_two_reports_at_once_open_one_case(vera: Player, alice: Player, bob: Player) -> None:
    def attempt(reporter: Player) -> int:
        try:
            return reported(vera, reporter).case_id
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as both:
        first, second = both.map(attempt, (alice, bob))
    assert first == second
    case = Case.objects.get()
    assert case.weight == sum(case.reports.values_list("weight", flat=True))


def test_a_double_click_reports_once(vera: Player, alice: Player) -> None:
    asked: dict[str, Any] = {"kind": "abuse", "text": "Rude", "reporter": alice, "address": None}
    times = [NOW + timedelta(seconds=seconds) for seconds in (0, 1, 90)]
    sent = [reporting.report(subject=about(vera), now=now, **asked).pk for now in times]
    assert sent[0] == sent[1] != sent[2]
