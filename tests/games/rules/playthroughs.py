"""Whole matches as readable text, each replayed from what it says: see `golden/`.

    python -m tests.games.rules.playthroughs             # replay all of them and rewrite the files
    python -m tests.games.rules.playthroughs NAME SAYS GAME SEATS [OPTION=VALUE …] [--seed N] [--level LEVEL]

The second form writes a new one, played by bots of a level. Files only ever contain what the rules say, so `git diff`
shows everything that a change of the rules changes; for released rules there must be no diff.
"""

from __future__ import annotations

import argparse
import random
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from games.bots import choose
from games.rules import Event, IllegalMove, Match, read_move

GOLDEN = Path(__file__).parent / "golden"

HEAD = re.compile(r"(?P<says>.+)\n\ngame: (?P<game>\S+)\nrules: (?P<rules>\d+)\nseats: (?P<seats>\d+)\noptions: (.*)\n")
DEAL = re.compile(r"^deck: (.+)$", re.M)
PLY = re.compile(r"^ *\d+ seat \d+, of \d+: (.+?)(?: -> |$)", re.M)


def files() -> list[Path]:
    return sorted(GOLDEN.glob("*.txt"))


def replayed(text: str) -> str:
    """Return the playthrough as the rules see it now, from its decks and moves."""
    head = HEAD.match(text)
    assert head, "A playthrough begins with what it shows, the game, the rules, the seats and the options."
    match = Match(head["game"], int(head["seats"]), dict(map(_option, head[5].split())), int(head["rules"]))
    return "\n".join([*_head(head["says"], match), *_replay(match, text[head.end() :])]) + "\n"


def _replay(match: Match, text: str) -> Iterator[str]:
    decks = list(DEAL.finditer(text))
    ends = [deck.start() for deck in decks[1:]] + [len(text)]
    for deck, end in zip(decks, ends, strict=True):
        if match.result is not None:
            yield "The match is over: there is no further deal."
            return
        yield from _start(match, deck[1].split())
        for ply in PLY.finditer(text, deck.end(), end):
            try:
                yield _play(match, ply[1])
            except IllegalMove as refusal:
                yield f"{ply[1]} is refused: {refusal}"
                return
        yield from _end(match)


def newly_played(says: str, match: Match, seed: int, level: str) -> str:
    """Return a whole match played by bots of a level."""
    lines, rng = _head(says, match), random.Random(seed)
    while match.result is None:
        deck = [str(tile) for tile in match.tiles]
        rng.shuffle(deck)
        lines += _start(match, deck)
        while match.deal is not None and match.deal.result is None:
            lines.append(_play(match, str(choose(match.deal.view(match.deal.turn), level, rng))))
        lines += _end(match)
    return "\n".join(lines) + "\n"


# Lines


def _head(says: str, match: Match) -> list[str]:
    options = " ".join(f"{name}={value}" for name, value in match.options.items())
    of_match = [f"game: {match.game}", f"rules: {match.rules.version}", f"seats: {match.seats}", f"options: {options}"]
    return [says, "", *of_match]


def _start(match: Match, deck: Sequence[str]) -> list[str]:
    deal = match.start_deal(deck)
    head = ["", f"Deal {deal.number}", f"deck: {' '.join(deck)}", f"first: seat {match.deals[-1].first}"]
    return [*head, f"opening: {_said(deal.opening)}"]


def _play(match: Match, text: str) -> str:
    deal = match.deal
    assert deal is not None
    ply, seat, legal = len(match.deals[-1].moves) + 1, deal.turn, len(deal.legal_moves())
    events = match.play(read_move(text))
    return f"{ply:>3} seat {seat}, of {legal}: {text} -> {_said(events)}"


def _said(events: Sequence[Event]) -> str:
    return "; ".join(map(_event, events)) or "nothing"


def _event(event: Event) -> str:
    where = f" on {event.place}" if event.place else ""
    parts = [f"seat {event.seat}" if event.seat is not None else "", event.kind, event.tile or "", event.count or ""]
    return " ".join(str(part) for part in parts if part != "") + where


def _end(match: Match) -> Iterator[str]:
    deal = match.deal
    assert deal is not None
    if deal.result is None:
        yield "The deal goes on."
        return
    yield f"{deal.result.reason}: scores {_numbers(deal.result.scores)}, totals {_numbers(match.totals)}"
    yield f"left: {' / '.join(' '.join(hand) or '-' for hand in deal.hands)}"
    if match.result is not None:
        settled = match.result.settlement
        won = f"won by {' and '.join(f'seat {seat}' for seat in match.result.winners)}"
        yield ""
        yield f"The match is {won}" + (f", settlement {_numbers(settled)}" if settled else "")


def _numbers(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))


# The command


def _option(text: str) -> tuple[str, Any]:
    name, _, value = text.partition("=")
    return name, int(value) if value.isdigit() else value


def main() -> None:
    parser = argparse.ArgumentParser(description="Write all playthroughs as they go now, or a new one.")
    parser.add_argument("new", nargs="*", metavar="NAME SAYS GAME SEATS OPTION=VALUE", help="for a new one")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--level", default="medium")
    chosen = parser.parse_args()
    if chosen.new:
        name, says, game, seats, *options = chosen.new
        match = Match(game, int(seats), dict(map(_option, options)))
        (GOLDEN / f"{name}.txt").write_text(newly_played(says, match, chosen.seed, chosen.level))
        return
    for path in files():
        before = path.read_text()
        after = replayed(before)
        path.write_text(after)
        print(f"{path.name}: {'as before' if after == before else 'CHANGED'}")


if __name__ == "__main__":
    main()
