"""Runs the tests of browser modules that need no browser: the *.test.js below this folder."""

import subprocess
from pathlib import Path

import pytest

from run.node import IS_CI, NoNode, find_node

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def node() -> Path:
    try:
        return find_node()
    except NoNode as problem:
        if IS_CI:
            raise
        pytest.skip(str(problem))


@pytest.mark.parametrize("file", sorted(HERE.rglob("*.test.js")), ids=lambda file: file.name)
def test_a_module_that_needs_no_browser(node: Path, file: Path) -> None:
    options = ["--import", str(HERE / "folders.js"), "--test", "--test-reporter=spec"]
    done = subprocess.run([node, *options, file], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
