"""Addresses in chat lines become links, and nothing else does."""

from __future__ import annotations

import pytest

from chat.templatetags.links import linked


def link(address: str) -> str:
    return f'<a href="{address}" rel="nofollow ugc noopener" target="_blank">{address}</a>'


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("Good luck!", "Good luck!"),
        ("See https://a.example/b?c=1.", f"See {link('https://a.example/b?c=1')}."),
        ("(http://a.example/x_(y))", f"({link('http://a.example/x_(y)')})"),
        ("HTTP://a.example and http://b.example", f"{link('HTTP://a.example')} and {link('http://b.example')}"),
        ("https://a.example/?b&c", link("https://a.example/?b&amp;c")),
        ("https://a.example/<script>", f"{link('https://a.example/')}&lt;script&gt;"),
        ('https://a.example/"onclick=x', f"{link('https://a.example/')}&quot;onclick=x"),
        ("javascript:alert(1)", "javascript:alert(1)"),
        ("data:text/html,x ftp://a.example www.a.example", "data:text/html,x ftp://a.example www.a.example"),
        ("https:// and http://[", "https:// and http://["),
    ],
)
def test_addresses_of_the_web_are_links_and_all_else_is_escaped(text: str, html: str) -> None:
    assert linked(text) == html
