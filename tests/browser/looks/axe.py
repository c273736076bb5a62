"""The problems that axe-core finds on an open page: contrast, names, roles, order."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from playwright.sync_api import Page

from run.browser_code import MODULES, obtain_checkers
from tests.browser.driving.people import Person

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
WEAR = "(looks) => Object.assign(document.documentElement.dataset, looks)"
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
    """Return a page's problems with their locations."""
    return _check(page, {"type": "tag", "values": RULES})


def unreadable(page: Page) -> list[str]:
    """Return the elements whose colours make them unreadable."""
    return _check(page, {"type": "rule", "values": ["color-contrast"]})


def _check(page: Page, rules: dict[str, object]) -> list[str]:
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe())
    found: list[str] = page.evaluate(CHECK, rules)
    return found


Finding = Callable[[Page], list[str]]


def worn(page: Page, find: Finding, **looks: str) -> list[str]:
    page.evaluate(WEAR, looks)
    return [f"{' '.join(looks.values())}: {found}" for found in find(page)]


def see(person: Person, addresses: list[str]) -> dict[str, list[str]]:
    """Return the problems of each page: all of them in the light theme, and only those of colours in the dark one."""
    found = {}
    for address in addresses:
        page = person.visits(address).page
        found[address] = worn(page, violations, theme="light") + worn(page, unreadable, theme="dark")
    return {address: wrong for address, wrong in found.items() if wrong}


def see_the_desk(person: Person, addresses: list[str]) -> dict[str, list[str]]:
    """Like `see`, but for admin pages, which follow the device's colour scheme."""
    found = {}
    for address in addresses:
        page = person.visits(address).page
        page.emulate_media(color_scheme="light")
        found[address] = violations(page)
        page.emulate_media(color_scheme="dark")
        found[address] += [f"dark: {wrong}" for wrong in unreadable(page)]
    return {address: wrong for address, wrong in found.items() if wrong}
