"""Series: on the right days, at the same local time, each date once."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import islice
from zoneinfo import ZoneInfo

import pytest

from accounts.models import Player
from accounts.standing import Moderator
from clubs import services as clubs
from clubs.models import Membership
from common.errors import UserError
from tests.tournaments.plans import NOW, announced, changed, club_of, planned
from tournaments import tasks
from tournaments.life import stages
from tournaments.models import Series, Tournament
from tournaments.planning import plans
from tournaments.planning.series import repeating
from tournaments.planning.series.recurrence import checked, dates

BERLIN = ZoneInfo("Europe/Berlin")


def local_starts(series: Series) -> list[str]:
    starts = series.tournaments.order_by("starts_at").values_list("starts_at", flat=True)
    return [f"{start.astimezone(BERLIN):%d.%m. %H:%M}" for start in starts]


def test_eight_o_clock_stays_eight_o_clock_when_the_clocks_change(olga: Player) -> None:
    first = announced(olga)
    series = repeating.repeat(tournament_id=first.pk, rule="FREQ=WEEKLY;BYDAY=FR", days_ahead=35, now=NOW)
    assert local_starts(series) == ["06.03. 20:00", "13.03. 20:00", "20.03. 20:00", "27.03. 20:00", "03.04. 20:00"]
    before, after = series.tournaments.order_by("-starts_at")[:2]
    assert before.starts_at - after.starts_at == timedelta(days=7) - timedelta(hours=1)


def test_each_date_is_made_from_the_newest_and_announced(olga: Player, bob: Player) -> None:
    first = announced(olga, least=6, table_size=5, description="Bring cake.")
    first.helpers.add(bob)
    repeating.repeat(tournament_id=first.pk, rule="FREQ=WEEKLY;BYDAY=FR", days_ahead=14, now=NOW)
    second = Tournament.objects.exclude(pk=first.pk).get()
    assert (second.status, second.least, second.table_size, second.description) == (
        Tournament.Status.ANNOUNCED, 6, 5, "Bring cake."
    )  # fmt: skip
    assert list(second.helpers.all()) == [bob]
    assert second.starts_at - second.registration_at == first.starts_at - first.registration_at
    plans.change(tournament_id=second.pk, to=changed(least=8))
    repeating.create_dates(series_id=second.series_id or 0, now=NOW + timedelta(days=7))
    assert [one.least for one in Tournament.objects.order_by("starts_at")] == [6, 8, 8]


def test_no_date_is_created_twice(olga: Player) -> None:
    series = repeating.repeat(tournament_id=announced(olga).pk, rule="FREQ=WEEKLY;BYDAY=FR", days_ahead=14, now=NOW)
    for _again in range(3):
        repeating.create_dates(series_id=series.pk, now=NOW)
    assert local_starts(series) == ["06.03. 20:00", "13.03. 20:00"]


def test_a_date_that_was_moved_or_called_off_does_not_come_back(olga: Player) -> None:
    first = announced(olga)
    series = repeating.repeat(tournament_id=first.pk, rule="FREQ=WEEKLY;BYDAY=FR", days_ahead=14, now=NOW)
    second = series.tournaments.order_by("starts_at")[1]
    plans.change(tournament_id=second.pk, to=changed(starts_at=second.starts_at + timedelta(hours=23)))
    stages.cancel(tournament_id=first.pk, because="Holiday")
    repeating.create_dates(series_id=series.pk, now=NOW + timedelta(days=7))
    assert local_starts(series) == ["06.03. 20:00", "14.03. 19:00", "20.03. 20:00"]


def test_dates_that_went_by_during_an_outage_are_not_made_up_for(olga: Player) -> None:
    series = repeating.repeat(tournament_id=announced(olga).pk, rule="FREQ=WEEKLY;BYDAY=FR", days_ahead=7, now=NOW)
    repeating.create_dates(series_id=series.pk, now=NOW + timedelta(days=30))
    assert local_starts(series) == ["06.03. 20:00", "03.04. 20:00"]


def test_the_sweep_asks_when_the_next_date_is_due(olga: Player) -> None:
    series = repeating.repeat(tournament_id=announced(olga).pk, rule="FREQ=WEEKLY;BYDAY=FR", days_ahead=14, now=NOW)
    assert series.next_at == datetime(2026, 3, 6, 19, tzinfo=UTC)
    tasks.create_dates(series.pk)
    tasks.sweep_series()


def test_a_stopped_series_creates_nothing_and_can_go_on_at_another_hour(olga: Player) -> None:
    series = repeating.repeat(tournament_id=announced(olga).pk, rule="FREQ=WEEKLY;BYDAY=FR", days_ahead=7, now=NOW)
    repeating.stop_series(series_id=series.pk)
    assert repeating.create_dates(series_id=series.pk, now=NOW + timedelta(days=7)) == 0
    repeating.change_series(
        series_id=series.pk, rule="FREQ=WEEKLY;BYDAY=FR", hour=19, minute=30, days_ahead=14, now=NOW
    )
    assert local_starts(series) == ["06.03. 20:00", "13.03. 19:30"]


def test_a_later_hour_does_not_create_the_same_day_again(olga: Player) -> None:
    series = repeating.repeat(tournament_id=announced(olga).pk, rule="FREQ=WEEKLY;BYDAY=FR", days_ahead=7, now=NOW)
    repeating.change_series(series_id=series.pk, rule="FREQ=WEEKLY;BYDAY=FR", hour=21, minute=0, days_ahead=14, now=NOW)
    assert local_starts(series) == ["06.03. 20:00", "13.03. 21:00"]


def test_the_series_of_a_club_ends_when_its_organiser_may_not_any_more(olga: Player) -> None:
    club = club_of(olga)
    series = repeating.repeat(
        tournament_id=announced(olga, club).pk, rule="FREQ=WEEKLY;BYDAY=FR", days_ahead=7, now=NOW
    )
    Membership.objects.filter(club=club, player=olga).delete()
    repeating.create_dates(series_id=series.pk, now=NOW + timedelta(days=7))
    series.refresh_from_db()
    assert series.is_stopped
    assert series.tournaments.count() == 1


def test_a_series_of_the_whole_site_waits_while_its_organiser_has_too_many(olga: Player) -> None:
    series = repeating.repeat(tournament_id=announced(olga).pk, rule="FREQ=DAILY", days_ahead=60, now=NOW)
    assert series.tournaments.count() == 5
    series.refresh_from_db()
    assert not series.is_stopped
    assert series.next_at == NOW + timedelta(hours=6)


def test_a_draft_is_not_repeated_nor_anything_twice(olga: Player) -> None:
    with pytest.raises(UserError, match="Announce"):
        repeating.repeat(tournament_id=planned(olga).pk, rule="FREQ=WEEKLY", days_ahead=7, now=NOW)
    first = announced(olga)
    repeating.repeat(tournament_id=first.pk, rule="FREQ=WEEKLY", days_ahead=7, now=NOW)
    with pytest.raises(UserError, match="already"):
        repeating.repeat(tournament_id=first.pk, rule="FREQ=WEEKLY", days_ahead=7, now=NOW)


@pytest.mark.parametrize(
    "rule",
    ["", "FREQ=SECONDLY", "FREQ=HOURLY", "WEEKLY", "FREQ=WEEKLY;BYDAY=XX", "FREQ=WEEKLY;BYHOUR=3",
     "FREQ=WEEKLY;FREQ=DAILY",
     "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", "FREQ=WEEKLY;INTERVAL=0", "FREQ=WEEKLY\nRRULE:FREQ=DAILY",
     "FREQ=DAILY;DTSTART=20260101T000000", "FREQ=WEEKLY;COUNT=x", "A" * 300],
)  # fmt: skip
def test_invalid_or_too_frequent_rules_are_refused(rule: str) -> None:
    with pytest.raises(UserError):
        checked(rule, NOW, "Europe/Berlin")


def test_a_rule_that_no_day_matches_from_the_first_date_on_is_refused(olga: Player) -> None:
    """Nor would its page ever find the next date: every visitor would have it looked for until the year 9999."""
    first = announced(olga)
    assert f"{first.starts_at.astimezone(BERLIN):%a}" != "Mon"
    with pytest.raises(UserError, match="No day matches"):
        repeating.repeat(tournament_id=first.pk, rule="FREQ=DAILY;INTERVAL=7;BYDAY=MO", days_ahead=7, now=NOW)


def test_the_second_friday_of_each_month_and_an_end_are_understood() -> None:
    first = datetime(2026, 9, 11, 18, tzinfo=UTC)
    rule = checked("rrule:freq=monthly;byday=2fr;until=20261231T235959Z", first, "Europe/Berlin")
    found = [date.astimezone(BERLIN) for date in dates(rule, first, "Europe/Berlin")]
    assert [f"{date:%d.%m. %H}" for date in found] == ["11.09. 20", "09.10. 20", "13.11. 20", "11.12. 20"]


def test_an_hour_that_the_clocks_pass_over_comes_later_once() -> None:
    first = datetime(2026, 3, 28, 1, 30, tzinfo=UTC)  # 02:30 in Berlin; the day after there is no 02:30
    found = [date.astimezone(BERLIN) for date in islice(dates("FREQ=DAILY", first, "Europe/Berlin"), 3)]
    assert [f"{date:%d. %H:%M}" for date in found] == ["28. 02:30", "29. 03:30", "30. 02:30"]


def test_a_club_that_is_frozen_for_a_while_keeps_its_series(olga: Player, bob: Player) -> None:
    club = clubs.found(founder=olga, now=NOW, name="Owls")
    first = announced(olga)
    series = repeating.repeat(tournament_id=first.pk, rule="FREQ=WEEKLY;BYDAY=FR", days_ahead=7, now=NOW)
    Tournament.objects.update(club=club)
    moderator = Moderator(bob, case_id=1)
    clubs.freeze(club_id=club.pk, by=moderator, now=NOW)
    repeating.create_dates(series_id=series.pk, now=NOW + timedelta(days=7))
    series.refresh_from_db()
    assert not series.is_stopped
    clubs.thaw(club_id=club.pk, by=moderator, now=NOW)
    repeating.create_dates(series_id=series.pk, now=NOW + timedelta(days=7, hours=6))
    assert series.tournaments.count() == 2
