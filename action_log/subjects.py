"""The kinds of things that have a log; each app registers its own, with the sentences of all that is done to them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Model
from django.utils.functional import Promise


@dataclass(frozen=True)
class Subject:
    """`model` has a name; `sentences` have gaps for `{by}`, `{player}` and the details of a line."""

    kind: str
    label: str | Promise
    model: type[Model]
    sentences: Mapping[str, str | Promise]


SUBJECTS: dict[str, Subject] = {}


def register(subject: Subject) -> None:
    assert subject.kind not in SUBJECTS, subject.kind
    SUBJECTS[subject.kind] = subject
