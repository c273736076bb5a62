"""Checks that must pass before a process of the site starts."""

from __future__ import annotations

from collections.abc import Callable

_checks: list[Callable[[], None]] = []


class CannotOpen(Exception):
    """The site must not open; the message is for its operator and says what to do."""


def register(check: Callable[[], None]) -> None:
    """Register a check that raises CannotOpen if it fails. Apps do so when they are loaded."""
    _checks.append(check)


def check_may_open() -> None:
    """Raise CannotOpen if any registered check fails."""
    for check in _checks:
        check()
