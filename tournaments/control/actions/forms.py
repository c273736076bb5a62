"""Forms of actions. A form that only one action uses is next to its class."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, cast

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.control.lookups import board_of, entry_of
from tournaments.models import Tournament

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


class ActionForm(forms.Form):
    """A form about a tournament. Fields that the link to the page fills in are hidden."""

    def __init__(self, tournament: Tournament, asked: Mapping[str, Any], *, is_complete: bool) -> None:
        super().__init__(asked if is_complete else None, initial=dict(asked.items()), label_suffix="")
        self.tournament = tournament
        self.asked = asked
        self.fill()

    def fill(self) -> None:
        """Set the choices. Raises UserError if there is nothing to act on."""

    def offer(self, name: str, choices: Iterable[tuple[int, str]]) -> None:
        cast("forms.ChoiceField", self.fields[name]).choices = list(choices)

    def chosen(self) -> dict[str, Any]:
        """Return the fields of the action."""
        return self.cleaned_data

    def subject(self) -> str:
        """Return what the action is about, if the link to the page says so.

        Raises UserError (no-board, no-entry).
        """
        return ""

    def asked_number(self, name: str) -> int:
        """Return a number from the unvalidated data; 0 if it is not one."""
        value = str(self.asked.get(name, ""))
        return int(value) if value.isdecimal() and len(value) < 10 else 0


def hidden() -> forms.IntegerField:
    return forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=2**31 - 1)


def choice(label: _StrPromise) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(label=label, coerce=int)


class EntryForm(ActionForm):
    entry = hidden()

    def subject(self) -> str:
        return entry_of(self.tournament, self.asked_number("entry")).name


class BoardForm(ActionForm):
    board = hidden()

    def subject(self) -> str:
        board = board_of(self.tournament, self.asked_number("board"))
        names = ", ".join(str(place.entry) for place in board.places.select_related("entry__player").order_by("seat"))
        sentence = _("Round {round}, table {table}: {names}")
        return sentence.format(round=board.round.number, table=board.number, names=names)


class SeatForm(BoardForm):
    """A table, and one of its players."""

    entry = choice(gettext_lazy("For whom?"))

    def fill(self) -> None:
        places = board_of(self.tournament, self.asked_number("board")).places.select_related("entry__player")
        self.offer("entry", [(place.entry_id, place.entry.name) for place in places.order_by("seat")])
