"""A validator that refuses passwords that attackers try first: leaked ones, and variations of them."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from zxcvbn import zxcvbn

from accounts.models import Player

LONGEST = 64
"""How many characters are checked: longer passwords would take long to check, and are not guessed anyway."""

SAFE = 3
"""The required score from 0 to 4: more than a hundred million guesses."""


class NotGuessed:
    """Refuses passwords that are on lists of leaked ones, or can be derived from them by common changes."""

    def validate(self, password: str, user: Player | None = None) -> None:
        about = [user.username, user.email.split("@")[0]] if user else []
        if zxcvbn(password[:LONGEST], [word for word in ["boneyard", *about] if word])["score"] < SAFE:
            raise ValidationError(
                _("This password is easy to guess. Four unrelated words make a good one."), code="password-guessed"
            )

    def get_help_text(self) -> str:
        return _("Your password must be hard to guess. Four unrelated words make a good one.")
