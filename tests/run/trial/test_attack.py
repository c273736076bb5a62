"""The attacks' own tools: what `make attack` needs besides a site."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from run.attack.on_matches import _noticed
from run.attack.target import Target
from run.node import IS_CI, NoNode, find_node

ANCHOR, ANOTHER, BYTES = "0" * 64, "1" * 64, "5" * 32


@pytest.mark.skipif(find_node() is None, reason="There is no Node here.")
def test_the_witness_of_the_browser_runs_outside_the_browser(tmp_path: Path) -> None:
    try:
        find_node()
    except NoNode as problem:
        if IS_CI:
            raise
        pytest.skip(str(problem))
    target = cast("Target", SimpleNamespace(folder=tmp_path))
    kept = {"at": 0, "seat": 0, "bytes": BYTES, "anchor": ANCHOR, "contributions": [BYTES]}
    record: dict[str, Any] = {"fair": {"anchor": ANOTHER, "contributions": [BYTES]}, "deals": []}
    assert _noticed(target, kept, record)
    assert not _noticed(target, kept | {"anchor": ANOTHER}, record)
