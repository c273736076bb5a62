"""What formats' seatings and tie-breaks are called on pages."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.formats.table_ties import TIE_BREAKS as AT_TABLES
from tournaments.formats.tie_breaks import TIE_BREAKS

SEATINGS: dict[str, Promise] = {
    "spread": gettext_lazy("New tables every round, so that people meet as many others as they can"),
    "standings": gettext_lazy("New tables every round: leaders meet leaders"),
    "random": gettext_lazy("New tables every round, by lot"),
    "fixed": gettext_lazy("The same tables in every round"),
}


def tie_break_label(slug: str) -> str:
    known = TIE_BREAKS.get(slug) or AT_TABLES.get(slug)
    return _(known.name) if known else slug
