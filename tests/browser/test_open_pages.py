"""Single browser modules: updating parts of a page, countdowns, copy buttons."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, Route, expect

SITE = "http://tournament.test"
STATIC = [Path("static"), Path("games/static"), Path("tournaments/static")]
PAGE = """<!doctype html><html lang=en><title>Friday</title><main id=main tabindex=-1>
<div id=page data-live="/live/">{parts}</div></main>"""

Answer = Callable[[str], None]


def parts(*, now: str = "soon", rounds: str = "one", people: str = "Anna") -> str:
    return f"""
    <section id="now"><button id="verb">{now}</button></section>
    <section id="rounds"><details id="why-1"><summary>Why?</summary>{rounds}</details>
      <details id="round-1" hx-get="/round/1/"><summary>1</summary><div id="round-1-body">link</div></details></section>
    <section id="people"><a href="/anna/">{people}</a></section>"""


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    page = chromium.new_page()
    page.route(f"{SITE}/**", _serve)
    page.goto(f"{SITE}/")
    yield page
    page.close()


def _serve(route: Route) -> None:
    name = route.request.url.removeprefix(f"{SITE}/")
    file = next((root / name for root in STATIC if name and (root / name).is_file()), None)
    if file:
        route.fulfill(body=file.read_text(), content_type="text/javascript")
    else:
        route.fulfill(body=PAGE.format(parts=parts()), content_type="text/html")


def refresh(page: Page, answer: str, status: int = 200) -> None:
    page.unroute(f"{SITE}/live/")
    page.route(f"{SITE}/live/", lambda route: route.fulfill(status=status, body=answer, content_type="text/html"))
    page.evaluate("async () => (await import('/tournaments/fresh.js')).refresh(document.getElementById('page'))")


def test_every_part_that_has_changed_is_shown(page: Page) -> None:
    refresh(page, parts(now="now", rounds="two", people="Anna and Ben"))
    for text in ["now", "Anna and Ben"]:
        assert page.get_by_text(text, exact=True).is_visible()
    assert "two" in (page.locator("#rounds").text_content() or "")


def test_an_unchanged_part_is_left_alone(page: Page) -> None:
    refresh(page, parts())
    page.evaluate("document.getElementById('people').dataset.touched = 'yes'")
    refresh(page, parts(now="now"))
    assert page.locator("#people[data-touched]").count() == 1
    assert page.locator("#verb").text_content() == "now"


def test_what_the_page_has_already_is_not_sent_again(page: Page) -> None:
    refresh(page, parts() + '<section id="people" data-digest="abc">Anna</section>')
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.headers.get("x-known", "")))
    refresh(page, '<section id="people" data-digest="abc" data-known></section>')
    assert "abc" in asked
    assert page.locator("#people").inner_text() == "Anna"


def test_a_failed_request_changes_nothing(page: Page) -> None:
    refresh(page, parts(now="broken"), status=503)
    assert page.locator("#verb").text_content() == "soon"


def test_focus_on_a_button_or_link_is_kept(page: Page) -> None:
    page.focus("#verb")
    refresh(page, parts(now="now"))
    assert page.evaluate("document.activeElement.id") == "verb"
    page.focus("#people a")
    refresh(page, parts(now="now", people="Anna and Ben"))
    assert page.evaluate("document.activeElement.textContent") == "Anna and Ben"


def test_unfolded_details_stay_open(page: Page) -> None:
    page.click("#why-1 summary")
    page.click("#round-1 summary")
    page.evaluate("document.getElementById('round-1-body').textContent = 'fetched before'")
    refresh(page, parts(rounds="two"))
    assert "two" in page.locator("#why-1[open]").inner_text()
    assert "fetched before" in page.locator("#round-1[open]").inner_text()


@pytest.mark.parametrize(
    ("motion", "seconds", "told"),
    [
        ("no-preference", 65, "1:05"),
        ("no-preference", 0, "a moment"),
        ("no-preference", -9, "a moment"),
        ("reduce", 65, "2 min"),
    ],
)
def test_a_countdown_is_short(page: Page, motion: Literal["no-preference", "reduce"], seconds: int, told: str) -> None:
    page.emulate_media(reduced_motion=motion)
    page.clock.set_fixed_time(0)
    script = """async (seconds) => {
      const node = document.createElement("span");
      node.dataset.until = new Date(Date.now() + seconds * 1000).toISOString();
      document.body.append(node);
      (await import("/tournaments/countdown.js")).tick();
      return node.textContent;
    }"""
    assert page.evaluate(script, seconds) == told


def test_a_button_copies_a_text_and_says_so_for_a_while(page: Page) -> None:
    page.evaluate("""async () => {
      const field = document.createElement("input");
      Object.assign(field, { id: "link", value: "/table/abc/", readOnly: true });
      const button = document.createElement("button");
      Object.assign(button.dataset, { copy: "link", done: "Copied" });
      button.append("Copy", Object.assign(document.createElement("b"), { textContent: " the link" }));
      document.getElementById("main").append(field, button);
      await import("/site/copy.js");
    }""")
    page.clock.install()
    button = page.locator("[data-copy]")
    button.click()
    expect(button).to_have_text("Copied")
    assert page.evaluate("document.getSelection().toString()") == "/table/abc/"
    page.clock.fast_forward(5000)
    expect(button).to_have_text("Copy the link")
    assert button.locator("b").count() == 1
