"""`bench/faults.md`: the latest results of the trials, with a section for each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime

from run.trial.environment import ROOT

REPORT = ROOT / "bench" / "faults.md"
HEAD = "# Faults and attacks\n\nWritten by `make faults` and `make attack`, each its own section.\n"


def write_section(name: str, lines: Sequence[str]) -> None:
    """Replace the section of this name."""
    whole = REPORT.read_text() if REPORT.exists() else HEAD
    REPORT.write_text(with_section(whole, name, [f"Of {datetime.now(UTC):%d %B %Y}. {lines[0]}", *lines[1:]]))


def with_section(whole: str, name: str, lines: Sequence[str]) -> str:
    """Return the report with this section replaced, or added at its end."""
    section = "\n".join([f"## {name}", "", *lines]) + "\n"
    head, *others = re.split(r"\n(?=## )", whole)
    names = [one.partition("\n")[0] for one in others]
    if f"## {name}" in names:
        others[names.index(f"## {name}")] = section
    else:
        others.append(section)
    return "\n".join([head, *others])
