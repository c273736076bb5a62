"""Compiling the catalogues (locale/*/LC_MESSAGES/*.po) that have changed, without GNU gettext."""

from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LOCALE = Path(__file__).resolve().parent.parent.parent / "locale"


def compile_translations(folder: Path = LOCALE) -> list[Path]:
    return [_compile(source) for source in sorted(folder.rglob("*.po")) if _is_stale(source)]


def _is_stale(source: Path) -> bool:
    compiled = source.with_suffix(".mo")
    return not compiled.exists() or compiled.stat().st_mtime < source.stat().st_mtime


def _compile(source: Path) -> Path:
    with source.open("rb") as file:
        catalogue = read_po(file)
    compiled = source.with_suffix(".mo")
    with compiled.open("wb") as file:
        write_mo(file, catalogue)
    return compiled
