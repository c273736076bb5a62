"""Dates as people write them in each language."""

from __future__ import annotations

import re
from datetime import datetime

import pytest
from django.conf import settings
from django.utils import translation
from django.utils.formats import date_format

MOMENT = datetime(2026, 11, 7, 9, 5)


@pytest.mark.parametrize(
    ("language", "kind", "written"),
    [
        ("en", "DATETIME_FORMAT", "7 November 2026, 09:05"),
        ("de", "DATETIME_FORMAT", "7. November 2026, 09:05"),
        ("de", "SHORT_DATETIME_FORMAT", "07.11.2026, 09:05"),
        ("de", "LONG_DATETIME_FORMAT", "Samstag, 7. November 2026, 09:05"),
        ("de", "SHORT_MONTH_DAY_FORMAT", "7. Nov"),
        ("it", "DATE_FORMAT", "7 novembre 2026"),
        ("it", "DATETIME_FORMAT", "7 novembre 2026, 09:05"),
        ("it", "LONG_DATETIME_FORMAT", "sabato 7 novembre 2026, 09:05"),
        ("it", "SHORT_DATETIME_FORMAT", "07/11/2026, 09:05"),
        ("it", "SHORT_WEEKDAY_TIME_FORMAT", "sab 7 novembre, 09:05"),
        ("it", "SHORT_MONTH_DAY_FORMAT", "7 nov"),
        ("en", "SHORT_DAY_TIME_FORMAT", "Sat 09:05"),
        ("de", "SHORT_DAY_TIME_FORMAT", "Sa, 09:05"),
        ("it", "SHORT_DAY_TIME_FORMAT", "sab, 09:05"),
        ("en", "SHORT_YEAR_MONTH_FORMAT", "Nov 2026"),
        ("it", "SHORT_YEAR_MONTH_FORMAT", "nov 2026"),
        ("it", "YEAR_MONTH_FORMAT", "novembre 2026"),
    ],
)
def test_a_date_stands_in_a_sentence_as_people_write_it(language: str, kind: str, written: str) -> None:
    with translation.override(language):
        assert date_format(MOMENT, kind) == written


def test_italian_names_of_days_and_months_are_in_lower_case() -> None:
    with translation.override("it"):
        for month in range(1, 13):
            words = date_format(datetime(2026, month, month), "l D F b")
            assert words == words.lower()


def test_templates_use_the_date_formats_of_the_language() -> None:
    for_programs = {"c", "e"}
    used = re.compile(r"""\|(?:date|time):["']([^"']+)["']""")
    pages = (settings.BASE_DIR / "templates").rglob("*.html")
    by_hand = {
        f"{page.name}: {kind}"
        for page in pages
        for kind in used.findall(page.read_text())
        if kind not in for_programs and not kind.endswith("_FORMAT")
    }
    assert by_hand == set()
