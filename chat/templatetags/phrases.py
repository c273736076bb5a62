"""The ready-made phrases, as buttons beside a chat."""

from __future__ import annotations

from typing import Any

from django import template

from chat.phrases import PHRASES

register = template.Library()


@register.inclusion_tag("chat/phrases.html")
def phrases(may_speak: bool, keeps_to_phrases: bool) -> dict[str, Any]:
    """Whoever may not speak gets them, too, but hidden: the page's code reads them to show what others say."""
    return {"phrases": PHRASES.items(), "may_speak": may_speak, "keeps_to_phrases": keeps_to_phrases}
