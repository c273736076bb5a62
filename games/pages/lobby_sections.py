"""Sections that other apps put into the lobby, below the games.

Apps register their sections in `ready()`. The lobby is fetched often, so a context may make one query at most; an empty
context hides the section.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

Context = Callable[[], dict[str, Any]]

_sections: dict[str, Context] = {}


def register(template: str, context: Context) -> None:
    """Show `template` with `context()`, which is the same for all readers."""
    _sections[template] = context


def rendered(request: HttpRequest) -> list[SafeString]:
    contexts = [(template, context()) for template, context in _sections.items()]
    return [render_to_string(template, context, request) for template, context in contexts if context]
