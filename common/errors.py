"""The error that a service raises to refuse a request, with a code and a sentence for the player."""

from __future__ import annotations

from django.utils.functional import Promise


class UserError(Exception):
    """A refused request. Nothing has changed; `str(error)` tells the player why, in their language."""

    def __init__(self, code: str, sentence: str | Promise) -> None:
        super().__init__(sentence)
        self.code = code
