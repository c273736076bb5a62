"""Markdown that players write, as HTML that is safe to show: no HTML of theirs, no pictures, links that no one follows
for the sake of search engines."""

from __future__ import annotations

from html import unescape

import nh3
from django.utils.html import strip_tags
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import Truncator
from markdown_it import MarkdownIt
from markdown_it.token import Token

HIGHEST_HEADING = 3
"""Above it are the headings of the page."""

TAGS = {
    "a", "blockquote", "br", "code", "del", "em", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre", "s", "strong",
    "table", "tbody", "td", "th", "thead", "tr", "ul",
}  # fmt: skip

_markdown = (
    MarkdownIt("commonmark", {"html": False, "linkify": True, "breaks": True})
    .enable(["linkify", "strikethrough", "table"])
    .disable("image")
)
assert _markdown.linkify is not None
_markdown.linkify.set({"fuzzy_link": False, "fuzzy_email": False})


def render(text: str) -> SafeString:
    tokens = _markdown.parse(text)
    for token in tokens:
        _lower(token)
    html = _markdown.renderer.render(tokens, _markdown.options, {})
    return mark_safe(_cleaned(html))  # noqa: S308 (cleaned on the way)


def plain(text: str, most: int = 200) -> str:
    """The beginning of it, as text without marks, for lists."""
    words = unescape(strip_tags(render(text[: 4 * most])))
    return Truncator(" ".join(words.split())).chars(most)


def _lower(token: Token) -> None:
    if token.type in ("heading_open", "heading_close"):
        token.tag = f"h{min(6, int(token.tag[1]) + HIGHEST_HEADING - 1)}"


def _cleaned(html: str) -> str:
    """What markdown-it lets through is safe already; this holds even where it should be wrong."""
    return nh3.clean(
        html,
        tags=TAGS,
        attributes={"a": {"href", "title"}, "ol": {"start"}},
        url_schemes={"http", "https", "mailto"},
        link_rel="nofollow noopener noreferrer",
    )
