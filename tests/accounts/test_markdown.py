"""Players' Markdown is rendered and can do no harm."""

import pytest

from common.markdown import plain, render


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("**bold** and *soft*", "<p><strong>bold</strong> and <em>soft</em></p>"),
        ("- one\n- two", "<li>one</li>"),
        ("3. three", '<ol start="3">'),
        ("# Title", "<h3>Title</h3>"),
        ("#### Deep", "<h6>Deep</h6>"),
        ("one\ntwo", "one<br>"),
        ("~~gone~~", "<s>gone</s>"),
        ("a | b\n--|--\n1 | 2", "<td>1</td>"),
        ("> said", "<blockquote>"),
        ("`<b>`", "<code>&lt;b&gt;</code>"),
    ],
)
def test_what_is_written_is_shown(written: str, shown: str) -> None:
    assert shown in render(written)


@pytest.mark.parametrize(
    "written", ["[here](https://example.org/a)", "<https://example.org/a>", "https://example.org/a"]
)
def test_links_lead_out_without_a_recommendation(written: str) -> None:
    html = render(written)
    assert 'href="https://example.org/a"' in html
    assert 'rel="nofollow noopener noreferrer"' in html


@pytest.mark.parametrize(
    "written",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[x](javascript:alert(1))",
        "[x](JaVaScRiPt:alert(1))",
        "[x](&#106;avascript:alert(1))",
        "[x](data:text/html;base64,PHNjcmlwdD4=)",
        "[x](vbscript:msgbox)",
        '[x](https://a.b "\\" onmouseover=\\"alert(1)")',
        "![x](https://example.org/spy.png)",
        "<a href='javascript:alert(1)'>x</a>",
        "<style>*{display:none}</style>",
        "[x]: javascript:alert(1)\n\n[x]",
        "`</code><script>alert(1)</script>`",
        "```html\n</pre><script>alert(1)</script>\n```",
        "<!-- --><iframe src=//x></iframe>",
        "https://a.b/<script>alert(1)</script>",
    ],
)
def test_dangerous_html_is_removed(written: str) -> None:
    html = render(written).lower()
    for danger in ("<script", "<img", "<iframe", "<style", 'href="javascript', 'href="data', 'href="vbscript', "<!--"):
        assert danger not in html
    assert ' onmouseover="' not in html
    assert ' onerror="' not in html


def test_deep_nests_do_no_harm() -> None:
    for written in (">" * 5000, "- " * 3000, "[" * 5000, "*a " * 3000, "`" * 9999):
        assert len(render(written)) < 200_000


def test_a_table_does_not_grow_out_of_proportion() -> None:
    wide = "|a" * 60 + "\n" + "|-" * 60 + "\n"
    assert "<td>" in render(wide + "|x\n" * 40)
    assert len(render(wide + "|x\n" * 3000)) < 50_000


def test_an_excerpt_without_markup() -> None:
    assert plain("# Hello\n\nWe **play** & [sing](https://a.b).") == "Hello We play & sing."
    assert plain("We play:\n- Mondays\n- *Fridays*\n\nCome!") == "We play: Mondays · Fridays · Come!"
    assert plain("1. one\n\n2. two\n\nthree") == "one · two · three"
    assert plain("- one\n  - half\n- two") == "one · half · two"
    assert plain("word " * 100, most=20) == "word word word word…"
