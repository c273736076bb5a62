"""Catalogues are compiled when they have changed, and only then."""

import gettext
import os
from pathlib import Path

from run.translations.compiling import compile_translations

SOURCE = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "tile"\nmsgstr "Stein"\n'


def a_source(folder: Path) -> Path:
    source = folder / "de/LC_MESSAGES/django.po"
    source.parent.mkdir(parents=True)
    source.write_text(SOURCE)
    return source


def test_a_new_translation_is_compiled_once(tmp_path: Path) -> None:
    source = a_source(tmp_path)
    assert compile_translations(tmp_path) == [source.with_suffix(".mo")]
    assert compile_translations(tmp_path) == []
    with source.with_suffix(".mo").open("rb") as compiled:
        assert gettext.GNUTranslations(compiled).gettext("tile") == "Stein"


def test_a_changed_translation_is_compiled_again(tmp_path: Path) -> None:
    source = a_source(tmp_path)
    compile_translations(tmp_path)
    os.utime(source, (source.stat().st_mtime + 10,) * 2)
    assert compile_translations(tmp_path)
