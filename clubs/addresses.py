"""The slugs of clubs: which are allowed, and how one is made from a name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import MinLengthValidator, RegexValidator
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from accounts import names

SHORTEST = 3
LONGEST = 40

# Slugs that could pass for the site's staff or for a page of its own.
RESERVED = names.RESERVED | {
    "all", "api", "bots", "club", "clubs", "edit", "games", "guest", "guests", "help", "lobby", "log", "members",
    "mine", "my", "new", "none", "play", "rules", "search", "settings", "site", "static", "table", "tables",
    "tournament", "tournaments",
}  # fmt: skip

shape = RegexValidator(
    r"\A[a-z0-9]+(?:-[a-z0-9]+)*\Z",
    _("Use lower-case letters a to z, digits and single hyphens between them."),
    code="address-shape",
)


def not_reserved(address: str) -> None:
    if address.lower() in RESERVED:
        raise ValidationError(_("This address is reserved. Please choose another one."), code="address-reserved")


address_validators: list[Callable[[Any], None]] = [MinLengthValidator(SHORTEST), shape, not_reserved]


def address_from(name: str, is_taken: Callable[[str], bool]) -> str:
    """Return the first of "good-friends", "good-friends-2", … that is not taken."""
    stem = slugify(name)[: LONGEST - 5].strip("-_").replace("_", "-")
    stem = "-".join(part for part in stem.split("-") if part)
    if len(stem) < SHORTEST:
        stem = f"club-{stem}".strip("-")
    if stem not in RESERVED and not is_taken(stem):
        return stem
    number = 2
    while is_taken(f"{stem}-{number}"):
        number += 1
    return f"{stem}-{number}"
