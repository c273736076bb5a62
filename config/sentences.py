"""Sentences of Django whose German is unnatural or whose Italian is missing: listed here, our translations win."""

from django.utils.translation import gettext_noop as _
from django.utils.translation import ngettext_lazy, npgettext_lazy

AGO = _("%(delta)s ago")
HOURS_AGO = ngettext_lazy("an hour ago", "%(count)s hours ago", "count")
DAYS = npgettext_lazy("naturaltime-past", "%(num)d day", "%(num)d days", "num")
MONTHS = npgettext_lazy("naturaltime-past", "%(num)d month", "%(num)d months", "num")
YEARS = npgettext_lazy("naturaltime-past", "%(num)d year", "%(num)d years", "num")
TOO_SHORT = ngettext_lazy(
    "This password is too short. It must contain at least %d character.",
    "This password is too short. It must contain at least %d characters.",
)

PASSWORDS = (
    _("Your password can’t be too similar to your other personal information."),  # noqa: RUF001 (Django spells it so)
    _("The password is too similar to the %(verbose_name)s."),
    ngettext_lazy(
        "Your password must contain at least %(min_length)d character.",
        "Your password must contain at least %(min_length)d characters.",
        "min_length",
    ),
)
FORMS = (
    _("This field is required."),
    _("Enter a valid email address."),
    _("Enter a whole number."),
    _("Enter a valid date."),
    _("Enter a valid time."),
    _("Enter a valid date/time."),
    _("Select a valid choice. That choice is not one of the available choices."),
    _("Select a valid choice. %(value)s is not one of the available choices."),
    _("Ensure this value is less than or equal to %(limit_value)s."),
    _("Ensure this value is greater than or equal to %(limit_value)s."),
    _("No file was submitted. Check the encoding type on the form."),
    ngettext_lazy(
        "Ensure this value has at least %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at least %(limit_value)d characters (it has %(show_value)d).",
        "limit_value",
    ),
    ngettext_lazy(
        "Ensure this value has at most %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at most %(limit_value)d characters (it has %(show_value)d).",
        "limit_value",
    ),
)
