"""`python -m run.browser_code lint|types`: check the browser code with the tools pinned in package-lock.json.

If Node or the tools cannot be obtained, the check is skipped with a message; in CI it fails.
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
"""A copy of the lock file from which the tools were installed."""

CHECKS = {"lint": ("oxlint/bin/oxlint", "--deny-warnings"), "types": ("typescript/bin/tsc", "--project", ".")}


def obtain_checkers() -> None:
    """Install the pinned tools unless they are there already. Raises NoNode."""
    if PINNED.exists() and PINNED.read_text() == LOCK.read_text():
        return
    try:
        npm("ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent", "--prefix", str(ROOT))
    except (OSError, subprocess.CalledProcessError) as error:
        raise NoNode("The packages of package-lock.json cannot be installed on this machine.") from error
    shutil.copyfile(LOCK, PINNED)


def check(name: str) -> None:
    """Run one check. Raises NoNode, CalledProcessError."""
    obtain_checkers()
    program, *arguments = CHECKS[name]
    subprocess.run([find_node(), MODULES / program, *arguments], check=True, cwd=ROOT)


def main(name: str) -> int:
    try:
        check(name)
    except NoNode as problem:
        print(f"The browser code was not checked ({name}). {problem}")
        return int(IS_CI)
    except subprocess.CalledProcessError:
        return 1
    print(f"The browser code passes ({name}).")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
