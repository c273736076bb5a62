"""Every sentence is translated into every language, with the same placeholders."""

import re
from collections.abc import Iterator
from pathlib import Path

import django
import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po
from django.conf import settings

from config import sentences
from run.translations.collecting import catalogues, collect, in_python, known_in

CATALOGUES = catalogues()
NAMED = re.compile(r"%\(\w+\)[sd]|\{\w+\}|</?\w+>")

every_catalogue = pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")


def catalogue(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file)


def pairs(message: Message) -> Iterator[tuple[str, str]]:
    """Yield each plural form of a translation with the form of the sentence that has the most placeholders."""
    if isinstance(message.id, str):
        yield message.id, str(message.string)
    else:
        yield from ((message.id[1], form) for form in message.string or ())


def test_there_are_two_catalogues_for_every_language_but_ours() -> None:
    assert len(CATALOGUES) == 2 * (len(settings.LANGUAGES) - 1)


@every_catalogue
def test_a_catalogue_has_exactly_the_sentences_of_the_site(path: Path) -> None:
    """Run `make messages` to update a catalogue."""
    said, known = set(collect(path.stem)), set(known_in(path.read_text()))
    assert (said - known, known - said) == (set(), set())


@every_catalogue
def test_nothing_is_left_untranslated(path: Path) -> None:
    missing = [said for message in catalogue(path) if message.id for said, form in pairs(message) if not form]
    assert missing == []


@every_catalogue
def test_no_translation_is_fuzzy(path: Path) -> None:
    assert [message.id for message in catalogue(path) if message.id and message.fuzzy] == []


@every_catalogue
def test_a_translation_has_the_placeholders_of_its_sentence(path: Path) -> None:
    for message in catalogue(path):
        for said, form in pairs(message) if message.id else ():
            names, known = set(NAMED.findall(form)), set(NAMED.findall(said))
            assert names == known if isinstance(message.id, str) else names <= known, form


def test_every_sentence_that_replaces_one_of_django_still_has_its_words() -> None:
    """Otherwise a page would show Django's own translation again."""
    catalogues_of_django = Path(django.__file__).parent.glob("**/locale/de/LC_MESSAGES/django.po")
    known = {ids[0] for path in catalogues_of_django for ids in map(words_of, catalogue(path))}
    assert {one.text for one in in_python(Path(sentences.__file__).read_text())} <= known


def words_of(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)
