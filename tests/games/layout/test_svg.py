"""Layouts as SVG, from the command line."""

import json
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

RECORDS = Path("tests/games/rules/vectors/kardinal.games.jsonl")


def draw(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "games.layout", *arguments], capture_output=True, text=True, check=False
    )


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "record.json"
    path.write_text(RECORDS.read_text().splitlines()[0])
    return path


def test_every_tile_of_the_last_deal_is_drawn(record: Path) -> None:
    drawn = draw(str(record))
    assert drawn.returncode == 0
    titles = [one.text for one in ElementTree.fromstring(drawn.stdout).iter("{http://www.w3.org/2000/svg}title")]  # noqa: S314
    placed = [text.split("@")[0] for _, text in json.loads(record.read_text())["deals"][-1]["moves"] if "@" in text]
    assert titles[1:] == placed


def test_another_deal_can_be_asked_for(record: Path) -> None:
    assert draw(str(record), "--deal", "1").stdout != draw(str(record), "--deal", "2").stdout


@pytest.mark.parametrize(
    "arguments", [["nowhere.json"], ["."], [], ["a", "b"], [str(RECORDS)], ["--deal", "x", str(RECORDS)]]
)
def test_bad_input_is_one_line_and_exit_code_2(arguments: list[str]) -> None:
    drawn = draw(*arguments)
    assert (drawn.returncode, drawn.stdout) == (2, "")
    assert len(drawn.stderr.splitlines()) == 1


@pytest.mark.parametrize("number", ["0", "-1", "99"])
def test_a_deal_that_is_not_there(record: Path, number: str) -> None:
    drawn = draw(str(record), "--deal", number)
    assert (drawn.returncode, drawn.stderr) == (2, "There is no such deal in the record.\n")
