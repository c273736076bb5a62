"""What a service says when it will not do what was asked: a code, and a whole sentence for the player."""

from __future__ import annotations

from django.utils.functional import Promise


class UserError(Exception):
    """Nothing was changed; `str(error)` says why, in the reader's language."""

    def __init__(self, code: str, sentence: str | Promise) -> None:
        super().__init__(sentence)
        self.code = code
