"""Time zones by their IANA names."""

from functools import cache
from zoneinfo import available_timezones

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _


@cache
def zone_names() -> list[str]:
    return sorted(available_timezones())


def known_zone(name: str) -> None:
    if name not in zone_names():
        raise ValidationError(_("This time zone is not known."), code="unknown-zone")
