"""The kinds of things that have a log; each app registers its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Model
from django.utils.functional import Promise


@dataclass(frozen=True)
class Subject:
    """A kind of thing that has a log.

    `name_field` says which of its columns is its name; `sentences` maps action codes to templates with the placeholders
    `{by}`, `{player}` and the keys of a line's details.
    """

    kind: str
    label: str | Promise
    model: type[Model]
    sentences: Mapping[str, str | Promise]
    name_field: str = "name"


SUBJECTS: dict[str, Subject] = {}


def register(subject: Subject) -> None:
    assert subject.kind not in SUBJECTS, subject.kind
    SUBJECTS[subject.kind] = subject
