"""Scripts and style sheets are served in one file with everything they import."""

from __future__ import annotations

import json
import re
import subprocess
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from django.contrib.staticfiles.finders import find
from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage
from django.core.management import call_command
from pytest_django import Settings

from config.static import IS_MODULE, bundled, modules, sheets
from config.static.modules import CannotBundleError, Module, read_module
from run.node import NoNode, find_node

ROOT = Path(__file__).resolve().parents[3]
NAMED = re.compile(r"{% static '([^']+\.js)' %}")
DOES_NOTHING = {"import_statement", "export_statement", "function_declaration", "class_declaration", "comment"}


def script(name: str, files: dict[str, str]) -> str:
    return modules.bundle(name, lambda one: read_module(one, files[one].encode()))


def sheet(name: str, files: dict[str, str]) -> str:
    return sheets.bundle(name, lambda one: files[one])


def said_by(text: str) -> list[str]:
    """Return what a script prints, line by line."""
    try:
        node = find_node()
    except NoNode as problem:
        pytest.skip(str(problem))
    command = [str(node), "--input-type=module", "--eval", text]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


def test_modules_run_once_in_the_order_of_their_imports() -> None:
    files = {
        "site/dom.js": 'console.log("dom");\nexport const one = 1, two = 2;\n',
        "games/own.js": 'import { two as second } from "../site/dom.js";\nconsole.log("own");\n'
        "export function own() {\n  return `${second} /* no comment */`;\n}\n",
        "games/page.js": '/** What a comment. */\nimport {\n  one, // the first\n} from "../site/dom.js";\n'
        'import { own } from "./own.js";\nimport "./last.js";\nconsole.log(one, own());\n',
        "games/last.js": 'console.log("last"); // import "./nothing.js"\nexport class Last {}\n',
    }
    made = script("games/page.js", files)
    assert "What a comment" not in made
    assert "the first" not in made
    assert said_by(made) == ["dom", "own", "last", "1 2 /* no comment */"]


@pytest.mark.parametrize(
    "line",
    [
        'import all from "./other.js";',
        'import * as all from "./other.js";',
        'import { all } from "somewhere";',
        'export { all } from "./other.js";',
        'export * from "./other.js";',
        "export default 1;",
        "export let changing = 1;",
        "export const { all } = {};",
        "const all = 1; export { all };",
        'const all = () => import("./other.js");',
        "const here = import.meta.url;",
        'const answer = await fetch("/");',
        "if (1) { for await (const one of []) one; }",
        "import {",
    ],
)
def test_code_that_would_change_its_meaning_is_refused(line: str) -> None:
    with pytest.raises(CannotBundleError, match=r"page\.js cannot be"):
        script("page.js", {"page.js": f"\n{line}\n", "other.js": "export const all = 1;"})


def test_modules_that_import_each_other_are_refused() -> None:
    files = {"one.js": 'import "./two.js";', "two.js": 'import "./one.js";'}
    with pytest.raises(CannotBundleError, match=r"one\.js imports two\.js imports one\.js: a circular import\."):
        script("one.js", files)


def test_a_sheet_comes_after_those_that_it_imports() -> None:
    files = {
        "games/page.css": '/* All. */\n@import "felt.css";\n@import "../site/all.css";\n\np { color: red }\n',
        "games/felt.css": "b { background: url(felt.svg) }\n",
        "site/all.css": "i { color: blue }\n",
    }
    assert sheet("games/page.css", files) == "b { background: url(felt.svg) }\ni { color: blue }\np { color: red }\n"


@pytest.mark.parametrize(
    "rules", ['p {}\n@import "one.css";', '@import "one.css" print;', '@import "one.css";@import "one.css";']
)
def test_other_forms_of_import_are_refused(rules: str) -> None:
    with pytest.raises(CannotBundleError):
        sheet("page.css", {"page.css": rules, "one.css": ""})


def test_a_sheet_of_another_folder_that_names_files_is_refused() -> None:
    with pytest.raises(CannotBundleError, match=r"has a relative url\(\)"):
        sheet("page.css", {"page.css": '@import "site/all.css";', "site/all.css": "b { background: url(felt.svg) }"})


def test_missing_files_cannot_be_imported() -> None:
    storage = InMemoryStorage()
    storage.save("page.js", ContentFile('import "./gone.js";'))
    with pytest.raises(CannotBundleError, match=r"There is no gone\.js"):
        bundled({"page.js": (storage, "page.js")})


# --- What this site serves ---


@cache
def module(name: str) -> Module:
    return read_module(name, source(name))


def source(name: str) -> bytes:
    path = find(name)
    assert path, name
    return Path(path).read_bytes()


def reached(name: str, seen: set[str]) -> set[str]:
    if name not in seen:
        seen.add(name)
        for one in module(name).imports:
            reached(one.source, seen)
    return seen


def scripts_of_pages() -> list[set[str]]:
    """Return the modules that each template names, with those of every page."""
    frame = ROOT / "templates/base.html"
    return [_named(frame) | _named(path) for path in (ROOT / "templates").rglob("*.html")]


def _named(template: Path) -> set[str]:
    return {name for name in NAMED.findall(template.read_text()) if IS_MODULE.search(source(name))}


def test_a_module_of_several_scripts_has_no_state_and_no_side_effects() -> None:
    """If a page has several scripts, such a module is loaded several times."""
    shared = set()
    for scripts in scripts_of_pages():
        counted = Counter(one for name in scripts for one in reached(name, set()))
        shared |= {name for name, times in counted.items() if times > 1}
    assert "site/dom.js" in shared
    acting = {name: acts for name in shared if (acts := list(what_it_does(name)))}
    assert acting == {}


def what_it_does(name: str) -> list[str]:
    """Return a module's statements that have an effect when it is loaded, or that hold mutable state."""
    root = modules._parser.parse(source(name)).root_node
    statements = [one for one in root.named_children if one.type not in DOES_NOTHING]
    return [text for one in statements if (text := (one.text or b"").decode()) and is_act(text)]


def is_act(text: str) -> bool:
    return not text.startswith("const ") or bool(re.search(r"= new \w+\(|= \[\];|= \{\};", text))


def test_collected_files_import_nothing_and_are_compressed(settings: Settings, tmp_path: Path) -> None:
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "config.static.Bundled"},
    }
    call_command("collectstatic", verbosity=0, interactive=False)
    names = json.loads((tmp_path / "staticfiles.json").read_text())["paths"]
    for name in [*set().union(*scripts_of_pages()), "games/table-page.css", "site/site.css", "desk/desk.css"]:
        served = tmp_path / names[name]
        assert not re.search(r"^(import|export|@import)\b", served.read_text(), re.MULTILINE), name
        for ending in (".gz", ".br"):
            # Files for which compression does not pay have no compressed version.
            compressed = served.with_name(served.name + ending)
            assert compressed.exists() or served.stat().st_size < 500, compressed
