"""What is kept in memory, in tests that must not be slower than it lasts."""

from collections.abc import Iterator

import pytest

from common.caching import for_visitors, fresh


@pytest.fixture
def kept_for_long(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Keep what is the same for all until the test is over, however slow the machine is."""
    monkeypatch.setattr(for_visitors, "is_on", True)
    monkeypatch.setattr(fresh, "SECONDS", 3600.0)
    yield
    fresh.forget()
