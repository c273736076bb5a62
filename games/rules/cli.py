"""The command line of the rules, for anyone who wants to check our results. See docs/rules-cli.md."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NoReturn

from games.rules import shuffle
from games.rules.game import OptionsError
from games.rules.json_input import ShapeError, hex_bytes, quoted
from games.rules.match import DeckError
from games.rules.moves import MoveError
from games.rules.records import record
from games.rules.records.position import read_position
from games.rules.records.vectors import differences, perft
from games.rules.tiles import full_set

Document = tuple[str, Any]
"""A piece of JSON, after a description of where it came from (for error messages)."""


class BadInput(Exception):
    """Input that cannot be used; the message is one line for stderr."""


class Parser(argparse.ArgumentParser):
    """An argument parser that reports errors in one line."""

    def error(self, message: str) -> NoReturn:
        raise BadInput(f"{message} (see {self.prog} --help)")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return the exit code: 0, 1 if something was found to be wrong, 2 for bad input."""
    try:
        chosen = _parser().parse_args(arguments)
        code: int = chosen.run(chosen)
        sys.stdout.flush()
        return code
    except BadInput as error:
        print(_one_line(str(error)), file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader has closed the pipe
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130


def _one_line(text: str) -> str:
    return " ".join(text.split()).encode("ascii", "backslashreplace").decode()


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog="python -m games.rules", description="The rules of the games, for anyone to check.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=Parser)

    def command(name: str, run: Callable[[argparse.Namespace], int], description: str) -> argparse.ArgumentParser:
        subparser = commands.add_parser(name, help=description, description=description, allow_abbrev=False)
        subparser.set_defaults(run=run)
        return subparser

    legal = command("legal", _legal, "Print whose turn it is in a position and what may be played.")
    legal.add_argument("position", metavar="POSITION.json", help="a file with a position, - for stdin")

    count = command("perft", _perft, "Count the sequences of DEPTH legal moves from a position.")
    count.add_argument("position", metavar="POSITION.json", help="a file with a position, - for stdin")
    count.add_argument("depth", metavar="DEPTH", type=_whole_number)

    check = command("check", _check, "Verify everything in records: moves, turns, scores, winners, fair decks.")
    check.add_argument("files", metavar="FILE", nargs="+", help="records, .json or .jsonl, - for stdin")

    vectors = command("vectors", _vectors, "Check the rules against vector files.")
    vectors.add_argument("files", metavar="FILE", nargs="+", help="vectors, one per line, - for stdin")

    deck = command("deck", _deck, "Derive the deck of a deal from the published data.")
    deck.add_argument("number", metavar="NUMBER", type=_whole_number, help="the number of the deal, from 1")
    deck.add_argument("link", metavar="LINK", help="the deal's link, 64 hex digits")
    deck.add_argument("contributions", metavar="BYTES", nargs="+", help="32 hex digits for each seat, in order")
    deck.add_argument("--set", choices=("6", "9", "12", "15", "18"), required=True, help="the highest double")
    deck.add_argument("--anchor", help="64 hex digits; check that the link leads to it")
    return parser


def _whole_number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise argparse.ArgumentTypeError(f"{quoted(text)} is not a whole number")
    return int(text)


# The commands


def _legal(chosen: argparse.Namespace) -> int:
    deal = _position(chosen.position)
    if deal.result is not None:
        print(json.dumps({"result": record.result_of_deal(deal.result)}))
    else:
        print(json.dumps({"turn": deal.turn, "legal": deal.legal_moves()}))
    return 0


def _perft(chosen: argparse.Namespace) -> int:
    print(perft(_position(chosen.position), chosen.depth))
    return 0


def _check(chosen: argparse.Namespace) -> int:
    wrong = 0
    for where, value in _documents(chosen.files):
        _expect_record(where, value)
        problems = record.check(value)
        wrong += bool(problems)
        for problem in problems:
            print(_one_line(f"{where}: {problem}"))
    return 1 if wrong else 0


def _expect_record(where: str, value: Any) -> None:
    try:
        record.expect_format(value)
    except ShapeError as error:
        raise BadInput(f"{where}: not a record: {error}") from error


def _vectors(chosen: argparse.Namespace) -> int:
    wrong = 0
    for where, value in _documents(chosen.files):
        try:
            found = differences(value)
        except (ShapeError, OptionsError, DeckError) as error:
            raise BadInput(f"{where}: not a vector: {error}") from error
        wrong += bool(found)
        for difference in found:
            print(_one_line(f"{where}: {difference}"))
    return 1 if wrong else 0


def _deck(chosen: argparse.Namespace) -> int:
    try:
        link = hex_bytes(chosen.link, shuffle.SECRET_BYTES, "LINK")
        contributions = [hex_bytes(text, shuffle.CONTRIBUTION_BYTES, "BYTES") for text in chosen.contributions]
        anchor = hex_bytes(chosen.anchor, shuffle.SECRET_BYTES, "The anchor") if chosen.anchor is not None else None
    except ShapeError as error:
        raise BadInput(str(error)) from error
    if not 1 <= chosen.number <= shuffle.LENGTH:
        raise BadInput(f"NUMBER must be 1 to {shuffle.LENGTH}.")
    if anchor is not None and not shuffle.leads_to(anchor, link, chosen.number):
        print(f"The link is not link {chosen.number} of the chain of this anchor.")
        return 1
    print(json.dumps(shuffle.deck(full_set(int(chosen.set)), link, contributions, chosen.number)))
    return 0


# Reading


def _position(name: str) -> Any:
    (where, value), *more = _documents([name])
    if more:
        raise BadInput(f"{where}: expected one position, found several.")
    try:
        return read_position(value)
    except (ShapeError, OptionsError, DeckError, MoveError) as error:
        raise BadInput(f"{where}: {error}") from error


def _documents(names: Sequence[str]) -> Iterator[Document]:
    for name in names:
        found = _parse(name, _read(name))
        if not found:
            raise BadInput(f"{name}: empty input.")
        yield from found


def _read(name: str) -> str:
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(f"{name}: not text in UTF-8.") from error
    except (OSError, ValueError) as error:
        raise BadInput(f"{name}: cannot be read: {getattr(error, 'strerror', None) or error}") from error


def _parse(name: str, text: str) -> list[Document]:
    """Parse a file: JSON Lines if it is named `.jsonl` (or comes from stdin and is not one JSON text), else a single
    JSON text."""
    if name.endswith(".jsonl"):
        return _parse_lines(name, text)
    try:
        return [(name, json.loads(text))]
    except (ValueError, RecursionError) as error:
        if name == "-" and "\n" in text.strip():
            return _parse_lines(name, text)
        raise _no_json(name, error) from error


def _parse_lines(name: str, text: str) -> list[Document]:
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                found.append((f"{name}:{number}", json.loads(line)))
            except (ValueError, RecursionError) as error:
                raise _no_json(f"{name}:{number}", error) from error
    return found


def _no_json(where: str, error: Exception) -> BadInput:
    return BadInput(f"{where}: not JSON: {error}")
