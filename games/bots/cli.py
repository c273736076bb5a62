"""The command line of the arena. See docs/bots.md."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TextIO

from games.bots.arena import Contest, Tally
from games.bots.learning.networks import EYES, WEIGHTS, file_of
from games.bots.levels import LEVELS, THINKING
from games.bots.strength import QUICKER, contests, more_of, write
from games.rules import GAMES, Match, OptionsError
from games.rules.cli import BadInput, Parser
from games.rules.game import Value
from games.rules.json_input import quoted
from games.rules.records.record import dump

DEALS = 60_000

LEARNT_AT = {"chicken-foot": ([2], [3, 4, 5, 6, 7]), "two-step": ([2],), "kardinal": ([2], [3, 4, 5])}
"""By game, for each of its networks: the numbers of seats at the tables where it learns."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the arena; return the exit code: 0, or 2 for bad input."""
    try:
        chosen = _parser().parse_args(arguments)
        chosen.run(chosen)
    except BadInput as error:
        print(" ".join(str(error).split()), file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog="python -m games.bots", description="Bots against bots.", allow_abbrev=False)
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=Parser)
    says = "Play matches between bots of several levels, and print how the wins are shared."
    arena = commands.add_parser("arena", help=says, description=says, allow_abbrev=False)
    arena.add_argument("game", metavar="GAME", help=", ".join(GAMES))
    arena.add_argument("--rules", type=_whole_number, metavar="VERSION", help="version of the rules; default: current")
    arena.add_argument("--seats", type=_whole_number, default=2)
    arena.add_argument("--levels", type=_levels, required=True, help=f"such as easy,medium; all: {', '.join(LEVELS)}")
    arena.add_argument("--matches", type=_whole_number, default=200)
    arena.add_argument("--seed", type=_whole_number, default=1, help="the same seed plays the same matches")
    arena.add_argument("--records", metavar="FILE", help="write the matches there, one record per line")
    arena.add_argument("--options", metavar="KEY=VALUE", type=_option, nargs="+", action="extend", default=[])
    arena.set_defaults(run=_run_arena)
    says = "Play each level against the one below and write how strong they are, adding to matches of the same bots."
    strength = commands.add_parser("strength", help=says, description=says, allow_abbrev=False)
    strength.add_argument("--game", default="", choices=GAMES, help="only this game")
    strength.add_argument("--level", default="", choices=LEVELS, help="only this level, against the one below")
    strength.add_argument("--seats", type=_whole_number, default=0, help="only tables with this many seats")
    strength.add_argument("--matches", type=_whole_number, default=30, help=f"{QUICKER} times as many for quick levels")
    strength.add_argument("--seed", type=_whole_number, default=1, help="must never have been used for tuning")
    strength.add_argument("--processes", type=_whole_number, default=os.cpu_count() or 1)
    strength.add_argument("--to", metavar="FILE", default="bench/strength.md")
    strength.set_defaults(run=_run_strength)
    says = "Train the networks of a game by self-play, and write their weights. Needs NumPy."
    train = commands.add_parser("train", help=says, description=says, allow_abbrev=False)
    train.add_argument("game", metavar="GAME", choices=EYES, help=", ".join(EYES))
    train.add_argument("--deals", type=_whole_number, default=DEALS, help="deals to play for each network")
    train.add_argument("--seed", type=_whole_number, default=1, help="the same seed leads to the same network")
    train.add_argument("--to", metavar="FOLDER", default=str(WEIGHTS))
    train.set_defaults(run=_run_train)
    return parser


def _whole_number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise argparse.ArgumentTypeError(f"{quoted(text)} is not a whole number")
    return int(text)


def _levels(text: str) -> list[str]:
    levels = text.split(",")
    for level in levels:
        if level not in LEVELS:
            raise argparse.ArgumentTypeError(f"there is no level {quoted(level)}")
    return levels


def _option(text: str) -> tuple[str, Value]:
    key, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"{quoted(text)} is not KEY=VALUE")
    return key, _whole_number(value) if value.isdigit() else value


def _run_strength(chosen: argparse.Namespace) -> None:
    if not (chosen.matches and chosen.processes):
        raise BadInput("There must be at least one match, and one process.")
    path = Path(chosen.to)
    for contest in contests(chosen.seed, chosen.game, chosen.level, chosen.seats):
        matches = chosen.matches if contest.levels[0] in THINKING else chosen.matches * QUICKER
        row = None
        for row in more_of(contest, matches, path, chosen.processes):
            try:
                write(path, row)
            except OSError as error:
                raise BadInput(f"{path}: {error.strerror}") from error
        print(row, flush=True)


def _run_train(chosen: argparse.Namespace) -> None:
    """Train a network for two seats, and one for more if the game allows it; progress goes to stderr."""
    try:
        from games.bots.learning.training import train
    except ModuleNotFoundError as error:
        raise BadInput("Training needs NumPy: create .venv with the packages for development.") from error
    if not chosen.deals:
        raise BadInput("There must be at least one deal.")
    for seats in LEARNT_AT[chosen.game]:
        path = Path(chosen.to) / file_of(chosen.game, seats[0]).name
        trained = ""
        for deals, wrong, network in train(chosen.game, seats, chosen.deals, chosen.seed):
            print(f"\r{path.name}: {deals} deals, error {wrong:.4f}", end="", file=sys.stderr, flush=True)
            trained = network.text()
        print(file=sys.stderr)
        try:
            path.write_text(trained)
        except OSError as error:
            raise BadInput(f"{path}: {error.strerror}") from error


def _run_arena(chosen: argparse.Namespace) -> None:
    contest = Contest(chosen.game, chosen.seats, chosen.levels, chosen.seed, dict(chosen.options), chosen.rules)
    try:
        contest.open_match()
    except OptionsError as error:
        raise BadInput(str(error)) from error
    if not chosen.matches:
        raise BadInput("There must be at least one match.")
    try:
        with _open(chosen.records) as records:
            tally = _play(contest, chosen.matches, records)
    except OSError as error:
        raise BadInput(f"{chosen.records}: {error.strerror}") from error
    print(*tally.lines(), sep="\n")


def _open(path: str | None) -> AbstractContextManager[TextIO | None]:
    return Path(path).open("w", encoding="utf-8") if path else nullcontext()


def _play(contest: Contest, matches: int, records: TextIO | None) -> Tally:
    """Play the matches and write their records, if there is a file for them; progress goes to stderr."""
    tally = Tally()
    try:
        for number in range(matches):
            match, levels = contest.play(number), contest.levels_at(number)
            assert match.result is not None
            tally.add(levels, match.result.winners)
            if records:
                _write(records, match, levels)
            print(f"\r{number + 1} of {matches} matches", end="", file=sys.stderr, flush=True)
    finally:
        print(file=sys.stderr)
    return tally


def _write(records: TextIO, match: Match, levels: Sequence[str]) -> None:
    json.dump(dump(match, players=[{"bot": level} for level in levels]), records)
    records.write("\n")
