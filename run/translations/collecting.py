"""Collecting translatable sentences into locale/*/LC_MESSAGES/*.po, without GNU gettext.

Existing entries are left as they are, so that a diff shows only what was added or removed.
"""

from __future__ import annotations

import ast
import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

from run.translations.compiling import LOCALE

ROOT = LOCALE.parent
NOT_THE_SITE = {"bench", "docs", "locale", "node_modules", "run", "tests", "types", "var"}
DOMAINS = ("django", "djangojs")

ARGUMENTS = {
    **dict.fromkeys(("gettext", "gettext_lazy", "gettext_noop"), ("text",)),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), ("text", "plural")),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), ("context", "text")),
    **dict.fromkeys(("npgettext", "npgettext_lazy"), ("context", "text", "plural")),
}
"""The meaning of the first arguments of each function."""


class FormattedTooEarly(Exception):
    """The placeholders of a sentence are filled in before it is looked up, so that it cannot be translated."""


@dataclass(frozen=True)
class Sentence:
    text: str
    plural: str = ""
    context: str = ""


# --- Collecting ---


def collect(domain: str, root: Path = ROOT) -> list[Sentence]:
    """Return the sentences of all files in order, each only once."""
    found = _in_scripts(root) if domain == "djangojs" else _in_templates_and_python(root)
    return list(dict.fromkeys(found))


def _in_templates_and_python(root: Path) -> Iterator[Sentence]:
    for path in _files(root, ".py", ".html", ".txt"):
        if path.suffix == ".py":
            yield from in_python(path.read_text(), path)
        elif "templates" in path.parts:
            yield from in_template(path.read_text(), path)


def _in_scripts(root: Path) -> Iterator[Sentence]:
    for path in _files(root, ".js"):
        yield from in_script(path.read_text())


def _files(root: Path, *suffixes: str) -> Iterator[Path]:
    for folder in sorted(root.iterdir()):
        if folder.is_dir() and folder.name not in NOT_THE_SITE and not folder.name.startswith("."):
            yield from sorted(path for path in folder.rglob("*") if path.suffix in suffixes)


def in_python(code: str, path: Path | None = None) -> Iterator[Sentence]:
    """Yield the sentences of all calls, including those inside f-strings and those of functions imported under another
    name."""
    tree = ast.parse(code)
    imports = (node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom))
    names = {name.asname or name.name: name.name for one in imports for name in one.names}
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        if kinds := ARGUMENTS.get(_called(call.func, names)):
            yield from _said(call, kinds, path)


def _called(function: ast.expr, names: dict[str, str]) -> str:
    match function:
        case ast.Name(id=name):
            return names.get(name, name)
        case ast.Attribute(attr=name):
            return name
    return ""


def _said(call: ast.Call, kinds: tuple[str, ...], path: Path | None) -> Iterator[Sentence]:
    """Yield the sentence of a call; nothing if it is in a variable, since it is collected where it is written down."""
    words = {}
    for kind, argument in zip(kinds, call.args, strict=False):
        match argument:
            case ast.Constant(value=str(text)):
                words[kind] = text
            case ast.JoinedStr() | ast.BinOp():
                raise FormattedTooEarly(f"{path}:{call.lineno}")
    if "text" in words:
        yield Sentence(**words)


def in_template(source: str, path: Path | None = None) -> Iterator[Sentence]:
    code = templatize(source, origin=str(path))
    yield from _by_babel("python", "\n".join(line.lstrip() for line in code.splitlines()))


def in_script(code: str) -> Iterator[Sentence]:
    yield from _by_babel("javascript", code)


def _by_babel(language: str, code: str) -> Iterator[Sentence]:
    file, options = io.BytesIO(code.encode()), {"parse_template_string": True}
    for _line, words, _comments, context in extract(language, file, DEFAULT_KEYWORDS, options=options):
        yield _sentence(words, context)


def _sentence(words: str | Iterable[str], context: str | None) -> Sentence:
    text, plural = (words, "") if isinstance(words, str) else words
    return Sentence(text, plural, context or "")


# --- Keeping the catalogues ---


def catalogues(locale: Path = LOCALE) -> list[Path]:
    return sorted(path for domain in DOMAINS for path in locale.glob(f"*/LC_MESSAGES/{domain}.po"))


def known_in(catalogue: str) -> dict[Sentence, Message]:
    """Return the catalogue's messages in the order of the file."""
    messages = read_po(io.StringIO(catalogue))
    return {_sentence(message.id, message.context): message for message in messages if message.id}


def updated(catalogue: str, sentences: list[Sentence]) -> str:
    """Return the catalogue without obsolete entries, and with each new, untranslated one after its predecessor."""
    head, *entries = catalogue.strip().split("\n\n")
    written = dict(zip(known_in(catalogue), entries, strict=True))
    order = [sentence for sentence in written if sentence in sentences]
    for before, sentence in pairwise([None, *sentences]):
        if sentence not in written:
            assert sentence
            order.insert(order.index(before) + 1 if before else 0, sentence)
    return "\n\n".join([head, *(written.get(sentence) or _entry(sentence) for sentence in order)]) + "\n"


def _entry(sentence: Sentence) -> str:
    catalogue, out = Catalog(), io.BytesIO()
    words = (sentence.text, sentence.plural) if sentence.plural else sentence.text
    catalogue.add(words, context=sentence.context or None)
    write_po(out, catalogue, width=79, omit_header=True)
    return out.getvalue().decode().strip()


def main() -> None:
    for domain in DOMAINS:
        sentences = collect(domain)
        for path in LOCALE.glob(f"*/LC_MESSAGES/{domain}.po"):
            path.write_text(text := updated(path.read_text(), sentences))
            left = [message for message in known_in(text).values() if not _is_translated(message)]
            print(f"{path.relative_to(ROOT)}: {len(sentences)} sentences, {len(left)} to be translated")


def _is_translated(message: Message) -> bool:
    return all(message.string) if isinstance(message.string, tuple | list) else bool(message.string)


if __name__ == "__main__":
    main()
