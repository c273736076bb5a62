"""A longer lifetime for the in-memory cache, so that slow tests do not outlive it."""

from collections.abc import Iterator

import pytest

from common.caching import for_visitors, fresh


@pytest.fixture
def kept_for_long(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Keep cached values until the test is over, however slow the machine is."""
    monkeypatch.setattr(for_visitors, "is_on", True)
    monkeypatch.setattr(fresh, "SECONDS", 3600.0)
    yield
    fresh.forget()
