"""Names of days and months, which Django's Italian capitalises wrongly: listed here, our translations win."""

from django.utils.translation import gettext_noop as _

DAYS = (_("Monday"), _("Tuesday"), _("Wednesday"), _("Thursday"), _("Friday"), _("Saturday"), _("Sunday"))
SHORT_DAYS = (_("Mon"), _("Tue"), _("Wed"), _("Thu"), _("Fri"), _("Sat"), _("Sun"))
MONTHS = (
    *(_("January"), _("February"), _("March"), _("April"), _("May"), _("June")),
    *(_("July"), _("August"), _("September"), _("October"), _("November"), _("December")),
)
SHORT_MONTHS = (
    *(_("jan"), _("feb"), _("mar"), _("apr"), _("may"), _("jun")),
    *(_("jul"), _("aug"), _("sep"), _("oct"), _("nov"), _("dec")),
)
