"""The reasons for sanctions that the site itself imposes, in words."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Sanction

LEFT = "left"
STALLED = "stalled"
ERASED = "erased"

CAUSES: dict[str, str | Promise] = {
    LEFT: gettext_lazy("You have left matches that others wanted to play to the end."),
    STALLED: gettext_lazy("You have let your time run out again and again while others were waiting."),
    ERASED: gettext_lazy("The reason was erased together with the account."),
}


def reason_of(sanction: Sanction) -> str:
    """Return the reason: as written by the moderator, or the site's own in the reader's language."""
    return str(CAUSES[sanction.cause]) if sanction.cause in CAUSES else sanction.reason or _("none given")
