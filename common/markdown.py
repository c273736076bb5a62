"""Players' Markdown rendered as safe HTML: no raw HTML, no images, and links marked `nofollow`."""

from __future__ import annotations

import re
from functools import lru_cache
from html import unescape

import nh3
from django.utils.html import strip_tags
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import Truncator
from markdown_it import MarkdownIt
from markdown_it.token import Token

HIGHEST_HEADING = 3
"""Higher levels are reserved for the headings of the page."""

MOST_CELLS = 5000
"""A text with more table cells is rendered without tables: the parser pads short rows, so a small text could become a
huge page."""

TAGS = {
    "a", "blockquote", "br", "code", "del", "em", "h2", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre", "s",
    "strong", "table", "tbody", "td", "th", "thead", "tr", "ul",
}  # fmt: skip


END_OF_ITEM = re.compile(r"</li>\s*(?:</[uo]l>\s*)*(?=<\w)|(?<=[^>\s])\s*<[uo]l>")
"""Matches where a list item is followed by another item, a nested list, or the text after the list."""


def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False, "linkify": True, "breaks": True})
    parser.enable(["linkify", "strikethrough"]).disable("image")
    assert parser.linkify is not None
    parser.linkify.set({"fuzzy_link": False, "fuzzy_email": False})
    return parser


_without_tables = _parser()
_with_tables = _parser().enable("table")


@lru_cache(maxsize=500)
def render(text: str, *, highest_heading: int = HIGHEST_HEADING) -> SafeString:
    parser = _with_tables if _cells(text) <= MOST_CELLS else _without_tables
    tokens = parser.parse(text)
    for token in tokens:
        _lower(token, highest_heading)
    html = parser.renderer.render(tokens, parser.options, {})
    return mark_safe(_cleaned(html))  # noqa: S308 (cleaned on the way)


def plain(text: str, most: int = 200) -> str:
    """Return the beginning of the text without markup, with dots between the items of lists."""
    words = unescape(strip_tags(END_OF_ITEM.sub(" · ", render(text[: 4 * most]))))
    return Truncator(" ".join(words.split())).chars(most)


def _cells(text: str) -> int:
    """Return an upper bound for the number of table cells in the text."""
    lines = text.splitlines()
    return len(lines) * max((line.count("|") for line in lines), default=0)


def _lower(token: Token, highest: int) -> None:
    if token.type in ("heading_open", "heading_close"):
        token.tag = f"h{min(6, int(token.tag[1]) + highest - 1)}"


def _cleaned(html: str) -> str:
    """Sanitise the HTML. The parser's output should already be safe; this guards against bugs in the parser."""
    return nh3.clean(
        html,
        tags=TAGS,
        attributes={"a": {"href", "title"}, "ol": {"start"}},
        url_schemes={"http", "https", "mailto"},
        link_rel="nofollow noopener noreferrer",
    )
