"""The sentences of formats: stored as JSON, and rendered in the reader's language with the names of the entries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from unicodedata import combining, normalize

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext as translate

from tournaments.formats import Sentence, Who

Json = dict[str, Any]


def written(sentences: Iterable[Sentence]) -> list[Json]:
    return [
        {"template": one.template, "gaps": {key: _written(gap) for key, gap in one.gaps.items()}} for one in sentences
    ]


def _written(gap: Any) -> Any:
    if isinstance(gap, Who):
        return {"who": [gap.entrant]}
    if isinstance(gap, tuple):
        return {"who": [one.entrant for one in gap]}
    return gap


def read(kept: Iterable[Json]) -> list[Sentence]:
    return [Sentence(one["template"], {key: _read(gap) for key, gap in one["gaps"].items()}) for one in kept]


def _read(gap: Any) -> Any:
    return tuple(Who(entrant) for entrant in gap["who"]) if isinstance(gap, dict) else gap


def render(sentence: Sentence, names: Mapping[int, str]) -> str:
    """Render a sentence; `names` are those of the entries, by id."""
    return translate(sentence.template).format(**{key: _render_gap(gap, names) for key, gap in sentence.gaps.items()})


def _render_gap(gap: Any, names: Mapping[int, str]) -> Any:
    if isinstance(gap, Who):
        return names[gap.entrant]
    if isinstance(gap, tuple):
        return get_text_list([names[one.entrant] for one in gap], _("and"))
    return gap


def mentioned(kept_sentences: Iterable[Json]) -> set[int]:
    """Return the entries that stored sentences name."""
    gaps = [gap for one in kept_sentences for gap in one["gaps"].values()]
    return {entry for gap in gaps if isinstance(gap, dict) for entry in gap["who"]}


def with_entry_replaced(kept_sentences: Iterable[Json], old: int, new: int) -> list[Json]:
    """Return stored sentences with entry `old` replaced by `new`."""
    return [
        {**one, "gaps": {key: _with_entry_replaced(gap, old, new) for key, gap in one["gaps"].items()}}
        for one in kept_sentences
    ]


def _with_entry_replaced(gap: Any, old: int, new: int) -> Any:
    return {"who": [new if entry == old else entry for entry in gap["who"]]} if isinstance(gap, dict) else gap


def render_all(kept_sentences: Iterable[dict[str, Any]], names: Mapping[int, str]) -> list[str]:
    return [render(one, names) for one in read(kept_sentences)]


def plain(name: str) -> str:
    """Return a name without case and accents, for sorting and searching: Çiğdem follows Bert."""
    return "".join(letter for letter in normalize("NFKD", name) if not combining(letter)).casefold()
