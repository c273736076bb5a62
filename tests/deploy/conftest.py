"""The site's image, built once for all tests that use it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.deploy.docker import BASE, BUILT, PIP_OPTIONS, ROOT, built, missing


@pytest.fixture(scope="session")
def image() -> Iterator[str]:
    if reason := missing():
        pytest.skip(reason)
    if BUILT:
        yield BUILT
        return
    with built(ROOT / "Containerfile", ROOT, {"BASE": BASE, "PIP_OPTIONS": PIP_OPTIONS}) as name:
        yield name
