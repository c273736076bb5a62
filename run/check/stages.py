"""The stages of the check, in lanes that run in parallel: while the tests of one lane wait, the other lane goes on."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from run.check.chromium import obtain_chromium
from run.check.deadline import run_within
from run.check.durations import PLACE
from run.postgres import throwaway_postgres, with_database

WITH_A_WHOLE_SITE = ("tests/deploy", "tests/examples", "tests/faults", "tests/run")
BROWSER = "tests/browser"
WORKERS = max(2, (os.cpu_count() or 1) // 2)
"""How many processes run tests in each lane."""
IN_GROUPS = ("--dist", "loadgroup")
ONCE = (*WITH_A_WHOLE_SITE, BROWSER, "tests/site", "tests/browser_code")
"""Tests that start a whole site with its own database, or that use no database, so that one run is enough."""


@dataclass(frozen=True)
class Run:
    """The run of one stage."""

    out: TextIO
    durations: Path
    deadline: float | None = None
    """Seconds that one command may take."""

    def command(self, *command: str | Path, **environment: str) -> None:
        """Run a command with its output in the stage's file. Raises CalledProcessError, TimeoutExpired."""
        variables = {**os.environ, PLACE: str(self.durations), **environment}
        run_within(self.deadline, command, self.out, variables)

    def python(self, *arguments: str, **environment: str) -> None:
        self.command(sys.executable, *arguments, **environment)

    def tests(self, *arguments: str, workers: int = WORKERS, **environment: str) -> None:
        limit = () if self.deadline else ("--timeout", "0")
        options = ("-q", "-p", "run.check.durations", "-n", str(workers), *limit, *arguments)
        self.python("-m", "pytest", *options, **{"DATABASE_URL": "", **environment})


Stage = Callable[[Run], None]


def style(run: Run) -> None:
    run.python("-m", "ruff", "check", ".")
    run.python("-m", "ruff", "format", "--check", ".")
    run.command(Path(sys.executable).with_name("djangofmt"), "--check", "templates")
    run.python("-m", "run.browser_code", "lint")


def types(run: Run) -> None:
    run.python("-m", "mypy")
    run.python("-m", "run.browser_code", "types")


def imports(run: Run) -> None:
    run.python("-c", "from importlinter.cli import lint_imports_command; lint_imports_command()")


def migrations(run: Run) -> None:
    run.python("manage.py", "makemigrations", "--check", "--dry-run")


def tests_on_sqlite(run: Run) -> None:
    run.tests("--of-either-database", "most", *IN_GROUPS, *_without(*WITH_A_WHOLE_SITE, BROWSER))


def tests_on_postgres(run: Run) -> None:
    with throwaway_postgres() as url:
        run.python("manage.py", "migrate", "--verbosity", "0", DATABASE_URL=with_database(url, "template"))
        options = ("--only-with-database", "--of-either-database", "few")
        run.tests(*options, *IN_GROUPS, *_without(*ONCE), DATABASE_URL=url, TEMPLATE_DATABASE="template")


def tests_of_whole_sites(run: Run) -> None:
    """Run these tests in a single worker, because they mostly wait."""
    run.tests(*WITH_A_WHOLE_SITE, workers=1)


def tests_in_browser(run: Run) -> None:
    obtain_chromium()
    run.tests("--maxschedchunk", "1", BROWSER)


def _without(*folders: str) -> list[str]:
    return [f"--ignore={folder}" for folder in folders]


LANES: tuple[dict[str, Stage], ...] = (
    {
        "style": style,
        "imports": imports,
        "migrations": migrations,
        "types": types,
        "tests of whole sites": tests_of_whole_sites,
        "tests in the browser": tests_in_browser,
    },
    {
        "tests on SQLite": tests_on_sqlite,
        "tests on PostgreSQL": tests_on_postgres,
    },
)
"""There are two lanes: more would not be faster on two cores, and would starve tests that depend on timing."""
