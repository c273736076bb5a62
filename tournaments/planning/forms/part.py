"""What the parts of the form share: what it starts from, and how fields are offered and left out."""

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
"""What is chosen where no choice fits: a way to play, or a time, of one's own."""


class Part(forms.Form):
    """`like`: the terms that it starts from, of a preset, an old tournament, or the one that is changed (`tournament`;
    None for a new one). `rules` and `played`: the game, by its slug, and the format as they are chosen."""

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
        """Return what was chosen in those of these fields that are there and right."""
        return {name: self.cleaned_data[name] for name in names if name in self.fields and name in self.cleaned_data}


def with_value(values: tuple[int, ...], value: int) -> list[int]:
    """Return the values and this one: what is there already can stay, however unusual it is."""
    return sorted({*values, value})
