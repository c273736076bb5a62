"""Template filter for addresses in chat lines; `static/site/chat/links.js` does the same in the browser."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()

ADDRESS = re.compile(r'https?://[^\s<>"“”„«»]+', re.IGNORECASE)

AFTERWARDS = ".,;:!?…'\u2019*_"
"""Characters after an address that end a sentence and do not belong to the address."""


@register.filter
def linked(text: str) -> SafeString:
    """Return the text escaped, with its web addresses as links."""
    parts: list[SafeString | str] = []
    start = 0
    for match in ADDRESS.finditer(text):
        address = _trimmed(match.group())
        if not _is_address(address):
            continue
        link = '<a href="{}" rel="nofollow ugc noopener" target="_blank">{}</a>'
        parts += [text[start : match.start()], format_html(link, address, address)]
        start = match.start() + len(address)
    return format_html_join("", "{}", ((part,) for part in [*parts, text[start:]]))


def _trimmed(address: str) -> str:
    """Remove punctuation that belongs to the sentence around an address."""
    shorter = address.rstrip(AFTERWARDS)
    if shorter.endswith(")") and shorter.count(")") > shorter.count("("):
        return _trimmed(shorter[:-1])
    return shorter


def _is_address(address: str) -> bool:
    try:
        return bool(urlsplit(address).hostname)
    except ValueError:
        return False
