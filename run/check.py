"""`python -m run.check`: everything that must hold before a change may land, stage by stage."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from run.chromium import NoChromium, obtain_chromium
from run.postgres import throwaway_postgres
from run.translations.compiling import compile_translations

Stage = Callable[[], None]

ONCE = (
    *("tests/games/rules", "tests/games/layout", "tests/games/bots", "tests/tournaments/formats"),
    *("tests/faults", "tests/run", "tests/site", "tests/browser_code"),
)
"""Tests that need no database, or start a whole site with its own, so one run is enough."""

BROWSER = "tests/browser"


PYTEST = ("-m", "pytest", "-q", "-n", "2", "--durations", "10")


def run(*command: str, **environment: str) -> None:
    subprocess.run([sys.executable, *command], check=True, env={**os.environ, **environment})


def style() -> None:
    run("-m", "ruff", "check", ".")
    run("-m", "ruff", "format", "--check", ".")
    subprocess.run([Path(sys.executable).with_name("djangofmt"), "--check", "templates"], check=True)
    run("-m", "run.browser_code", "lint")


def types() -> None:
    run("-m", "mypy")
    run("-m", "run.browser_code", "types")


def arrows() -> None:
    run("-c", "from importlinter.cli import lint_imports_command; lint_imports_command()")


def migrations() -> None:
    run("manage.py", "makemigrations", "--check", "--dry-run")


def tests_on_sqlite() -> None:
    run(*PYTEST, "--dist", "loadgroup", f"--ignore={BROWSER}", DATABASE_URL="")


def tests_on_postgres() -> None:
    elsewhere = [f"--ignore={folder}" for folder in (*ONCE, BROWSER)]
    with throwaway_postgres() as url:
        run(*PYTEST, "--dist", "loadgroup", *elsewhere, DATABASE_URL=url)


def tests_in_browser() -> None:
    obtain_chromium()
    run(*PYTEST, "--maxschedchunk", "1", BROWSER, DATABASE_URL="")


STAGES: dict[str, Stage] = {
    "style": style,
    "types": types,
    "arrows": arrows,
    "migrations": migrations,
    "tests on SQLite": tests_on_sqlite,
    "tests on PostgreSQL": tests_on_postgres,
    "tests in the browser": tests_in_browser,
}


def passes(name: str, stage: Stage) -> bool:
    print(f"\n=== {name}", flush=True)
    started = time.monotonic()
    try:
        stage()
    except (subprocess.CalledProcessError, NoChromium) as failure:
        print(failure)
        verdict = "FAILED"
    else:
        verdict = "passed"
    print(f"=== {name}: {verdict} in {time.monotonic() - started:.0f} s", flush=True)
    return verdict == "passed"


def main() -> None:
    started = time.monotonic()
    compile_translations()
    failed = [name for name, stage in STAGES.items() if not passes(name, stage)]
    print(f"\n{len(STAGES)} stages in {time.monotonic() - started:.0f} s. Failed: {', '.join(failed) or 'none'}.")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
