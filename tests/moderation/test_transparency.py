"""The public figures: correct, and too coarse to reveal anything about a single player."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import standing
from accounts.models import Player
from moderation.acts import KINDS
from moderation.acts.kinds.sanctions import SanctionAct
from moderation.lookups.half_years import ACTS, HalfYear, figures_of, half_within, half_years, in_steps
from moderation.models import Case, Report
from moderation.services import appeals, cases
from tests.moderation.conftest import about, reported

pytestmark = pytest.mark.django_db

MARCH = datetime(2026, 3, 10, 12, tzinfo=UTC)


def test_numbers_are_rounded_and_small_ones_not_given() -> None:
    assert [in_steps(number) for number in (0, 4, 5, 7, 8, 101)] == [
        "fewer than 5",
        "fewer than 5",
        "about 5",
        "about 5",
        "about 10",
        "about 100",
    ]


def test_times_are_given_in_hours_or_days_if_there_are_enough() -> None:
    assert half_within([timedelta(hours=1)] * 4) == "–"
    assert half_within([timedelta(minutes=30)] * 5) == "1 hour"
    assert half_within([timedelta(hours=1), *[timedelta(minutes=200)] * 3, timedelta(days=9)]) == "4 hours"
    assert half_within([timedelta(days=3, minutes=5)] * 6) == "4 days"


def test_a_half_year_ends_where_the_next_begins() -> None:
    second = HalfYear.of(MARCH).next
    assert second == HalfYear(2026, 2)
    assert second.next == HalfYear(2027, 1)
    assert second.begins == datetime(2026, 7, 1, tzinfo=UTC)
    assert second.title == "July – December 2026"


def test_what_happened_is_counted_in_its_half_year(vera: Player, alice: Player, maud: Player, milo: Player) -> None:
    sent = reported(vera, alice)
    case = cases.claim(case_id=sent.case_id, by=maud, now=MARCH)
    Report.objects.bulk_create(
        Report(case=case, kind="spam", subject_kind="player", subject_id="1", weight=1, sent_at=MARCH) for _ in range(7)
    )
    Case.objects.bulk_create(
        Case(
            subject_kind="player",
            subject_id=str(number),
            merge_key=about(vera, key=str(number)).merge_key,
            kind="spam",
            opened_at=MARCH,
            sorts_at=MARCH,
            closed_at=MARCH + timedelta(hours=30),
            outcome="acted",
        )
        for number in range(6)
    )
    for _ in range(5):
        sanction = standing.impose(player=vera, kind="muted", reason="Spam", now=MARCH, by=maud)
        appeal = appeals.appeal(player=vera, sanction=sanction, text="No", now=MARCH)
        appeals.answer(appeal_id=appeal.pk, by=milo, outcome="rejected", text="Yes", now=MARCH + timedelta(days=3))
    figures = figures_of(HalfYear.of(MARCH))
    assert dict(figures.reports)["Advertising or spam"] == dict(figures.reports)["All"] == "about 5"
    assert dict(figures.reports)["Abuse or insult"] == "fewer than 5"
    assert dict(figures.answers)["We have acted"] == "about 5"
    assert dict(figures.answers)["Half of them answered within"] == "30 hours"
    assert dict(figures.sanctions)["Muted"] == "about 5"
    assert dict(figures.appeals)["Rejected: the decision stands"] == "about 5"
    assert dict(figures.appeals)["Half of them answered within"] == "3 days"
    assert set(dict(figures_of(HalfYear(2025, 2)).reports).values()) == {"fewer than 5"}


def test_every_kind_of_act_is_counted_as_a_sanction_or_in_a_group() -> None:
    grouped = {kind for _label, kinds in ACTS for kind in kinds}
    assert {slug for slug, kind in KINDS.items() if not isinstance(kind, SanctionAct)} == grouped


def test_the_page_is_public_and_goes_back_to_the_first_report(vera: Player, alice: Player, client: Client) -> None:
    now = timezone.now()
    Report.objects.filter(pk=reported(vera, alice).pk).update(sent_at=now - timedelta(days=366))
    offered = half_years(now)
    assert len(offered) == 3
    page = client.get(reverse("moderation:transparency")).content.decode()
    addresses = [reverse("moderation:transparency-of", args=[one.year, one.half]) for one in offered]
    assert all(address in page for address in addresses)
    assert client.get(addresses[-1]).status_code == 200
    before = HalfYear(offered[-1].year - 1, offered[-1].half)
    assert client.get(reverse("moderation:transparency-of", args=[before.year, before.half])).status_code == 404
    assert client.get("/transparency/2026/7/").status_code == 404
    assert "Vera" not in page
