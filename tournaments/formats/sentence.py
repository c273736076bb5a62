"""Sentences that the site translates: a template, and the values for its placeholders."""

from __future__ import annotations

from dataclasses import dataclass, field


def gettext_noop(text: str) -> str:
    """Mark a template for translation, which happens where it is shown."""
    return text


@dataclass(frozen=True, slots=True)
class Who:
    """The entrant with this id, whose name only the site knows."""

    entrant: int


Gap = int | str | Who | tuple[Who, ...]


@dataclass(frozen=True, slots=True)
class Sentence:
    """A template with `{name}` for each of `gaps`. A gap of several `Who` is shown as "Anna, Ben and Carla"."""

    template: str
    gaps: dict[str, Gap] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.template.format(**self.gaps)
