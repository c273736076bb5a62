"""What formats' seatings and tie-breaks are called on pages, and how far rounds are apart."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.formats.duels.tie_breaks import TIE_BREAKS
from tournaments.formats.tables.tie_breaks import TIE_BREAKS as AT_TABLES

SEATINGS: dict[str, Promise] = {
    "spread": gettext_lazy("New tables every round, so that people meet as many others as they can"),
    "standings": gettext_lazy("New tables every round: leaders meet leaders"),
    "random": gettext_lazy("New tables every round, by lot"),
    "fixed": gettext_lazy("The same tables in every round"),
}


def tie_break_label(slug: str) -> str:
    known = TIE_BREAKS.get(slug) or AT_TABLES.get(slug)
    return _(known.name) if known else slug


def apart(days: int) -> str:
    """From one round to the next: "every day", "every 2 weeks"."""
    if days % 7 == 0:
        return ngettext("every week", "every %(count)d weeks", days // 7) % {"count": days // 7}
    return ngettext("every day", "every %(count)d days", days) % {"count": days}
