"""What axe-core finds wrong with an open page: contrast, names, roles, order."""

from __future__ import annotations

from functools import cache

from playwright.sync_api import Page

from run.browser_code import MODULES, obtain_checkers

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
CHECK = """async (runOnly) => {
  const { violations } = await axe.run(document, { runOnly, resultTypes: ["violations"] });
  const sentence = (id, { target, any }) => `${id}: ${target.join(" ")}: ${any[0]?.message ?? ""}`;
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => sentence(id, node)));
}"""


@cache
def axe() -> str:
    obtain_checkers()
    return (MODULES / "axe-core/axe.min.js").read_text()


def violations(page: Page) -> list[str]:
    """Return what is wrong with a page, and where."""
    return _check(page, {"type": "tag", "values": RULES})


def unreadable(page: Page) -> list[str]:
    """Return what cannot be read for its colours."""
    return _check(page, {"type": "rule", "values": ["color-contrast"]})


def _check(page: Page, rules: dict[str, object]) -> list[str]:
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe())
    found: list[str] = page.evaluate(CHECK, rules)
    return found
