"""Panels on a club's page that apps above this one bring along: tables, tournaments, the table of the season.

Those below `AFTER_ANNOUNCEMENTS` stand above the announcements: what is on. The others stand below them: what was.
An app registers its panels when it is ready. The context is asked for on every visit of one who may see the inside,
and takes a constant number of queries; an empty one leaves the panel out.
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
class Panel:
    order: int
    template: str
    context: Context


_panels: dict[str, Panel] = {}


def register(order: int, template: str, context: Context) -> None:
    """Show `template` with `context(club, reader)`; panels stand in their order. Registering twice replaces."""
    _panels[template] = Panel(order, template, context)


def rendered(request: HttpRequest, club: Club, reader: Player | None) -> tuple[list[SafeString], list[SafeString]]:
    """The panels of the club in their order: those above the announcements, those below."""
    panels = sorted(_panels.values(), key=lambda panel: (panel.order, panel.template))
    above = [panel for panel in panels if panel.order < AFTER_ANNOUNCEMENTS]
    return _shown(above, request, club, reader), _shown(panels[len(above) :], request, club, reader)


def _shown(panels: list[Panel], request: HttpRequest, club: Club, reader: Player | None) -> list[SafeString]:
    contexts = [(panel.template, panel.context(club, reader)) for panel in panels]
    return [
        render_to_string(template, {"club": club, "reader": reader, **context}, request)
        for template, context in contexts
        if context
    ]
