"""`python -m run.browser_code lint|types`: checks the browser's code with what package-lock.json pins.

Where there is neither Node nor a way to get the checkers, the check says so and is skipped; in CI it fails.
"""

import shutil
import subprocess
import sys
from pathlib import Path

from run.node import IS_CI, NoNode, find_node, npm

ROOT = Path(__file__).parent.parent
LOCK = ROOT / "package-lock.json"
MODULES = ROOT / "node_modules"
PINNED = MODULES / ".pinned"
"""A copy of the lock file from which the checkers were installed."""

CHECKS = {"lint": ("oxlint/bin/oxlint", "--deny-warnings"), "types": ("typescript/bin/tsc", "--project", ".")}


def obtain_checkers() -> None:
    """Raises NoNode."""
    if PINNED.exists() and PINNED.read_text() == LOCK.read_text():
        return
    try:
        npm("ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent", "--prefix", str(ROOT))
    except (OSError, subprocess.CalledProcessError) as error:
        raise NoNode("The packages of package-lock.json cannot be installed on this machine.") from error
    shutil.copyfile(LOCK, PINNED)


def check(name: str) -> None:
    """Raises NoNode, CalledProcessError."""
    obtain_checkers()
    program, *arguments = CHECKS[name]
    subprocess.run([find_node(), MODULES / program, *arguments], check=True, cwd=ROOT)


def main(name: str) -> int:
    try:
        check(name)
    except NoNode as problem:
        print(f"The browser's code is not checked ({name}). {problem}")
        return int(IS_CI)
    except subprocess.CalledProcessError:
        return 1
    print(f"The browser's code passes ({name}).")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
