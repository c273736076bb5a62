"""`make faults` in its short form: nothing is lost in any kind of fault, and Ctrl-C leaves nothing behind."""

import signal
import subprocess
import sys

import psutil
import pytest
from django.conf import settings

from run.trial.report import with_section
from run.trial.whole_site import until

pytestmark = pytest.mark.xdist_group("the whole site")

COMMAND = [sys.executable, "-m", "run.faults", "--short"]


def started() -> "subprocess.Popen[str]":
    return subprocess.Popen(COMMAND, cwd=settings.BASE_DIR, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def test_nothing_is_lost_when_every_part_fails() -> None:
    with started() as faults:
        said, _ = faults.communicate()
    assert faults.returncode == 0, said
    known = dict(line.split(": ", 1) for line in said.splitlines() if ": " in line)
    assert int(known["moves acknowledged"]) > 0
    assert known["moves lost"] == "0"
    assert int(known["faults injected"].split()[0]) >= 8


def test_ctrl_c_leaves_nothing_behind() -> None:
    with started() as faults:
        whole = psutil.Process(faults.pid)
        until(lambda: any("redis" in one.name() or "valkey" in one.name() for one in whole.children()))
        programs = whole.children(recursive=True)
        faults.send_signal(signal.SIGINT)
        said, _ = faults.communicate(timeout=120)
    assert "Traceback" not in said
    assert faults.returncode == 1
    assert not [one for one in programs if one.is_running() and one.status() != psutil.STATUS_ZOMBIE]


def test_a_report_replaces_its_own_section_alone() -> None:
    whole = with_section("# Head\n", "Faults", ["old"])
    whole = with_section(whole, "Attacks", ["held"])
    whole = with_section(whole, "Faults", ["new"])
    assert whole == "# Head\n\n## Faults\n\nnew\n\n## Attacks\n\nheld\n"
