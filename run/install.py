"""`python -m run.install FILE`: install the packages that FILE pins, verify their hashes, and show progress.

Needs only the standard library, because it runs before anything else is installed.
"""

import re
import subprocess
import sys
from pathlib import Path

PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--no-input", "--progress-bar", "off"]
# Wheels only: without a compiler, building a package from source fails with pages of errors.
CAREFUL = ["--require-hashes", "--only-binary", ":all:"]
BEGUN = re.compile(r"Collecting ([\w.-]+)|Requirement already satisfied: ([\w.-]+)")


def main(arguments: list[str]) -> None:
    if len(arguments) != 1:
        sys.exit("Name one file of pinned packages: python -m run.install requirements.txt")
    pinned = Path(arguments[0])
    try:
        code, said = install(pinned)
    except KeyboardInterrupt:
        sys.exit("\nStopped. The next `make` continues from here.")
    if code:
        print(said, file=sys.stderr)
        sys.exit(f"The packages of {pinned} could not be installed; the output of pip is above.")


def install(pinned: Path) -> tuple[int, str]:
    """Return pip's exit code and its output."""
    number = len(re.findall(r"^[\w.-]+(\[.*\])?==", content_of(pinned), re.MULTILINE))
    said, done = [], 0
    tell(f"Installing {number} packages from {pinned} (only this time; takes a minute or two)", last=True)
    with subprocess.Popen(
        [*PIP, *CAREFUL, "-r", pinned], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as pip:
        assert pip.stdout
        for line in pip.stdout:
            said.append(line)
            if begun := BEGUN.match(line):
                done += 1
                tell(f"  {done}/{number} {begun[1] or begun[2]}")
            elif line.startswith("Installing collected packages"):
                tell("  unpacking them", last=True)
    return pip.returncode, "".join(said)


def content_of(pinned: Path) -> str:
    """Return what is in the file; exit with a sentence if it cannot be read."""
    try:
        return pinned.read_text()
    except (OSError, UnicodeDecodeError) as error:
        sys.exit(f"{pinned} cannot be read: {getattr(error, 'strerror', None) or 'it is not a text'}.")


def tell(line: str, *, last: bool = False) -> None:
    """Print a line; on a terminal the next one overwrites it unless it is the last."""
    if sys.stdout.isatty():
        print(f"\r\033[K{line}", end="\n" if last else "", flush=True)
    else:
        print(line, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
