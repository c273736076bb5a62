"""What readers can do on a tournament's page, and what it asks before it does something for good."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.base.cached import numbers_of
from tournaments.base.snapshot import format_of
from tournaments.life.entering import last_late_round, next_round
from tournaments.models import Entry, Tournament

Status = Tournament.Status
Sentence = str | Promise

ENTER = "enter"
LABELS: dict[str, Promise] = {
    ENTER: gettext_lazy("Enter"),
    "check-in": gettext_lazy("I am here: check in"),
    "come-back": gettext_lazy("I am back"),
    "sit-out": gettext_lazy("Sit out the next round"),
    "withdraw": gettext_lazy("Withdraw"),
}
MAIN = {ENTER, "check-in", "come-back"}


@dataclass(frozen=True, slots=True)
class Button:
    """A button; `name` is that of the URL to which it posts. `question` is what it says first and asks to confirm."""

    name: str
    label: Sentence
    question: str = ""

    @property
    def is_main(self) -> bool:
        return self.name in MAIN

    @property
    def address(self) -> str:
        return f"tournaments:{self.name}"


def button(name: str) -> Button:
    return Button(name, LABELS[name])


def withdraw_button(tournament: Tournament, entry: Entry) -> Button:
    """Return the button for withdrawing, which asks first."""
    return Button("withdraw", LABELS["withdraw"], " ".join(_if_youwithdraw_button(tournament, entry)))


def _if_youwithdraw_button(tournament: Tournament, entry: Entry) -> Iterator[str]:
    played, is_running = format_of(tournament), tournament.status == Status.RUNNING
    if not is_running:
        if entry.status == Entry.Status.WAITING:
            yield _("You lose your place on the waiting list.")
        elif numbers_of(tournament).waiting:
            yield _("Your place goes at once to whoever has waited longest.")
        else:
            yield _("You can enter again while there is room.")
        return
    yield _("If you have a table, the house plays on for you.")
    if played.all_meet and tournament.terms.plan.minds_absence:
        yield _("Before half of your matches are played your results count for nobody; later, the rest is lost.")
    if next_round(tournament) > last_late_round(tournament):
        yield _("You cannot come back.")
    else:
        yield _("To miss a round or two, sit out instead.")
