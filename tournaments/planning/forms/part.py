"""The base class of the form's parts, with methods for offering and leaving out fields."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django import forms

from clubs.models import Club
from tournaments.formats import Format
from tournaments.models import Tournament
from tournaments.terms import Terms

OWN = "own"
"""The choice that stands for a value of one's own."""


class Part(forms.Form):
    """A part of the form.

    `like` are the terms to start from: those of a preset, of an old tournament, or of `tournament`, which is being
    changed (None for a new one). `rules` is the slug of the chosen game, `played` the chosen format.
    """

    like: Terms
    club: Club | None
    tournament: Tournament | None
    now: datetime
    rules: str
    played: Format

    @property
    def is_running(self) -> bool:
        return self.tournament is not None and self.tournament.status == Tournament.Status.RUNNING

    def offer(self, name: str, choices: list[tuple[Any, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def leave_out(self, names: Iterable[str]) -> None:
        for name in names:
            self.fields.pop(name, None)

    def there(self, *names: str) -> list[forms.BoundField]:
        return [self[name] for name in names if name in self.fields]

    def chosen(self, *names: str) -> dict[str, Any]:
        """Return the values of these fields, omitting absent and invalid ones."""
        return {name: self.cleaned_data[name] for name in names if name in self.fields and name in self.cleaned_data}


def with_value(values: tuple[int, ...], value: int) -> list[int]:
    """Return the values with this one added, so that an unusual value already set can be kept."""
    return sorted({*values, value})
