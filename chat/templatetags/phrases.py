"""Template tag for the buttons with ready-made phrases."""

from __future__ import annotations

from typing import Any

from django import template

from chat.phrases import PHRASES

register = template.Library()


@register.inclusion_tag("chat/phrases.html")
def phrases(may_speak: bool, may_write: bool) -> dict[str, Any]:
    """Return the phrases, even for players who may not write: hidden, they let the browser show what others send."""
    return {"phrases": PHRASES.items(), "may_speak": may_speak, "may_write": may_write}
