"""Bundling a style sheet and everything it imports into one file."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable

from config.static.modules import CannotBundleError

IMPORT = re.compile(r'\s*(?:/\*(?:[^*]|\*(?!/))*\*/\s*)*@import "([^"]+)";')
"""An import in the form that this site uses, with any comments before it."""


def bundle(name: str, read: Callable[[str], str]) -> str:
    """Return one style sheet with the imported rules followed by those of `name`. Raises CannotBundleError."""
    return "".join(_with_imports(name, read, posixpath.dirname(name), set()))


def _with_imports(name: str, read: Callable[[str], str], folder: str, seen: set[str]) -> list[str]:
    if name in seen:
        raise CannotBundleError(f"{name} is imported twice.")
    seen.add(name)
    rules, parts = read(name), []
    while found := IMPORT.match(rules):
        path = posixpath.normpath(posixpath.join(posixpath.dirname(name), found[1]))
        parts += _with_imports(path, read, folder, seen)
        rules = rules[found.end() :]
    if "@import" in rules:
        raise CannotBundleError(f"{name} has an import in a form that cannot be bundled.")
    if posixpath.dirname(name) != folder and "url(" in rules:
        raise CannotBundleError(f"{name} has a relative url(), but is in another folder than its importer.")
    return [*parts, rules.lstrip("\n")]
