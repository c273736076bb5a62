"""Browser code is checked wherever Node is available; otherwise the check says so, and in CI it fails."""

from pathlib import Path

import pytest

from run import browser_code, node


@pytest.fixture
def machine_without_node(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(node, "_from_wheel", lambda: None)
    monkeypatch.setattr(browser_code, "PINNED", tmp_path / "nothing")


@pytest.mark.usefixtures("machine_without_node")
@pytest.mark.parametrize(("is_ci", "code"), [(False, 0), (True, 1)])
def test_without_node_the_check_is_skipped_with_a_message(
    is_ci: bool, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(browser_code, "IS_CI", is_ci)
    assert browser_code.main("types") == code
    assert capsys.readouterr().out.startswith("The browser code was not checked (types). There is no Node 24 or newer")


def test_a_node_that_is_broken_or_too_old_is_ignored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = tmp_path / "node"
    old.write_text("#!/bin/sh\necho v18.20.0\n")
    old.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(node, "_from_wheel", lambda: str(tmp_path / "missing"))
    with pytest.raises(node.NoNode):
        node.find_node()


def test_the_lock_file_has_hashes_and_no_urls() -> None:
    text = browser_code.LOCK.read_text()
    assert '"integrity"' in text
    assert '"resolved"' not in text
