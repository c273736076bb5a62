"""Sentences of Django that its German does not put as people do: listed here, they are collected, and ours win."""

from django.utils.translation import gettext_noop, npgettext_lazy

AGO = gettext_noop("%(delta)s ago")
DAYS = npgettext_lazy("naturaltime-past", "%(num)d day", "%(num)d days", "num")
MONTHS = npgettext_lazy("naturaltime-past", "%(num)d month", "%(num)d months", "num")
YEARS = npgettext_lazy("naturaltime-past", "%(num)d year", "%(num)d years", "num")
