"""Small pictures of what lies on a table now, for pages that show many tables."""

from __future__ import annotations

from django.core.cache import cache
from django.utils.safestring import SafeString, mark_safe

from games.models import Table
from games.pages.drawing import DrawnTile, picture
from games.state.live_tables import live_tables

KEPT_SECONDS = 600
LEAST = 9
"""The least size of a picture in half-tiles, so that the first tile does not look huge."""


def glimpse(table: Table) -> SafeString:
    """Return a picture of the layout as everyone who may watch the table sees it; empty if nothing lies there yet.

    It is drawn once for each move. The table must not be sealed.
    """
    assert not table.is_sealed
    key = f"glimpse:{table.pk}:{table.deal_number}:{table.ply}"
    drawn: str | None = cache.get(key)
    if drawn is None:
        drawn = _drawn(table.pk)
        cache.set(key, drawn, KEPT_SECONDS)
    return mark_safe(drawn)  # noqa: S308 (drawn by us)


def _drawn(table_id: str) -> str:
    with live_tables.hold(table_id) as live:
        live.refresh()
        deal = live.match.deal
        if deal is None or not live.spots:
            return ""
        tiles = (DrawnTile(laid.tile, *spot) for laid, spot in zip(deal.layout, live.spots, strict=True))
        return picture(tiles, least=LEAST)
