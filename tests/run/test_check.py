"""The summary of the check: the slowest tests of all stages, and the speed of the machine."""

import json
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from run.check import __main__ as check
from run.check.deadline import end_with_descendants
from run.check.durations import slowest
from run.check.yardstick import yardstick


def passes(tests: str, folder: Path) -> bool:
    """Run a module of tests as the stage "two", whose files are in the folder; return whether it passed."""
    (folder / "test_two.py").write_text(tests)
    (folder / "pytest.ini").write_text("[pytest]")
    return check.passes("two", lambda run: run.tests("-c", f"{folder}/pytest.ini", str(folder)), folder)


def test_the_slowest_tests_of_several_runs_are_listed(tmp_path: Path) -> None:
    (tmp_path / "one.json").write_text(json.dumps({"test_a": 1.0, "test_b": 30.0}))
    (tmp_path / "two.json").write_text(json.dumps({"test_a": 2.0}))
    files = check.durations_in(tmp_path) | {"three": tmp_path / "three.json"}
    assert slowest(files, 2) == ["  30.0 s  test_b (one)", "   2.0 s  test_a (two)"]


def test_a_test_run_records_the_duration_of_each_test(tmp_path: Path) -> None:
    assert not passes("def test_one(): pass\ndef test_other(): assert False\n", tmp_path)
    assert len(json.loads((tmp_path / "two.json").read_text())) == 2


def test_reasons_of_all_failed_tests_are_said_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")  # pytest says all of a reason
    lines = "\\nline ".join(map(str, range(40)))
    body = "".join(f"def test_{name}(): raise RuntimeError('{name} {lines}')\n" for name in ("one", "other"))
    assert not passes(body, tmp_path)
    reasons = check.reasons_in(tmp_path / "two.txt")
    assert sorted(line.partition("::")[2] for line in reasons if "::" in line) == [
        f"test_{name} - RuntimeError: {name} 0" for name in ("one", "other")
    ]
    assert reasons.count("line 11") == 2
    assert reasons.count("line 12") == 0
    assert len(reasons) < 3 * check.SAID_AGAIN + 1


def test_a_failing_stage_does_not_stop_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lanes = (
        {"good": lambda run: run.python("-c", "print('fine')"), "bad": lambda run: run.python("-c", "1 / 0")},
        {"missing": lambda run: run.command("no-such-program"), "also good": lambda run: None},
    )
    monkeypatch.setattr(check, "LANES", lanes)
    assert check.run_lanes(tmp_path) == ["bad", "missing"]
    assert "ZeroDivisionError" in check.reasons_in(tmp_path / "bad.txt")[-2]


def test_a_hanging_command_is_ended_with_its_children_and_prints_stacks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check, "deadline", lambda: 1.0)
    child = "[sys.executable, '-Xfaulthandler', '-c', 'import time; time.sleep(99)']"
    hanging = f"import subprocess, sys; subprocess.run({child})"
    assert not check.passes("hanging", lambda run: run.python("-c", hanging), tmp_path)
    said = (tmp_path / "hanging.txt").read_text()
    assert "timed out after 1.0 seconds" in said
    assert "Current thread" in said
    with subprocess.Popen([sys.executable, "-c", hanging]) as parent:
        while not (children := psutil.Process(parent.pid).children()):
            pass
        end_with_descendants(parent.pid)
        assert not children[0].is_running()


def test_the_yardstick_takes_its_time() -> None:
    assert yardstick() > 0
