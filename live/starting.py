"""What is asked before a process of the site starts to work."""

from __future__ import annotations

from collections.abc import Callable

_checks: list[Callable[[], None]] = []


class CannotOpen(Exception):
    """The site must not open; the message is for its operator and says what to do."""


def register(check: Callable[[], None]) -> None:
    """Register a check, which raises CannotOpen. Apps do so when they are loaded."""
    _checks.append(check)


def check_may_open() -> None:
    """Raise CannotOpen if anything forbids to open."""
    for check in _checks:
        check()
