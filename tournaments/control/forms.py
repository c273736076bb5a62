"""What the verbs of the control room need to know, as forms."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, cast

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.errors import UserError
from games.models import Seat
from tournaments.control import people_and_clock, results
from tournaments.control.acting import board_of, current_round
from tournaments.models import Entry, Round, Tournament


class ActForm(forms.Form):
    """Knows the tournament; what is fixed by the link that led here is hidden."""

    def __init__(self, tournament: Tournament, asked: Mapping[str, Any], *, is_complete: bool) -> None:
        super().__init__(asked if is_complete else None, initial=dict(asked.items()), label_suffix="")
        self.tournament = tournament
        self.asked = asked
        self.fill()

    def fill(self) -> None:
        """Offer what there is to choose. Raises Refused where there is nothing to act on."""

    def offer(self, name: str, choices: Iterable[tuple[int, str]]) -> None:
        cast("forms.ChoiceField", self.fields[name]).choices = list(choices)

    def chosen(self) -> dict[str, Any]:
        return self.cleaned_data

    def asked_number(self, name: str) -> int:
        """Before the form is checked; 0 if it is no number."""
        value = str(self.asked.get(name, ""))
        return int(value) if value.isdecimal() and len(value) < 10 else 0


def hidden() -> forms.IntegerField:
    return forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=2**31 - 1)


def choice(label: Any) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(label=label, coerce=int)


class EntryForm(ActForm):
    entry = hidden()


class BoardForm(ActForm):
    board = hidden()


class AtBoardForm(ActForm):
    board = hidden()
    entry = choice(gettext_lazy("For whom?"))

    def fill(self) -> None:
        places = board_of(self.tournament, self.asked_number("board")).places.select_related("entry__player")
        self.offer("entry", [(place.entry_id, place.entry.name) for place in places.order_by("seat")])


class BotForm(AtBoardForm):
    """Only people need a bot in their place."""

    def fill(self) -> None:
        board = board_of(self.tournament, self.asked_number("board"))
        people = board.places.exclude(entry__player=None).select_related("entry__player").order_by("seat")
        if not people:
            raise UserError("nobody", _("Bots sit at all seats of this table already."))
        self.offer("entry", [(place.entry_id, place.entry.name) for place in people])


class SubstituteForm(AtBoardForm):
    instead = choice(gettext_lazy("Who comes in?"))

    def fill(self) -> None:
        super().fill()
        board = board_of(self.tournament, self.asked_number("board"))
        free = results.free_entries(self.tournament, board.round)
        if not free:
            raise UserError(
                "nobody", _("Nobody is free to come in: all have a table, and nobody is on the waiting list.")
            )
        self.offer("instead", [(entry.pk, entry.name) for entry in free])


class ScoresForm(ActForm):
    """One number for each seat."""

    board = hidden()

    def fill(self) -> None:
        board = board_of(self.tournament, self.asked_number("board"))
        totals = board.table.totals if board.table else []
        for place in board.places.select_related("entry__player").order_by("seat"):
            assert place.seat is not None
            now = place.score["points"] if place.score else totals[place.seat] if place.seat < len(totals) else 0
            self.fields[f"points-{place.seat}"] = forms.IntegerField(
                label=place.entry.name, min_value=0, max_value=results.MOST_POINTS, initial=now
            )

    def chosen(self) -> dict[str, Any]:
        points = [value for name, value in self.cleaned_data.items() if name.startswith("points-")]
        return {"board": self.cleaned_data["board"], "points": points}


class MinutesForm(ActForm):
    def fill(self) -> None:
        self.fields["minutes"] = forms.IntegerField(
            label=gettext_lazy("By how many minutes?"),
            min_value=1,
            max_value=people_and_clock.most_minutes(self.tournament),
            initial=24 * 60 if self.tournament.days_between > 1 else 5,
        )


class BotsForm(ActForm):
    number = forms.IntegerField(
        label=gettext_lazy("How many bots?"), min_value=1, max_value=people_and_clock.MOST_BOTS, initial=1
    )
    level = forms.ChoiceField(
        label=gettext_lazy("How well do they play?"), choices=Seat.Bot.choices, initial=Seat.Bot.MEDIUM
    )


class SeedsForm(ActForm):
    """A number for each entry; empty: drawn by lot, after those who have one."""

    def fill(self) -> None:
        entries = self.tournament.entries.filter(status=Entry.Status.ENTERED).select_related("player")
        for entry in sorted(entries, key=lambda entry: (entry.seed or 10_000, entry.name)):
            self.fields[f"seed-{entry.pk}"] = forms.IntegerField(
                label=entry.name, min_value=1, max_value=9999, required=False, initial=entry.seed or None
            )

    def chosen(self) -> dict[str, Any]:
        return {"seeds": {int(name[5:]): value or 0 for name, value in self.cleaned_data.items()}}


class OneForm(ActForm):
    one = choice(gettext_lazy("Who?"))

    def fill(self) -> None:
        self.offer("one", self.seated())

    def seated(self) -> list[tuple[int, str]]:
        round_ = current_round(self.tournament, Round.Status.HELD)
        places = round_.places.select_related("entry__player", "board").order_by("board__number", "seat")
        return [
            (place.entry_id, f"{place.entry.name} ({place.board.number if place.board else _('bye')})")
            for place in places
        ]


class SwapForm(OneForm):
    other = choice(gettext_lazy("With whom?"))

    def fill(self) -> None:
        super().fill()
        self.offer("other", self.seated())


class MoveForm(OneForm):
    table = choice(gettext_lazy("To which table?"))

    def fill(self) -> None:
        round_ = current_round(self.tournament, Round.Status.HELD)
        unseated = self.tournament.entries.filter(status=Entry.Status.ENTERED, seed__gt=0).exclude(places__round=round_)
        late = [
            (entry.pk, _("{name} (not seated)").format(name=entry.name)) for entry in unseated.select_related("player")
        ]
        self.offer("one", [*self.seated(), *late])
        numbers = round_.boards.order_by("number").values_list("number", flat=True)
        self.offer("table", [(number, _("Table {number}").format(number=number)) for number in numbers])


class UndoForm(ActForm):
    act = hidden()
