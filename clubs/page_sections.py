"""Sections on a club's page that apps above this one bring along: tables, tournaments, the table of the season.

Those below `AFTER_ANNOUNCEMENTS` stand above the announcements: what is on. The others stand below them: what was.
An app registers its sections when it is ready. The context is asked for on every visit of one who may see the inside,
and takes a constant number of queries; an empty one leaves the section out.
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


def register(order: int, template: str, context: Context) -> None:
    """Show `template` with `context(club, reader)`; sections stand in their order. Registering twice replaces."""
    _sections[template] = Section(order, template, context)


def rendered(request: HttpRequest, club: Club, reader: Player | None) -> tuple[list[SafeString], list[SafeString]]:
    """The sections of the club in their order: those above the announcements, those below."""
    sections = sorted(_sections.values(), key=lambda section: (section.order, section.template))
    above = [section for section in sections if section.order < AFTER_ANNOUNCEMENTS]
    return _shown(above, request, club, reader), _shown(sections[len(above) :], request, club, reader)


def _shown(sections: list[Section], request: HttpRequest, club: Club, reader: Player | None) -> list[SafeString]:
    contexts = [(section.template, section.context(club, reader)) for section in sections]
    return [
        render_to_string(template, {"club": club, "reader": reader, **context}, request)
        for template, context in contexts
        if context
    ]
