"""A pytest plugin that records how long each test takes, and a list of the slowest tests of several runs."""

from __future__ import annotations

import json
import os
from collections import defaultdict
from pathlib import Path

import pytest

PLACE = "DURATIONS"
"""The environment variable with the path of the file."""

_seconds: defaultdict[str, float] = defaultdict(float)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Add the duration of a phase, be it set-up, call or teardown."""
    _seconds[report.nodeid] += report.duration


def pytest_sessionfinish(session: pytest.Session) -> None:
    if PLACE in os.environ and not hasattr(session.config, "workerinput"):
        Path(os.environ[PLACE]).write_text(json.dumps(_seconds))


def slowest(files: dict[str, Path], count: int) -> list[str]:
    """Return the slowest tests as lines of text; `files` maps the name of each run to its file."""
    took = [
        (seconds, test, name)
        for name, file in files.items()
        if file.exists()
        for test, seconds in json.loads(file.read_text()).items()
    ]
    return [f"{seconds:6.1f} s  {test} ({name})" for seconds, test, name in sorted(took, reverse=True)[:count]]
