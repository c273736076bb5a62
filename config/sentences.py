"""Sentences of Django whose German is unnatural or whose Italian is missing: listed here, our translations win."""

from django.utils.translation import gettext_noop, ngettext_lazy, npgettext_lazy

AGO = gettext_noop("%(delta)s ago")
DAYS = npgettext_lazy("naturaltime-past", "%(num)d day", "%(num)d days", "num")
MONTHS = npgettext_lazy("naturaltime-past", "%(num)d month", "%(num)d months", "num")
YEARS = npgettext_lazy("naturaltime-past", "%(num)d year", "%(num)d years", "num")
TOO_SHORT = ngettext_lazy(
    "This password is too short. It must contain at least %d character.",
    "This password is too short. It must contain at least %d characters.",
)
