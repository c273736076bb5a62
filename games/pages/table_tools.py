"""Tools that other apps put beside their tables: a button, and a dialog whose content is a page of that app.

Apps register their tools in `ready()`. They are shown to the players of tables that have an occasion.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.functional import Promise

from games.models import Table


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool; `page` is the name of the URL that returns what its dialog shows, given the table's id."""

    slug: str
    label: str | Promise
    icon: str
    page: str


@dataclass(frozen=True, slots=True)
class ToolShown:
    tool: Tool
    address: str


_tools: dict[str, Tool] = {}


def register(tool: Tool) -> None:
    _tools[tool.slug] = tool


def tools_at(table: Table) -> list[ToolShown]:
    if not table.occasion_url:
        return []
    return [ToolShown(tool, reverse(tool.page, args=[table.pk])) for tool in _tools.values()]
