"""Time zones: IANA names in the code, and a city with its offset from UTC for readers."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from functools import cache, lru_cache
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from babel.core import get_global
from babel.dates import get_timezone_location
from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, to_locale
from django.utils.translation import gettext_lazy as _

KEPT = 50
"""How many lists of labels are cached: one for each language and hour."""


@cache
def zone_names() -> list[str]:
    return sorted(available_timezones())


@cache
def _offered() -> list[str]:
    """Return one name for each zone that has a city, leaving out obsolete aliases, and UTC."""
    places = set(get_global("zone_territories"))
    return [name for name in zone_names() if name in places and not name.startswith("Etc/")] + ["UTC"]


def known_zone(name: str) -> None:
    if name not in zone_names():
        raise ValidationError(_("This time zone is not known."), code="unknown-zone")


def city_of(zone: str) -> str:
    """Return the city that stands for a zone, in the reader's language."""
    return str(get_timezone_location(zone, locale=to_locale(get_language() or "en"), return_city=True))


def label_of(zone: str) -> str:
    """Return the city with its current offset: "Berlin (UTC+1)"."""
    offset = timezone.now().astimezone(ZoneInfo(zone)).utcoffset() or timedelta()
    minutes = abs(offset) // timedelta(minutes=1)
    if not minutes:
        return city_of(zone) if zone == "UTC" else f"{city_of(zone)} (UTC)"
    rest = f":{minutes % 60:02}" if minutes % 60 else ""
    return f"{city_of(zone)} (UTC{'+' if offset > timedelta() else '-'}{minutes // 60}{rest})"


def _city_in(label: str) -> str:
    return label.rpartition(" (")[0] or label


@lru_cache(maxsize=KEPT)
def _labels(language: str | None, hour: datetime) -> dict[str, str]:  # both arguments are only keys of the cache
    return dict(sorted((label_of(zone), zone) for zone in _offered()))


def zones_by_label() -> dict[str, str]:
    """Return the names of the zones by their labels, sorted by city."""
    return _labels(get_language(), datetime.now(UTC).replace(minute=0, second=0, microsecond=0))


class ZoneInput(forms.TextInput):
    """A text field with a list of time zones, from which the browser suggests those that match the typed text."""

    def render(self, name: str, value: Any, attrs: Mapping[str, Any] | None = None, renderer: Any = None) -> SafeString:
        choices = f"{(attrs or {}).get('id', name)}_choices"
        whole = {**(attrs or {}), "list": choices, "autocomplete": "off"}
        options = format_html_join("", '<option value="{}">', ((label,) for label in zones_by_label()))
        field = super().render(name, value, whole, renderer)
        return format_html('{}<datalist id="{}">{}</datalist>', field, choices, options)


class TimeZoneField(forms.CharField):
    """A time zone, given as a city with or without its offset or as an IANA name. The value is the IANA name."""

    widget = ZoneInput

    def prepare_value(self, value: Any) -> Any:
        return label_of(value) if value in zone_names() else value

    def to_python(self, value: Any) -> str:
        given = str(super().to_python(value) or "")
        if not given or given in zone_names():
            return given
        labels = zones_by_label()
        meant = given.casefold()
        found = [zone for label, zone in labels.items() if meant in (label.casefold(), _city_in(label).casefold())]
        if len(found) != 1:
            message = _("No city with a time zone of its own is called %(given)s. Choose one from the list.")
            raise ValidationError(message, params={"given": given}, code="unknown-zone")
        return found[0]
