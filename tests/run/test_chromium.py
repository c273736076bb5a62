"""Finding a Chromium, ignoring those that do not run."""

from pathlib import Path

import pytest

from run.check import chromium


def a_browser(path: Path, exit_code: int = 0) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\nexit {exit_code}\n")
    path.chmod(0o755)
    return path


@pytest.fixture(autouse=True)
def bare_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setattr(chromium, "CACHE", tmp_path / "cache")
    return tmp_path


def test_it_may_be_on_the_path(bare_machine: Path) -> None:
    there = a_browser(bare_machine / "bin/chromium")
    assert chromium.find_chromium() == there


def test_the_headless_shell_is_preferred_to_a_whole_browser(bare_machine: Path) -> None:
    a_browser(bare_machine / "bin/chromium")
    shell = a_browser(bare_machine / "bin/chromium-headless-shell")
    assert chromium.find_chromium() == shell


def test_the_shell_may_be_where_playwright_keeps_it(bare_machine: Path) -> None:
    a_browser(bare_machine / "bin/chromium")
    shell = a_browser(bare_machine / "cache/chromium_headless_shell-1200/chrome-linux/headless_shell")
    assert chromium.find_chromium() == shell


def test_a_whole_browser_is_used_without_a_shell(bare_machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = a_browser(bare_machine / "bin/chromium")
    monkeypatch.setattr(chromium, "_shell_from_playwright", lambda: None)
    assert chromium.obtain_chromium() == whole


def test_it_may_be_where_playwright_keeps_it_and_the_newest_is_taken(bare_machine: Path) -> None:
    a_browser(bare_machine / "cache/chromium-1100/chrome-linux/chrome")
    newer = a_browser(bare_machine / "cache/chromium-1200/chrome-linux64/chrome")
    assert chromium.find_chromium() == newer


def test_a_browser_that_does_not_run_is_ignored(bare_machine: Path) -> None:
    a_browser(bare_machine / "bin/chromium", exit_code=127)
    assert chromium.find_chromium() is None


def test_without_a_browser_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chromium, "_shell_from_playwright", lambda: None)
    with pytest.raises(chromium.NoChromium, match="install one, for example the package chromium"):
        chromium.obtain_chromium()
