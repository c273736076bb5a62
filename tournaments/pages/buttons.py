"""The reader's status and buttons on a tournament's page, and the questions that a button asks before it acts."""

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
PAUSED = gettext_lazy("The tournament is paused")
MAIN = {ENTER, "accept", "check-in", "come-back"}


@dataclass(frozen=True, slots=True)
class Button:
    """A button that posts to the URL called `name`. `question` has to be confirmed first."""

    name: str
    label: Sentence
    question: str = ""
    address_of: str = ""
    """The name of the URL, if it differs from `name`."""

    @property
    def is_main(self) -> bool:
        return self.name in MAIN

    @property
    def address(self) -> str:
        return f"tournaments:{self.address_of or self.name}"


@dataclass(slots=True)
class PlayerStatus:
    """The status of a reader.

    `until` is the end of the countdown; `table` is the reader's own table, ready for play, and `is_again` says that its
    match was annulled and has not started again; `next_date` is the number and start of the next round of a league;
    `hour_to` is the label of the link to the page for agreeing on a time.
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
    is_again: bool = False


def button(name: str) -> Button:
    return Button(name, LABELS[name])


def break_button() -> Button:
    """Return the button for taking a break at rolling tables."""
    return Button("sit-out", _("Take a break"))


def withdraw_button(tournament: Tournament, entry: Entry) -> Button:
    """Return the button for withdrawing, which asks for confirmation."""
    return Button("withdraw", LABELS["withdraw"], " ".join(_consequences_of_withdrawing(tournament, entry)))


def _consequences_of_withdrawing(tournament: Tournament, entry: Entry) -> Iterator[str]:
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


# --- While the tournament is frozen, paused or stopped ---


def say_what_stands_still(tournament: Tournament, status: PlayerStatus) -> None:
    """Put in the status that moderators have frozen the tournament, or organisers have paused it."""
    if tournament.frozen_at and tournament.status in (*Tournament.COMING, Status.RUNNING):
        _while_frozen(tournament, status)
    elif tournament.paused_at and tournament.status == Status.RUNNING:
        _while_paused(tournament, status)


def _while_frozen(tournament: Tournament, status: PlayerStatus) -> None:
    """Show no countdown, as nobody knows when the tournament will go on."""
    status.title, status.until = _("The tournament is frozen"), None
    if tournament.status == Status.RUNNING:
        status.lines[:0] = [_("The moderators are looking into something. All clocks stand still.")]
    else:
        status.lines = [_("The moderators are looking into something. It does not start before they let it go on.")]


def _while_paused(tournament: Tournament, status: PlayerStatus) -> None:
    """Show that the tournament is paused, and why."""
    said = _("The organisers have paused the tournament. All clocks stand still.")
    status.lines[:0] = [said, *log.reasons(tournament, log.PAUSED)]
    if status.until or status.table:
        status.title, status.until = PAUSED, None


def say_of_the_table(tournament: Tournament, board: Board, table: Table, status: PlayerStatus) -> None:
    """Say what the organisers have done to the reader's table that keeps it from being played: stopped it, or annulled
    the match there, so that this one is about to begin."""
    if board.is_stopped:
        said = _("The organisers have stopped it: no move is accepted, and its clock stands still.")
        status.title = _("Your table is stopped")
        status.lines = [said, *_reasons_at(tournament, board, log.STOPPED)]
    elif table.status == Table.Status.OPEN and (reasons := _reasons_at(tournament, board, log.REPLAYED)):
        status.title, status.is_again = _("Your match was annulled and is played again"), True
        status.lines[:0] = reasons


def _reasons_at(tournament: Tournament, board: Board, action: str) -> list[str]:
    """Return the reason of the newest action of this kind at a table, if there is one."""
    about = {"details__round": board.round.number, "details__table": board.number}
    newest = log.lines_of(tournament).filter(action=action, **about).order_by("pk").last()
    return [newest.reason] if newest and newest.reason else []
