"""`python -m games.layout RECORD.json [--deal N]`: print a deal's final layout as SVG (docs/layout.md)."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

from games.layout import arrange
from games.layout.svg import layout_svg
from games.rules.records import record


class BadInput(Exception):
    """Input that cannot be drawn; the message is one line for stderr."""


class Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise BadInput(f"{message} (see {self.prog} --help)")


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the SVG; return the exit code: 0, or 2 for bad input."""
    parser = Parser(prog="python -m games.layout", description="Draw the final layout of a deal as SVG.")
    parser.add_argument("record", metavar="RECORD.json", help="a file with one record, - for stdin")
    parser.add_argument("--deal", metavar="N", type=int, help="the N-th deal; without it the last one")
    try:
        chosen = parser.parse_args(arguments)
        sys.stdout.write(draw(read(chosen.record), chosen.deal))
    except BadInput as error:
        print(" ".join(str(error).split()).encode("ascii", "backslashreplace").decode(), file=sys.stderr)
        return 2
    return 0


def read(source: str) -> Any:
    try:
        text = sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes()
        return json.loads(text)
    except (OSError, ValueError, RecursionError) as error:
        raise BadInput(f"{source} cannot be read as JSON: {error}") from error


def draw(written: Any, number: int | None) -> str:
    """Return the SVG of deal `number`, counted from 1. Raises BadInput."""
    try:
        if number is not None and isinstance(written, dict) and isinstance(written.get("deals"), list):
            written = {**written, "deals": written["deals"][: max(number, 0)]}
        match = record.load(written)
    except record.RecordError as error:
        raise BadInput(str(error)) from error
    if match.deal is None or number not in (None, len(match.deals)):
        raise BadInput("There is no such deal in the record.")
    arrangement = arrange(match.rules.shape)
    return layout_svg(match.deal.layout, [arrangement.add(laid) for laid in match.deal.layout])


if __name__ == "__main__":
    sys.exit(main())
