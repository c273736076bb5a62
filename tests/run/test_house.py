"""The limits on the code's structure: no long module, no crowded folder, no cycle, no long template line."""

import os
from collections import Counter
from functools import cache
from pathlib import Path, PurePath

import pytest
from django.conf import settings
from grimp import build_graph

from tests.run.test_import_contracts import CONFIGURED

ROOT = Path(settings.BASE_DIR)
MOST_MODULES = 12
"""The most modules in a folder, not counting `__init__.py`, which only re-exports."""
MOST_LINES = 350
LONGEST_TEMPLATE_LINE = 160
NOT_OURS = {"migrations", "ext", "node_modules", "var", "__pycache__"}
"""Folders of third-party and generated files; Django names migrations itself."""


@cache
def kept() -> list[PurePath]:
    """Return the paths of all hand-written files."""
    found = []
    for folder, inside, names in os.walk(ROOT):
        inside[:] = [name for name in inside if name not in NOT_OURS and not name.startswith(".")]
        found += [PurePath(folder, name).relative_to(ROOT) for name in names]
    return found


def modules(suffix: str) -> list[PurePath]:
    return [path for path in kept() if path.suffix == suffix and path.name != "__init__.py"]


@pytest.mark.parametrize("suffix", [".py", ".js"])
def test_no_folder_holds_more_modules_than_one_can_overlook(suffix: str) -> None:
    found = Counter(str(path.parent) for path in modules(suffix))
    assert len(found) > 5
    assert {folder: many for folder, many in found.items() if many > MOST_MODULES} == {}


@pytest.mark.parametrize("suffix", [".py", ".js"])
def test_no_module_is_longer_than_one_can_read_at_a_sitting(suffix: str) -> None:
    lines = {str(path): len((ROOT / path).read_text().splitlines()) for path in modules(suffix)}
    assert len(lines) > 50
    assert {path: many for path, many in lines.items() if many > MOST_LINES} == {}


def test_no_line_of_a_template_is_longer_than_a_screen() -> None:
    templates = [path for path in kept() if "templates" in path.parts and path.suffix in (".html", ".txt")]
    assert len(templates) > 50
    long = [
        f"{path}:{number}"
        for path in templates
        for number, line in enumerate((ROOT / path).read_text().splitlines(), 1)
        if len(line) > LONGEST_TEMPLATE_LINE
    ]
    assert long == []


def test_no_modules_import_one_another_in_a_circle() -> None:
    """Imports inside functions count as well; those for the type checker do not."""
    graph = build_graph(*CONFIGURED["root_packages"], exclude_type_checking_imports=True, cache_dir=None)
    left = {one: set(graph.find_modules_directly_imported_by(one)) for one in graph.modules}
    assert len(left) > 300
    while leaves := {one for one, imported in left.items() if not imported & left.keys() - {one}}:
        left = {one: imported for one, imported in left.items() if one not in leaves}
    assert sorted(left) == []
