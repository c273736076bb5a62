"""Passwords that thieves try first: those of stolen lists, and what people make of them."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from zxcvbn import zxcvbn

from accounts.models import Player

LONGEST = 64
"""Characters that are looked at: more take long, and are not guessed anyway."""

SAFE = 3
"""Of 0 to 4: more than a hundred million guesses."""


class NotGuessed:
    """Refuses a password that is in the lists of stolen ones, or comes from them by the usual changes."""

    def validate(self, password: str, user: Player | None = None) -> None:
        about = [user.username, user.email.split("@")[0]] if user else []
        if zxcvbn(password[:LONGEST], [word for word in ["boneyard", *about] if word])["score"] < SAFE:
            raise ValidationError(self.get_help_text(), code="password-guessed")

    def get_help_text(self) -> str:
        return _("This password is easy to guess. Four words that have nothing to do with one another are a good one.")
