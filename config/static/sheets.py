"""Puts a style sheet and all that it imports into one file."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable

from config.static.modules import CannotBundleError

IMPORT = re.compile(r'\s*(?:/\*(?:[^*]|\*(?!/))*\*/\s*)*@import "([^"]+)";')
"""An import as this site writes it, after comments."""


def bundle(name: str, read: Callable[[str], str]) -> str:
    """Return one style sheet with the rules of `name` and before them those that it imports. Raises
    CannotBundleError."""
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
        raise CannotBundleError(f"{name} imports something in a way that cannot be bundled.")
    if posixpath.dirname(name) != folder and "url(" in rules:
        raise CannotBundleError(f"{name} names a file relative to its own folder, which is not that of its importer.")
    return [*parts, rules.lstrip("\n")]
