"""A pytest plugin that writes down how long each test took; and the slowest of several runs."""

from __future__ import annotations

import json
import os
from collections import defaultdict
from pathlib import Path

import pytest

PLACE = "DURATIONS"
"""The variable that names the file."""

_seconds: defaultdict[str, float] = defaultdict(float)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Set-up and clean-up count, too."""
    _seconds[report.nodeid] += report.duration


def pytest_sessionfinish(session: pytest.Session) -> None:
    if PLACE in os.environ and not hasattr(session.config, "workerinput"):
        Path(os.environ[PLACE]).write_text(json.dumps(_seconds))


def slowest(files: dict[str, Path], count: int) -> list[str]:
    """In lines to be read; `files` by what the run is called."""
    took = [
        (seconds, test, name)
        for name, file in files.items()
        if file.exists()
        for test, seconds in json.loads(file.read_text()).items()
    ]
    return [f"{seconds:6.1f} s  {test} ({name})" for seconds, test, name in sorted(took, reverse=True)[:count]]
