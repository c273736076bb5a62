"""Sections that other apps add to a club's page (tables, tournaments, the season's standings), or where it is closed.

Sections with an order below `AFTER_ANNOUNCEMENTS` show current events, above the announcements; the others show past
ones, below them. Apps register their sections in `ready()`. `context` is called on every visit by
somebody who may see the members' area; it must make a constant number of queries, and an empty result hides the
section.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

if TYPE_CHECKING:
    from accounts.models import Player
    from clubs.models import Club

AFTER_ANNOUNCEMENTS = 50

Context = Callable[["Club", "Player | None"], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Section:
    order: int
    template: str
    context: Context


_sections: dict[str, Section] = {}
_before_closing: dict[str, Section] = {}


def register(order: int, template: str, context: Context) -> None:
    """Show `template` with `context(club, reader)` on club pages. Registering a template again replaces it."""
    _sections[template] = Section(order, template, context)


def register_before_closing(order: int, template: str, context: Context) -> None:
    """Show `template` where the owner closes the club; otherwise like `register`."""
    _before_closing[template] = Section(order, template, context)


def before_closing(request: HttpRequest, club: Club, reader: Player | None) -> list[SafeString]:
    """Return the rendered sections about what continues once the club is closed."""
    return _shown(_in_order(_before_closing), request, club, reader)


def rendered(request: HttpRequest, club: Club, reader: Player | None) -> tuple[list[SafeString], list[SafeString]]:
    """Return the club's rendered sections in order: those above the announcements, and those below."""
    sections = _in_order(_sections)
    above = [section for section in sections if section.order < AFTER_ANNOUNCEMENTS]
    return _shown(above, request, club, reader), _shown(sections[len(above) :], request, club, reader)


def _in_order(sections: dict[str, Section]) -> list[Section]:
    return sorted(sections.values(), key=lambda section: (section.order, section.template))


def _shown(sections: list[Section], request: HttpRequest, club: Club, reader: Player | None) -> list[SafeString]:
    contexts = [(section.template, section.context(club, reader)) for section in sections]
    return [
        render_to_string(template, {"club": club, "reader": reader, **context}, request)
        for template, context in contexts
        if context
    ]
