"""What readers are told of themselves on a tournament's page and can do there, and what it asks before it does
something for good."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Table
from tournaments.base import log
from tournaments.base.cached import numbers_of
from tournaments.base.snapshot import format_of
from tournaments.life.entering import is_too_late
from tournaments.models import Board, Entry, Tournament

Status = Tournament.Status
Sentence = str | Promise

ENTER = "enter"
LABELS: dict[str, Promise] = {
    ENTER: gettext_lazy("Enter"),
    "accept": gettext_lazy("Accept"),
    "decline": gettext_lazy("Decline"),
    "check-in": gettext_lazy("I am here: check in"),
    "come-back": gettext_lazy("I am back"),
    "sit-out": gettext_lazy("Sit out the next round"),
    "withdraw": gettext_lazy("Withdraw"),
}
MAIN = {ENTER, "accept", "check-in", "come-back"}


@dataclass(frozen=True, slots=True)
class Button:
    """A button; `name` is that of the URL to which it posts. `question` is what it says first and asks to confirm."""

    name: str
    label: Sentence
    question: str = ""
    address_of: str = ""
    """The name of the URL, if it is not that of the button."""

    @property
    def is_main(self) -> bool:
        return self.name in MAIN

    @property
    def address(self) -> str:
        return f"tournaments:{self.address_of or self.name}"


@dataclass(slots=True)
class PlayerStatus:
    """The status of a reader.

    `until` is the end of the countdown; `table` the reader's own, ready to be played at; `next_date`, in a league, the
    next round and when it begins; `hour_to` the label of the link to the page for agreeing on the hour of their match.
    """

    title: Sentence
    lines: list[Sentence] = field(default_factory=list)
    buttons: list[Button] = field(default_factory=list)
    until: datetime | None = None
    next_date: tuple[int, datetime] | None = None
    table: Table | None = None
    result: Table | None = None
    entry: Entry | None = None
    asks_to_sign_in: bool = False
    asks_to_keep_account: bool = False
    hour_to: str = ""
    is_urgent: bool = False
    is_out: bool = False


def button(name: str) -> Button:
    return Button(name, LABELS[name])


def break_button() -> Button:
    """Return the button for taking a break at rolling tables."""
    return Button("sit-out", _("Take a break"))


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
    if played.all_meet and tournament.terms.plan.has_absence_rules:
        yield _("Before half of your matches are played your results count for nobody; later, the rest is lost.")
    if is_too_late(tournament):
        yield _("You cannot come back.")
    elif tournament.is_rolling:
        yield _("To come back later, take a break instead.")
    else:
        yield _("To miss a round or two, sit out instead.")


# --- What is said while everything stands still ---


def say_what_stands_still(tournament: Tournament, status: PlayerStatus) -> None:
    """Tell readers of a tournament that moderators have frozen, or organisers have paused."""
    if tournament.frozen_at and tournament.status in (*Tournament.COMING, Status.RUNNING):
        _while_frozen(tournament, status)
    elif tournament.paused_at and tournament.status == Status.RUNNING:
        _while_paused(tournament, status)


def _while_frozen(tournament: Tournament, status: PlayerStatus) -> None:
    """Promise no moment at which anything will happen."""
    status.title, status.until = _("The tournament is frozen"), None
    if tournament.status == Status.RUNNING:
        status.lines[:0] = [_("The moderators are looking into something. All clocks stand still.")]
    else:
        status.lines = [_("The moderators are looking into something. It does not start before they let it go on.")]


def _while_paused(tournament: Tournament, status: PlayerStatus) -> None:
    """Say so, and why."""
    said = _("The organisers have paused the tournament. All clocks stand still.")
    status.lines[:0] = [said, *log.reasons(tournament, log.PAUSED)]
    if status.until or status.table:
        status.title, status.until = _("The tournament is paused"), None


def say_why_stopped(tournament: Tournament, board: Board, status: PlayerStatus) -> None:
    """Say that the organisers have stopped this table, and why."""
    about = {"details__round": board.round.number, "details__table": board.number}
    newest = log.lines_of(tournament).filter(action=log.STOPPED, **about).order_by("pk").last()
    said = _("The organisers have stopped it: no move is accepted, and its clock stands still.")
    status.title = _("Your table is stopped")
    status.lines = [said, *([newest.reason] if newest and newest.reason else [])]
