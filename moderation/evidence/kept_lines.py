"""The form in which chat lines are kept as evidence."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from chat.models import ChatLine


def as_kept(lines: Iterable[ChatLine]) -> list[dict[str, Any]]:
    """Return chat lines as evidence, with the text as it was typed, before words were masked."""
    return [
        {
            "id": line.pk,
            "room": line.kind,
            "player": line.author_id,
            "name": line.author.username,
            "at": line.said_at.isoformat(timespec="seconds"),
            "text": line.original or line.text,
            "is_phrase": bool(line.phrase),
        }
        for line in lines
    ]
