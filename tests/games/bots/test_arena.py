"""The arena: seating, counting wins, output."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from games.bots import strength
from games.bots.arena import Contest, Tally, wilson
from games.bots.cli import main
from games.rules.records import record

FIRST = "from __future__ import annotations\n"
"""The first line of code of any module."""

SHORT = ["arena", "kardinal", "--levels", "easy,random", "--matches", "3", "--options", "ending=games", "games=1"]


def test_levels_are_dealt_in_turn_and_move_on_from_match_to_match() -> None:
    contest = Contest("kardinal", 3, ["easy", "medium"], seed=1)
    assert contest.levels_at(0) == ["easy", "medium", "easy"]
    assert contest.levels_at(1) == ["medium", "easy", "medium"]


def test_the_same_seed_plays_the_same_match() -> None:
    contest = Contest("two-step", 2, ["easy", "medium"], seed=5, options={"target": 1})
    assert contest.play(3).deals == contest.play(3).deals
    assert contest.play(3).deals != contest.play(4).deals


def test_decks_do_not_depend_on_the_levels() -> None:
    weak, strong = (Contest("chicken-foot", 2, [level], seed=5, options={"high": 0}) for level in ("random", "medium"))
    assert weak.play(0).deals[0].deck == strong.play(0).deals[0].deck


def test_shared_wins_are_split() -> None:
    tally = Tally()
    tally.add(["easy", "medium", "medium"], winners=[0, 1])
    tally.add(["medium", "easy", "easy"], winners=[0])
    assert tally.wins == {"easy": 0.5, "medium": 1.5}
    assert tally.par == pytest.approx({"easy": 1, "medium": 1})
    assert next(tally.lines()).split()[:2] == ["medium", "75.0%"]


@pytest.mark.parametrize(
    ("wins", "matches", "interval"),
    [(50, 100, (0.4038, 0.5962)), (0, 10, (0.0, 0.2775)), (10, 10, (0.7225, 1.0)), (120, 200, (0.5308, 0.6654))],
)
def test_wilson_intervals(wins: float, matches: int, interval: tuple[float, float]) -> None:
    assert wilson(wins, matches) == pytest.approx(interval, abs=1e-4)


def test_records_are_written_and_hold(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SHORT, "--records", str(tmp_path / "records.jsonl")]) == 0
    records = [json.loads(line) for line in (tmp_path / "records.jsonl").read_text().splitlines()]
    assert [record.check(written) for written in records] == [[], [], []]
    assert [player["bot"] for player in records[1]["players"]] == ["random", "easy"]
    printed = capsys.readouterr()
    assert {line.split()[0] for line in printed.out.splitlines()} == {"easy", "random"}
    assert "3 of 3 matches" in printed.err


def asked_for_strength(path: Path, arguments: str) -> list[list[str]]:
    """Measure levels from the command line; return the cells of the table."""
    asked = f"strength --game two-step {arguments} --matches 1 --processes 1 --to {path}"
    assert main(asked.split()) == 0
    head, _, table = path.read_text().partition("|---|\n")
    assert "`make strength`" in head
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()]


def test_how_strong_levels_are_is_written_row_by_row(tmp_path: Path) -> None:
    path = tmp_path / "strength.md"
    asked_for_strength(path, "--level medium")
    rows = asked_for_strength(path, "--level easy")
    assert [row[:4] for row in rows] == [
        ["two-step", "2", "easy against random", "10"],
        ["two-step", "2", "medium against easy", "10"],
    ]
    assert all(row[4].endswith("]") and row[5] == "50%" and "±" in row[6] for row in rows)


def test_matches_of_the_same_bots_are_added(tmp_path: Path) -> None:
    path = tmp_path / "strength.md"
    for arguments in ("--seed 1", "--seed 2", "--seed 1"):
        rows = asked_for_strength(path, f"--level easy {arguments}")
    assert [row[3] for row in rows] == ["30"]
    (sample,) = strength.read(path).values()
    assert sample.seeds == {"1": 20, "2": 10}
    anew = tmp_path / "anew.md"
    contest = next(strength.contests(1, "two-step", "easy"))
    once = list(strength.more_of(contest, 20, anew))[-1].sample
    for number in range(10):
        once.add(2, strength.play(next(strength.contests(2, "two-step", "easy")), number))
    assert (once.wins, once.deals, once.leads) == (sample.wins, sample.deals, sample.leads)
    assert once.points() == sample.points()


def test_matches_of_other_bots_are_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "strength.md"
    asked_for_strength(path, "--level easy")
    monkeypatch.setattr(strength, "bots_of", lambda contest: "others")
    for many in ("10", "20"):
        assert [row[3] for row in asked_for_strength(path, "--level easy")] == [many]


def test_a_row_without_a_kept_sample_starts_over(tmp_path: Path) -> None:
    path = tmp_path / "strength.md"
    asked_for_strength(path, "--level easy")
    path.with_suffix(".json").unlink()
    assert [row[3] for row in asked_for_strength(path, "--level easy")] == ["10"]


def test_bots_count_as_other_bots_once_their_code_has_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "bots"
    shutil.copytree(strength.HERE, folder)
    monkeypatch.setattr(strength, "HERE", folder)
    thinks, looks, other = (
        next(strength.contests(1, game, level))
        for game, level in (("kardinal", "strong"), ("kardinal", "medium"), ("two-step", "strong"))
    )
    before = [strength.bots_of(one) for one in (thinks, looks, other)]

    def changed(name: str, old: str, new: str) -> list[bool]:
        text = (folder / name).read_text()
        assert old in text
        (folder / name).write_text(text.replace(old, new))
        now = [strength.bots_of(one) for one in (thinks, looks, other)]
        (folder / name).write_text(text)
        return [one != another for one, another in zip(before, now, strict=True)]

    assert changed("search.py", "MOST = 12", "MOST = 11") == [True, False, True]
    assert changed("search.py", '"kardinal": 29', '"kardinal": 28') == [True, False, False]
    assert changed("search.py", '"""The most moves to try', '"""The number of moves to try') == [False, False, False]
    assert changed("ideas.py", FIRST, f"{FIRST}\nMORE = 1") == [True, True, True]
    assert changed("kardinal.py", FIRST, f"{FIRST}\nMORE = 1") == [True, True, False]
    assert changed("arena.py", FIRST, f"{FIRST}\nMORE = 1") == [False, False, False]


def test_a_sample_knows_its_mean_and_its_times() -> None:
    sample = strength.Sample("some")
    sample.add(1, strength.Played(1.0, [3.0, 5.0], [0.001, 0.002, 0.1234]))
    sample.add(1, strength.Played(0.5, [1.0], [0.003]))
    assert (sample.matches, sample.wins, sample.deals) == (2, 1.5, 3)
    assert sample.points() == pytest.approx((3.0, 1.96 * 2 / 3**0.5))
    assert [sample.time_below(share) for share in (0.0, 0.5, 1.0)] == [1, 2, 120]


def test_a_table_that_cannot_be_written_is_reported_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    asked = "strength --game two-step --level easy --matches 1 --processes 1 --to /no/such/file"
    assert main(asked.split()) == 2
    assert capsys.readouterr().err == "/no/such/file: No such file or directory\n"


def test_tables_of_one_size_can_be_asked_for() -> None:
    asked = [*strength.contests(1, "kardinal", "strong", 3), *strength.contests(1, "two-step", seats=3)]
    assert [(one.game, one.seats, one.levels[0]) for one in asked] == [("kardinal", 3, "strong")]


def test_only_one_seat_is_the_better_bot() -> None:
    for contest in strength.contests(1):
        assert contest.levels.count(contest.levels[0]) == 1
        assert len(contest.levels) == contest.seats


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("arena nix --levels easy", "There is no game "),
        ("arena kardinal --levels easy --seats 9", "for 2 to 5 players"),
        ("arena kardinal --levels easy,best", "there is no level 'best'"),
        ("arena kardinal --levels easy --options limit=7", "of Kardinaldomino cannot be 7"),
        ("arena kardinal --levels easy --options limit", "'limit' is not KEY=VALUE"),
        ("arena kardinal --levels easy --matches -1", "'-1' is not a whole number"),
        ("arena kardinal --levels easy --matches 0", "at least one match"),
        ("arena kardinal --levels easy --records /no/such/folder", "/no/such/folder: No such file or directory"),
        ("arena kardinal", "--levels"),
        ("strength --game nix", "invalid choice"),
        ("strength --matches 0", "at least one match"),
        ("train nix", "invalid choice"),
        ("train kardinal --deals 0", "at least one deal"),
        ("", "COMMAND"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    arguments: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments.split()) == 2
    printed = capsys.readouterr()
    assert sentence in printed.err
    assert printed.err.count("\n") == 1
    assert not printed.out


@pytest.mark.parametrize("after", [0, 0.01, 0.05, 0.5, 2])
@pytest.mark.parametrize(("how", "code"), [(signal.SIGTERM, 130), (signal.SIGKILL, -signal.SIGKILL)])
def test_processes_that_play_matches_end_with_the_command_that_started_them(
    tmp_path: Path, after: float, how: signal.Signals, code: int
) -> None:
    """This also holds if the command is just about to ask for the first match."""
    asked = f"strength --game kardinal --level medium --seats 2 --matches 9999 --processes 2 --to {tmp_path / 'its.md'}"
    with subprocess.Popen([sys.executable, "-m", "games.bots", *asked.split()], start_new_session=True) as command:
        try:
            players = psutil.Process(command.pid)
            while not players.children():
                time.sleep(0.001)
            time.sleep(after)
            started = players.children(recursive=True)
            command.send_signal(how)
            assert command.wait(30) == code
            assert psutil.wait_procs(started, timeout=30)[1] == []
        finally:
            with suppress(ProcessLookupError):
                os.killpg(command.pid, signal.SIGKILL)
