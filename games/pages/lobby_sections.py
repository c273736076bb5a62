"""What apps above this one show in the lobby, below the games: a section each, and nothing where there is nothing.

An app registers its section when it is ready. The lobby is asked for often: a context takes one query at most.
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
    """Show `template` with `context()`, which is the same for all readers; an empty one leaves the section out."""
    _sections[template] = context


def rendered(request: HttpRequest) -> list[SafeString]:
    contexts = [(template, context()) for template, context in _sections.items()]
    return [render_to_string(template, context, request) for template, context in contexts if context]
