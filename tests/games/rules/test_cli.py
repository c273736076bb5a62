"""The command line, as described in docs/rules-cli.md: its output, and one clear line for any bad input."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from games.rules.cli import main

VECTORS = Path(__file__).parent / "vectors"
ROOT = Path(__file__).parents[3]

LINK, BYTES = "a" * 64, "0" * 32


def position() -> dict[str, Any]:
    with (VECTORS / "kardinal.perft.jsonl").open() as lines:
        return json.loads(next(lines))


def a_record() -> dict[str, Any]:
    with (VECTORS / "chicken-foot.games.jsonl").open() as lines:
        return json.loads(next(lines))


def file(folder: Path, value: Any, name: str = "it.json") -> str:
    path = folder / name
    path.write_text(value if isinstance(value, str) else json.dumps(value))
    return str(path)


def out(capsys: pytest.CaptureFixture[str]) -> str:
    said = capsys.readouterr()
    assert said.err == ""
    return said.out.strip()


def test_legal_says_whose_turn_it_is_and_what_may_be_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["legal", file(tmp_path, position())]) == 0
    assert json.loads(out(capsys)) == {"turn": 0, "legal": ["3-3@L"]}


def test_legal_says_the_result_when_the_deal_is_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deal = a_record() | a_record()["deals"][0]
    assert main(["legal", file(tmp_path, deal)]) == 0
    assert json.loads(out(capsys)) == {"result": deal["result"]}


def test_perft_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for depth, count in enumerate([1, *position()["perft"]]):
        assert main(["perft", file(tmp_path, position()), str(depth)]) == 0
        assert out(capsys) == str(count)


def test_check_is_silent_about_correct_records(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", *map(str, VECTORS.glob("*.games.jsonl"))]) == 0
    assert out(capsys) == ""


def test_check_tells_what_is_wrong_and_where(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = a_record()
    wrong["deals"][1]["moves"][4][1] = "pass"
    lines = "\n".join(map(json.dumps, [a_record(), wrong, a_record()]))
    name = file(tmp_path, lines, "records.jsonl")
    assert main(["check", name]) == 1
    assert out(capsys).startswith(f"{name}:2: deal 2, move 5: ")


def test_check_reads_stdin_as_one_record_or_one_a_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for text in (json.dumps(a_record(), indent=1), "\n\n".join(map(json.dumps, [a_record(), a_record()]))):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        assert main(["check", "-"]) == 0
        assert out(capsys) == ""


def test_vectors_hold(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["vectors", *map(str, VECTORS.glob("*.jsonl"))]) == 0
    assert out(capsys) == ""


@pytest.mark.parametrize(
    ("key", "value"),
    [("turn", 1), ("legal", ["pass"]), ("perft", [1, 1, 2]), ("moves", [[1, "draw"]])],
)
def test_vectors_tell_any_difference(key: str, value: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = file(tmp_path, position() | {key: value}, "v.jsonl")
    assert main(["vectors", name]) == 1
    assert out(capsys).startswith(f"{name}:1: ")


@pytest.mark.parametrize("legal", [["9-9@9-9"], ["pass", "draw"]])
def test_vectors_compare_the_legal_moves_of_a_match(
    legal: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    vector = a_record()
    vector["deals"][2]["legal"][7] = legal
    assert main(["vectors", file(tmp_path, vector)]) == 1
    assert "deal 3, move 8" in out(capsys)
    del vector["deals"][2]["legal"][7]
    assert main(["vectors", file(tmp_path, vector)]) == 1


def test_deck_derives_a_deal_from_what_was_published(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["deck", "1", LINK, BYTES, BYTES, "--set", "6"]) == 0
    assert len(set(json.loads(out(capsys)))) == 28
    assert main(["deck", "1", LINK, BYTES, "--set", "6", "--anchor", "b" * 64]) == 1
    assert "not link 1" in out(capsys)


def one_line(capsys: pytest.CaptureFixture[str]) -> str:
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert said.err.endswith("\n")
    assert said.err.isascii()
    assert len(said.err) < 1000
    return said.err


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["no-such-command"],
        ["legal"],
        ["legal", "a", "b"],
        ["legal", "/no/such/file"],
        ["legal", "/"],
        ["legal", "a\udcff\nb"],
        ["legal", "--no-such-option", "x"],
        ["perft", "x.json"],
        ["perft", "x.json", "-1"],
        ["perft", "x.json", "1.5"],
        ["perft", "x.json", "\u0663"],
        ["perft", "x.json", "9" * 5000],
        ["check"],
        ["vectors"],
        ["deck"],
        ["deck", "1", LINK, BYTES],
        ["deck", "1", LINK, BYTES, "--set", "7"],
        ["deck", "0", LINK, BYTES, "--set", "6"],
        ["deck", "4097", LINK, BYTES, "--set", "6"],
        ["deck", "1", LINK[1:], BYTES, "--set", "6"],
        ["deck", "1", LINK.upper(), BYTES, "--set", "6"],
        ["deck", "1", LINK, BYTES + "0", "--set", "6"],
        ["deck", "1", LINK, BYTES, "--set", "6", "--anchor", ""],
    ],
)
def test_bad_arguments_are_one_line_and_exit_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    one_line(capsys)


COMMANDS = (["legal"], ["perft", "2"], ["check"], ["vectors"])


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
@pytest.mark.parametrize(
    "content",
    [
        b"",
        b" \n\n",
        b"{",
        b"null",
        b"5",
        b"[]",
        b"{}",
        b'"text"',
        b"NaN",
        b"\xff\xfe\x00",
        b"\x7fELF\x00\x01\x80",
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b"9" * 10_000,
        b'{"game": "kardinal"}',
        b"{} {}",
    ],
)
@pytest.mark.parametrize("name", ["it.json", "it.jsonl", "it"])
def test_unusable_files_are_one_line_and_exit_2(
    command: list[str], content: bytes, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    assert main([command[0], str(path), *command[1:]]) == 2
    assert name in one_line(capsys)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("game", "chess"),
        ("game", 5),
        ("game", ["kardinal"]),
        ("seats", 1),
        ("seats", 6),
        ("seats", "2"),
        ("seats", True),
        ("seats", 2.0),
        ("seats", 10**4000),
        ("options", None),
        ("options", []),
        ("options", {"limit": 75}),
        ("options", {"limit": 100.0}),
        ("options", {"limit": [100]}),
        ("options", {"li\ud800mit\n": 100}),
        ("number", 0),
        ("number", "1"),
        ("first", -1),
        ("first", 2),
        ("deck", []),
        ("deck", "6-6"),
        ("deck", [6] * 28),
        ("deck", ["6-6"] * 28),
        ("deck", [["6-6"]] * 28),
        ("moves", {}),
        ("moves", ["draw"]),
        ("moves", [[1]]),
        ("moves", [[1, 5]]),
        ("moves", [["1", "draw"]]),
        ("moves", [[0, "draw"]]),
        ("moves", [[10**4000, "draw"]]),
        ("moves", [[1, "DRAW"]]),
        ("moves", [[1, "\ud800" * 5000]]),
        ("moves", [[1, "discard 6-6"]]),
        ("game", KeyError),
        ("seats", KeyError),
        ("options", KeyError),
        ("number", KeyError),
        ("first", KeyError),
        ("deck", KeyError),
        ("moves", KeyError),
    ],
)
def test_a_bad_position_is_one_line_and_exit_2(
    key: str, value: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = {name: its for name, its in (position() | {key: value}).items() if its is not KeyError}
    for arguments in (["legal", file(tmp_path, bad)], ["perft", file(tmp_path, bad), "1"]):
        assert main(arguments) == 2
        one_line(capsys)


def test_a_deal_that_chicken_foot_does_not_have_is_bad_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    start = a_record() | a_record()["deals"][0] | {"moves": [], "number": 4}
    assert main(["legal", file(tmp_path, start)]) == 2
    assert '"number" must be 1 to 3.' in one_line(capsys)


def test_moves_after_the_end_are_bad_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deal = a_record() | a_record()["deals"][0]
    deal["moves"].append([0, "draw"])
    assert main(["legal", file(tmp_path, deal)]) == 2
    assert "The deal is over." in one_line(capsys)


def run(*arguments: str, **more: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "games.rules", *arguments], cwd=ROOT, capture_output=True, text=True, check=False, **more
    )


def test_it_runs_as_a_module_without_the_site() -> None:
    done = run("perft", "-", "1", input=json.dumps(position()), env={**os.environ, "DJANGO_SETTINGS_MODULE": "none"})
    assert (done.returncode, done.stdout, done.stderr) == (0, "1\n", "")


@pytest.mark.parametrize("command", [[], ["legal"], ["perft"], ["check"], ["vectors"], ["deck"]])
def test_help_helps(command: list[str]) -> None:
    done = run(*command, "--help")
    assert done.returncode == 0
    assert done.stdout.startswith("usage: python -m games.rules")
    assert done.stderr == ""


def test_a_reader_who_stops_gets_no_traceback() -> None:
    arguments = [sys.executable, "-m", "games.rules", "legal", "-"]
    pipe = subprocess.PIPE
    with subprocess.Popen(arguments, cwd=ROOT, text=True, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.communicate(json.dumps(position()))[1] == ""
