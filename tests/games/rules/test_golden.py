"""Whole matches stored as text: every event, every score and the number of legal moves stay the same."""

import re
from difflib import unified_diff
from pathlib import Path

import pytest

from games.rules import registered, released
from tests.games.rules.playthroughs import GOLDEN, files, replayed
from tests.games.rules.variants.next_two_step import NextTwoStep

ODD = {
    "chicken-foot": [
        r"opening: (seat \d+ drew 1; )+seat \d+ opened 12-12",
        r"foot \d+-\d+",
        r"foot-done \d+-\d+",
        r"^blocked: ",
        r"won by seat \d+ and seat \d+",
        r"totals (\d+) \1$",
        r"^left: .*\b0-0\b",
        r"of 1: pass",
        r"seat 26,",
    ],
    "two-step": [
        r"opening: deal-over",
        r"opening: seat \d opened (\d)-\1; seat \d turned-up",
        r"ended\n.*ended; deal-over\nvoid",
        r"(placed|filled).*deal-over\nvoid",
        r"scores (2 0|0 2)",
        r"of \d: draw -> seat \d drew",
        r"seat \d discarded",
    ],
    "kardinal": [
        r"opening: deal-over\nvoid",
        r"went-out(.|\n)+@[LR]>\d(.|\n)+blocked",
        r"^out: ",
        r"^blocked: ",
        r"settlement -?\d+",
        r"won by seat \d and seat \d, settlement",
        r"won by seat \d and seat \d$",
        r"seat 4,",
    ],
}
"""Rare events that the playthroughs of each game must contain."""


@pytest.mark.parametrize("path", files(), ids=lambda path: path.stem)
def test_a_match_goes_as_it_was_written_down(path: Path) -> None:
    before = path.read_text()
    changed = list(
        unified_diff(before.splitlines(), replayed(before).splitlines(), path.name, "by the rules", "", "", 1)
    )
    assert not changed, "\n".join(["A released rule has changed:", *changed])


def test_every_version_of_every_game_has_at_least_five_playthroughs() -> None:
    heads = [re.search(r"game: (\S+)\nrules: (\d+)", path.read_text()) for path in files()]
    written = [(head[1], int(head[2])) for head in heads if head]
    assert len(written) == len(files())
    for game in released():
        assert written.count((game.slug, game.version)) >= 5


@pytest.mark.parametrize(("game", "what"), [(game, what) for game, rare in ODD.items() for what in rare])
def test_rare_events_are_among_the_playthroughs(game: str, what: str) -> None:
    assert any(re.search(what, path.read_text(), re.M) for path in GOLDEN.glob(f"{game}-*.txt"))


def test_a_changed_rule_would_be_seen() -> None:
    written = (GOLDEN / "two-step-two-points.txt").read_text()
    with registered(NextTwoStep()):
        changed = replayed(written.replace("rules: 1", "rules: 2"))
    assert "scores 0 3" in changed
    assert "scores 0 3" not in written
    assert "The match is over: there is no further deal." in changed


def test_a_move_that_became_illegal_would_be_noticed() -> None:
    written = (GOLDEN / "kardinal-two-players.txt").read_text()
    move = re.search(r"^  3 .*: (\S+) ->", written, re.M)
    assert move
    changed = replayed(written.replace(f": {move[1]} ->", ": discard 6-6 ->"))
    assert changed.endswith("discard 6-6 is refused: This game has no such move.\n")
