"""Rules for player names."""

from collections.abc import Callable
from functools import cache
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MinLengthValidator, RegexValidator
from django.utils.translation import gettext, override
from django.utils.translation import gettext_lazy as _

from common.lookalikes import fold

MIN_LENGTH = 3
MAX_LENGTH = 20
GUEST = "Guest-"
FORMER = "Former player"
NAMELESS = "Player-"

# Names that could pass for the site's staff or for one of its addresses.
RESERVED = frozenset(
    {
        "account",
        "accounts",
        "admin",
        "administrator",
        "anonymous",
        "boneyard",
        "bot",
        "house",
        "mod",
        "moderator",
        "moderators",
        "nobody",
        "official",
        "root",
        "staff",
        "support",
        "system",
    }
)

STAFF_ANYWHERE = ("administrator", "boneyard", "moderator")
"""Words that no player's name may contain, not even within longer words, as in Moderatorin."""
STAFF_PARTS = frozenset(map(fold, ("admin", "mod", "mods", "official", "staff", "support")))
"""Words that may not be a part of a player's name, as in Mod-Anna or Admin1. Stafford and Modesty are fine."""

shape = RegexValidator(
    r"\A[A-Za-z][A-Za-z0-9]*(?:[-_][A-Za-z0-9]+)*\Z",
    _("A name starts with a letter and contains letters, digits and single - or _ between them."),
    code="name-shape",
)


def not_reserved(name: str) -> None:
    if name.lower() in RESERVED or name.lower().startswith(("guest", NAMELESS.lower(), *_guests())):
        raise ValidationError(_("This name is reserved. Please choose another one."), code="name-reserved")


validators: list[Callable[[Any], None]] = [MinLengthValidator(MIN_LENGTH), shape, not_reserved]


def shown(name: str) -> str:
    """Return a name as it is displayed: those that the site gives to guests and to deleted players are put in the
    reader's language."""
    if name.startswith(GUEST):
        return gettext("Guest-") + name.removeprefix(GUEST)
    if name.startswith("Former "):
        return gettext("Former player %(number)s") % {"number": name.rpartition(" ")[2]}
    return name


def meant(name: str) -> str:
    """Return the stored name for a displayed one, in whichever language; for guests the inverse of `shown`."""
    beginning = next((guest for guest in _guests() if name.lower().startswith(guest)), "")
    return GUEST + name[len(beginning) :] if beginning else name


@cache
def _guests() -> tuple[str, ...]:
    """Return the lower-case prefixes of guests' names in all languages."""
    beginnings = set()
    for language, _name in settings.LANGUAGES:
        with override(language):
            beginnings.add(gettext("Guest-").lower())
    return tuple(sorted(beginnings))


def former(player_id: int) -> str:
    """Return the neutral name of a deleted player; nobody can choose it, as it contains a space."""
    name = f"{FORMER} {player_id}"
    return name if len(name) <= MAX_LENGTH else f"Former {player_id}"
