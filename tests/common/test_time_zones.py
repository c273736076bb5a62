"""Time zones, named by their cities."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.core.exceptions import ValidationError
from django.utils import translation

from common.time_zones import TimeZoneField, ZoneInput, city_of, label_of, zone_names, zones_by_label

WINTER = datetime(2027, 1, 15, 12, tzinfo=UTC)
SUMMER = datetime(2027, 7, 15, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "winter", "summer"),
    [
        ("Europe/Berlin", "Berlin (UTC+1)", "Berlin (UTC+2)"),
        ("Europe/London", "London (UTC)", "London (UTC+1)"),
        ("America/New_York", "New York (UTC-5)", "New York (UTC-4)"),
        ("Asia/Kathmandu", "Kathmandu (UTC+5:45)", "Kathmandu (UTC+5:45)"),
        ("UTC", "UTC", "UTC"),
    ],
)
def test_a_zone_is_shown_as_a_city_with_its_offset(zone: str, winter: str, summer: str) -> None:
    for now, label in ((WINTER, winter), (SUMMER, summer)):
        with time_machine.travel(now, tick=False):
            assert label_of(zone) == label
            assert TimeZoneField().clean(label) in (zone, "Asia/Katmandu")


@pytest.mark.parametrize(("language", "city"), [("en", "Rome"), ("de", "Rom"), ("it", "Roma")])
def test_cities_have_the_readers_names(language: str, city: str) -> None:
    with translation.override(language):
        assert city_of("Europe/Rome") == city
        assert TimeZoneField().clean(city) == "Europe/Rome"
        assert [label for label, zone in zones_by_label().items() if zone == "Europe/Rome"] == [label_of("Europe/Rome")]


def test_every_zone_of_today_is_offered_and_each_label_once() -> None:
    offered = zones_by_label()
    assert 350 < len(offered) < 450
    assert not any(zone.startswith("Etc/") for zone in offered.values())
    now = {datetime.now(ZoneInfo(zone)).utcoffset() for zone in zone_names() if "/" in zone and "Etc" not in zone}
    assert {datetime.now(ZoneInfo(zone)).utcoffset() for zone in offered.values()} >= now


@pytest.mark.parametrize("given", ["Europe/Berlin", "berlin", "BERLIN", " Berlin "])
def test_a_zone_may_be_written_in_several_ways(given: str) -> None:
    assert TimeZoneField().clean(given) == "Europe/Berlin"


@pytest.mark.parametrize("given", ["Mars/North", "Springfield", "Berlin (UTC+9)", "\x00", "../../etc/passwd"])
def test_an_unknown_zone_is_refused(given: str) -> None:
    with pytest.raises(ValidationError):
        TimeZoneField().clean(given)


def test_an_empty_zone_means_that_of_the_browser() -> None:
    assert TimeZoneField(required=False).clean("") == ""


def test_a_form_shows_the_label_and_offers_all() -> None:
    field = TimeZoneField()
    shown = ZoneInput().render("zone", field.prepare_value("Europe/Rome"), {"id": "id_zone"})
    assert f'value="{label_of("Europe/Rome")}"' in shown
    assert 'list="id_zone_choices"' in shown
    assert shown.count("<option") == len(zones_by_label())
    assert field.prepare_value("Bielefeld?") == "Bielefeld?"
