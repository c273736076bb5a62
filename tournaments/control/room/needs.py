"""The list of matters that need the organiser's attention, at the top of the control room."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.base.labels import when
from tournaments.control.room.control import Control
from tournaments.control.room.tables import RoomTable
from tournaments.hours.deadlines import agree_by, rule_applies_at
from tournaments.models import Entry, Round, Tournament

Status = Tournament.Status
SOON = timedelta(minutes=15)
MOST_TABLES = 12
"""The most tables that are named one by one."""


@dataclass(frozen=True, slots=True)
class Need:
    """Something that the organiser should look at; `at` is the part of the page where they can act on it."""

    sentence: str
    at: str
    is_urgent: bool = False


def needs_of(room: Control) -> list[Need]:
    return [
        *_calls(room),
        *_about_the_clock(room),
        *_about_the_seating(room),
        *_about_too_few(room),
        *_about_players(room),
        *_about_tables(room),
        *_about_hours(room),
    ]


def _calls(room: Control) -> Iterable[Need]:
    for call in room.calls:
        sentence = _("Table {table}: {name} calls you: “{text}”")
        gaps = {"table": call.board.number, "name": call.player.username, "text": call.text}
        yield Need(sentence.format(**gaps), "calls", True)
    for appeal in room.appeals:
        sentence = _("{name} appeals against a decision: “{text}”")
        yield Need(sentence.format(name=appeal.player.username, text=appeal.text), "calls", True)


def _about_the_clock(room: Control) -> Iterable[Need]:
    tournament, round_ = room.tournament, room.round
    if tournament.paused_at is not None:
        yield Need(_("The tournament is paused: nothing moves until you resume it."), "stage", True)
    elif tournament.is_rolling:
        pass  # no warning: when the time is up, tables are played out or broken off as planned
    elif round_ is not None and round_.status == Round.Status.RUNNING and round_.ends_at is not None:
        open_ = len(room.tables) - room.done
        if open_ and room.is_nearly_over(round_.ends_at):
            sentence = ngettext(
                "The time for this round is nearly over, and {open} table still plays: the house will finish it.",
                "The time for this round is nearly over, and {open} tables still play: the house will finish them.",
                open_,
            )
            yield Need(sentence.format(open=open_), "stage")
    if tournament.status == Status.DRAFT:
        yield Need(_("This is a draft: nobody else knows of it. Announce it when it is ready."), "stage")


def _about_the_seating(room: Control) -> Iterable[Need]:
    if room.held is None:
        return
    sentence = _("The seating of round {round} waits for you: look at it, and publish it.")
    yield Need(sentence.format(round=room.held.round.number), "seating", True)
    if room.held.gone:
        names = ", ".join(entry.name for entry in room.held.gone)
        yield Need(_("Seated, but no longer present: {names}.").format(names=names), "seating", True)
    if room.held.unseated:
        names = ", ".join(entry.name for entry in room.held.unseated)
        yield Need(_("Here, but without a table and without a bye: {names}.").format(names=names), "seating", True)


def _about_too_few(room: Control) -> Iterable[Need]:
    if not room.has_too_few_players:
        return
    if room.tournament.has_teams:
        sentence = _(
            "Fewer than two teams are here: unless that changes before the next round is due, the tournament ends. "
            "Mark players as here again. While it is paused, it does not end."
        )
    else:
        sentence = _(
            "Fewer than two players are here: unless that changes before the next round is due, the tournament ends. "
            "Mark players as here again. While it is paused, it does not end."
        )
    yield Need(sentence, "players", True)


def _about_players(room: Control) -> Iterable[Need]:
    tournament = room.tournament
    absent = [entry for entry in room.entered if entry.presence == Entry.Presence.ABSENT]
    if room.is_running and absent and tournament.absence != Tournament.Absence.KEEP:
        sentence = ngettext(
            "{number} player is absent, and not seated until they are back.",
            "{number} players are absent, and not seated until they are back.",
            len(absent),
        )
        yield Need(sentence.format(number=len(absent)), "players")
    if tournament.status not in Tournament.ENTERABLE:
        return
    is_soon = tournament.starts_at - room.now < SOON
    if tournament.has_teams and room.so_far < tournament.fewest_teams:
        sentence = _("So far {here} of at least {least} complete teams: with fewer it is cancelled at the start.")
        yield Need(sentence.format(here=room.so_far, least=tournament.fewest_teams), "teams", is_soon)
    elif not tournament.has_teams and room.so_far < tournament.least:
        sentence = _("So far {here} of at least {least} players: with fewer it is cancelled at the start.")
        yield Need(sentence.format(here=room.so_far, least=tournament.least), "players", is_soon)
    missing = len(room.missing)
    if missing and tournament.status == Status.CHECK_IN:
        sentence = ngettext(
            "{missing} player has not checked in yet.", "{missing} players have not checked in yet.", missing
        )
        yield Need(sentence.format(missing=missing), "players")
    if room.waiting and not tournament.has_teams and (tournament.most is None or len(room.entered) < tournament.most):
        sentence = _("Waiting although there is room: {names}.")
        yield Need(sentence.format(names=", ".join(entry.name for entry in room.waiting[:3])), "players")


def _about_tables(room: Control) -> Iterable[Need]:
    if room.tournament.paused_at is not None:
        return
    needs = list(_about_each_table(room.tables))
    yield from needs[:MOST_TABLES]
    more = len(needs) - MOST_TABLES
    if more > 0:
        sentence = ngettext("{number} more table needs a look.", "{number} more tables need a look.", more)
        yield Need(sentence.format(number=more), "tables")


def _about_each_table(tables: Iterable[RoomTable]) -> Iterable[Need]:
    for table in tables:
        if table.state in ("done", "over", "soon"):
            continue
        at = f"table-{table.board.number}"
        if table.board.is_stopped:
            yield Need(_("Table {table} is stopped until you let it go on.").format(table=table.board.number), at)
        elif table.missing:
            names = ", ".join(seat.entry.name for seat in table.missing)
            sentence = _("Table {table}: {names} away; the house plays for them.")
            yield Need(sentence.format(table=table.board.number, names=names), at)
        elif table.is_still:
            yield Need(_("Table {table}: nothing has moved for a while.").format(table=table.board.number), at)


def _about_hours(room: Control) -> Iterable[Need]:
    """Yield the tables for which the organisers have to decide on an hour."""
    tournament, round_ = room.tournament, room.round
    if tournament.agreeing != Tournament.Agreeing.ORGANISER or round_ is None or round_.started_at is None:
        return
    if round_.status != Round.Status.RUNNING or room.now < agree_by(tournament, round_):
        return
    for table in room.tables:
        if table.state == "soon" and table.board.opens_at is None:
            sentence = _("Table {table}: no time was agreed. Set one by {time}, or the fixed time holds.")
            by = when(rule_applies_at(tournament, round_))
            yield Need(sentence.format(table=table.board.number, time=by), f"table-{table.board.number}", True)
