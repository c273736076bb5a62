"""Sections that other apps put on the page of a finished match, below the replay.

Apps register their sections in `ready()`. A context is made on every visit, if the tiles may be shown to everyone; it
may make one query at most, and an empty context hides the section.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games.models import Seat, Table

Context = Callable[[Table, Seat | None], dict[str, Any]]

_sections: dict[str, Context] = {}


def register(template: str, context: Context) -> None:
    """Show `template` with `context(table, seat)`; the seat is the reader's own, if any."""
    _sections[template] = context


def rendered(request: HttpRequest, table: Table, seat: Seat | None) -> list[SafeString]:
    if not table.is_laid_open:
        return []
    contexts = [(template, context(table, seat)) for template, context in _sections.items()]
    return [render_to_string(template, context, request) for template, context in contexts if context]
