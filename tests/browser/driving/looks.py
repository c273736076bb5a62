"""Checks that must pass on every page."""

from __future__ import annotations

import re
from collections.abc import Iterator

from playwright.sync_api import Page

CONTROLS = "button|link|textbox|searchbox|combobox|checkbox|radio|spinbutton|slider|tab|dialog|img"
NAMELESS = re.compile(rf"^\s*- '?((?:{CONTROLS})(?: \[.*\])?)'?:?(?! \")$", re.MULTILINE)
"""A line of the accessibility tree; named elements show their name in quotes after the role."""

DOUBLE_IDS = """() => {
  const ids = [...document.querySelectorAll("[id]")].map((node) => node.id);
  return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
}"""
TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def faults(page: Page) -> Iterator[str]:
    headings = page.get_by_role("heading", level=1).count()
    if headings != 1:
        yield f"{headings} headings of the first level"
    if not page.title().endswith(" · Boneyard"):
        yield f"titled {page.title()!r}"
    if not page.evaluate("document.documentElement.lang"):
        yield "in no language"
    yield from (f"without a name: {control}" for control in NAMELESS.findall(page.locator("body").aria_snapshot()))
    yield from (f"twice on the page: #{name}" for name in page.evaluate(DOUBLE_IDS))
    if too_wide := page.evaluate(TOO_WIDE):
        yield f"{too_wide} pixels too wide"
