"""The reader's own status on a tournament's page: their table, opponents, times and possible actions."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Player
from common.errors import UserError
from games.models import Table
from tournaments.base.cached import total_rounds
from tournaments.base.labels import late_rule_of, why_cancelled
from tournaments.base.snapshot import format_of
from tournaments.base.texts import mentioned, render_all
from tournaments.inviting.inviting import waiting_for
from tournaments.life.entering import (
    check_may_enter,
    check_may_take_part,
    has_room,
    is_too_late,
    last_late_round,
    next_round,
    place_of,
)
from tournaments.life.teams.line_ups import is_reserve
from tournaments.models import Board, Entry, EntryInvitation, Place, Round, Tournament
from tournaments.pages.brackets import is_knocked_out
from tournaments.pages.buttons import (
    ENTER,
    LABELS,
    Button,
    PlayerStatus,
    button,
    say_of_the_table,
    say_what_stands_still,
    withdraw_button,
)
from tournaments.pages.ranks import outcome_said, rank_said
from tournaments.pages.rolling.status import at_rolling_tables
from tournaments.pages.rounds import next_opponent_said, others_at, own_entry, what_comes_next, who_still_plays
from tournaments.pages.teams import own as team_status

Status = Tournament.Status


def status_of(tournament: Tournament, player: Player | None, current: Round | None) -> PlayerStatus:
    """Return the reader's status; `current` is the newest public round."""
    entry = own_entry(tournament, player)
    taking_part = entry if entry and entry.status != Entry.Status.WITHDRAWN else None
    status = _status_of(tournament, player, taking_part, entry, current)
    status.entry = entry
    if tournament.schedule.has_dates and tournament.status == Status.RUNNING and not tournament.paused_at:
        status.next_date = _next_date(tournament, current)
    say_what_stands_still(tournament, status)
    return status


def _next_date(tournament: Tournament, current: Round | None) -> tuple[int, datetime] | None:
    """Return number and start of the round after the current public one; None if that has not begun."""
    if current is None or current.status in (Round.Status.HELD, Round.Status.SEATED):
        return None
    return next(iter(tournament.schedule.coming(current, total_rounds(tournament))), None)


def _status_of(
    tournament: Tournament, player: Player | None, entry: Entry | None, ever: Entry | None, current: Round | None
) -> PlayerStatus:
    match tournament.status:
        case Status.DRAFT:
            return PlayerStatus(_("This is a draft."), [_("Only its organisers see it. Announce it when it is ready.")])
        case Status.CANCELLED:
            return PlayerStatus(_("This tournament is cancelled."), [why_cancelled(tournament)])
        case Status.FINISHED:
            return _after(tournament, ever)
        case Status.RUNNING if entry and entry.seed:
            return _in_play(tournament, entry, current)
        case Status.ANNOUNCED:
            opens = _("Registration is not open yet. It opens by itself.")
            return PlayerStatus(_("Registration opens in"), [opens], until=tournament.registration_at)
    if entry:
        return _before_start(tournament, entry)
    return _invitation(tournament, player, current, ever)


# --- Before entering ---


def _invitation(
    tournament: Tournament, player: Player | None, current: Round | None, ever: Entry | None
) -> PlayerStatus:
    is_running = tournament.status == Status.RUNNING
    until = None if is_running else tournament.starts_at
    status = PlayerStatus(_look_on(tournament, current) if is_running else _("It starts in"), until=until)
    if is_running and player and ever and ever.seed:
        status.lines += _has_left(tournament, player)
    if is_running and (why := _why_closed(tournament)):
        status.lines += [] if status.lines else [why]
        return status
    if player is None:
        status.asks_to_sign_in = True
        return status
    if invitation := waiting_for(tournament, player):
        return _invited(status, invitation, player)
    try:
        check_may_enter(tournament, player)
    except UserError as refusal:
        status.asks_to_keep_account = refusal.code == "guest"
        status.lines.append(str(refusal))
        return status
    if tournament.has_teams:
        status.lines.append(_("Make a team and invite your partners, or enter alone and let a team find you."))
        status.buttons.append(Button("enter-alone", _("Enter without a team"), address_of="enter"))
        return status
    label = str(LABELS[ENTER])
    if not has_room(tournament):
        status.lines.append(_("All places are taken. Players on the waiting list move up when a place becomes free."))
        label = _("Join the waiting list")
    elif is_running and tournament.is_rolling:
        status.lines.append(_("You can join at any moment, and are seated as soon as others are free."))
    elif is_running:
        status.lines += [_("You can still join from the next round."), late_rule_of(tournament)]
        label = _("Enter late")
    else:
        status.lines.append(_("Read below how it is played, then enter with one click."))
    status.buttons.append(Button(ENTER, label))
    return status


def _has_left(tournament: Tournament, player: Player) -> list[str]:
    """Tell a player who has withdrawn, or was taken out, what happens to their match."""
    place = place_of(tournament, player)
    if place is None or place.board is None or place.board.is_done:
        return [_("You have left this tournament.")]
    return [_("You have left this tournament: the house plays your match of this round to its end.")]


def _invited(status: PlayerStatus, invitation: EntryInvitation, player: Player) -> PlayerStatus:
    status.lines.append(_("%(name)s invites you to play here.") % {"name": invitation.by.username})
    try:
        check_may_take_part(invitation.tournament, player)
        status.buttons.append(button("accept"))
    except UserError as refusal:
        status.lines.append(str(refusal))
    status.buttons.append(button("decline"))
    return status


def _why_closed(tournament: Tournament) -> str:
    """Say until when entry was possible; return an empty string while it still is."""
    if tournament.is_rolling:
        return _("The time is up.") if is_too_late(tournament) else ""
    if next_round(tournament) <= (last := last_late_round(tournament)):
        return ""
    if last <= 1:
        return _("Entry is closed: here everybody enters before the start.")
    return _("Entry is closed: it was possible until round %(last)d.") % {"last": last}


def _look_on(tournament: Tournament, current: Round | None) -> str:
    if current is None:
        return _("It is about to begin.")
    if tournament.is_rolling:
        return _("It is running")
    return _("Round %(number)d of %(all)d") % {"number": current.number, "all": total_rounds(tournament)}


# --- Entered, before the start ---


def _before_start(tournament: Tournament, entry: Entry) -> PlayerStatus:
    status = PlayerStatus(
        _("You have entered. It starts in"), buttons=[withdraw_button(tournament, entry)], until=tournament.starts_at
    )
    if tournament.has_teams:
        status.lines += team_status.before_the_start(tournament, entry)
    if entry.status == Entry.Status.WAITING and tournament.has_teams:
        status.title, lines, status.until = team_status.waiting(tournament, entry)
        status.lines = [*lines]
        if tournament.status == Status.CHECK_IN and entry.checked_in_at is None:
            status.buttons.insert(0, button("check-in"))
    elif entry.status == Entry.Status.WAITING:
        before = tournament.entries.filter(status=Entry.Status.WAITING, entered_at__lt=entry.entered_at).count()
        status.title = _("You are number %(number)d on the waiting list.") % {"number": before + 1}
        status.lines.append(_("You move up by yourself when a place becomes free, and are told."))
        status.until = None
        if tournament.status == Status.RUNNING:
            status.title, status.lines = _("It has begun without you."), [_waiting_line(tournament)]
        elif tournament.status == Status.CHECK_IN and entry.checked_in_at is None:
            status.lines.append(
                _("Check in all the same: you get the place of somebody who has not come by the start.")
            )
            status.buttons.insert(0, button("check-in"))
    elif tournament.status == Status.CHECK_IN and entry.checked_in_at is None:
        status.title = _("Check-in is open. It starts in")
        status.lines.append(_("Say that you are here. Players who have not checked in by the start are not seated."))
        status.buttons.insert(0, button("check-in"))
        status.is_urgent = True
    elif tournament.status == Status.CHECK_IN:
        status.title = _("You are checked in. It starts in")
        status.lines.append(_("Stay on this page: it leads you to your table by itself."))
    elif tournament.check_in_minutes:
        minutes = tournament.check_in_minutes
        status.lines.append(
            ngettext(
                "Come back one minute before the start to check in.",
                "Check-in opens %(minutes)d minutes before the start: come back then and say that you are here.",
                minutes,
            )
            % {"minutes": minutes}
        )
    else:
        status.lines.append(_("Be on this page at the start: it leads you to your table by itself."))
    return status


def _waiting_line(tournament: Tournament) -> str:
    if tournament.is_rolling:
        return _("You move up by yourself when a place becomes free, and are told.")
    if tournament.round_number <= 1:
        return _("Until the first round is over the organisers can put you in: write to them in the chat.")
    return _("If somebody does not come, the organisers can give you their seat.")


# --- While it runs ---


def _in_play(tournament: Tournament, entry: Entry, current: Round | None) -> PlayerStatus:
    assert entry.player is not None
    place = place_of(tournament, entry.player)
    status = _in_round(tournament, entry, place, current)
    if status.table and place and place.board and tournament.paused_at is None:
        say_of_the_table(tournament, place.board, status.table, status)
    return status


def _in_round(tournament: Tournament, entry: Entry, place: Place | None, current: Round | None) -> PlayerStatus:
    if tournament.is_rolling:
        status = at_rolling_tables(tournament, entry, place, current)
        status.lines += [] if status.table or status.until else rank_said(tournament, entry)
        return status
    if is_knocked_out(tournament, entry):
        return _knocked_out(tournament, entry, place, current)
    status = _at_table(place) if place else _between(tournament, entry, current)
    if tournament.has_teams:
        status.lines += team_status.in_play(tournament, entry)
    if entry.presence == Entry.Presence.HERE:
        status.buttons += [button("sit-out"), withdraw_button(tournament, entry)]
    else:
        status.buttons += [button("come-back"), withdraw_button(tournament, entry)]
        status.lines.append(_presence_line(tournament, entry))
    return status


def _knocked_out(tournament: Tournament, entry: Entry, place: Place | None, current: Round | None) -> PlayerStatus:
    """Return the status of a player who is out of the tournament, and so cannot sit out or come back."""
    status = _at_table(place) if place and place.board else PlayerStatus(_look_on(tournament, current))
    status.is_out = True
    if format_of(tournament).has_stages:
        status.lines.append(_("You have no more matches to play, but you are welcome to watch."))
    else:
        status.lines.append(_("You are out of the knockout, but you are welcome to watch."))
    status.lines += rank_said(tournament, entry)
    return status


def _presence_line(tournament: Tournament, entry: Entry) -> str:
    if entry.presence == Entry.Presence.ABSENT and tournament.absence == Tournament.Absence.KEEP:
        return _("You are marked as absent, but are seated all the same: say that you are back as soon as you are.")
    if entry.presence == Entry.Presence.ABSENT:
        return _("You are marked as absent and are not seated until you say that you are back.")
    return _("You sit out from the next round on, until you say that you are back.")


def _at_table(place: Place) -> PlayerStatus:
    board, number = place.board, place.round.number
    if board is None:
        named = Entry.objects.filter(pk__in=mentioned(place.why)).select_related("player")
        names = {one.pk: one.name for one in named}
        return PlayerStatus(
            _("Round %(number)d: no table for you") % {"number": number}, [*render_all(place.why, names)]
        )
    with_whom = _("You sit at table %(board)d with %(names)s.") % {"board": board.number, "names": others_at(place)}
    table = board.table
    if table is None and place.round.status == Round.Status.RUNNING and not board.is_done:
        return _before_its_hour(place, board, with_whom)
    if table is None and board.is_done:
        title, line = team_status.not_played(place)
        return PlayerStatus(title, [line, *what_comes_next(place.round)])
    if table is None:
        title = _("Round %(number)d begins in") % {"number": number}
        return PlayerStatus(title, [with_whom], until=place.round.opens_at)
    if board.is_done or table.status not in (Table.Status.OPEN, Table.Status.RUNNING):
        done = _("Your match of round %(number)d is over") % {"number": number}
        return PlayerStatus(done, [*who_still_plays(place.round), *what_comes_next(place.round)], result=table)
    return PlayerStatus(_("Your table is ready"), [with_whom], table=table, is_urgent=True)


def _before_its_hour(place: Place, board: Board, with_whom: str) -> PlayerStatus:
    """Return the status of a player whose table opens at a time of its own, agreed or not."""
    if board.opens_at is None:
        title = _("Round %(number)d: agree on a time") % {"number": place.round.number}
        link = _("Propose a time") if not board.proposals.exists() else _("Proposed times")
        return PlayerStatus(title, [with_whom], hour_to=link, is_urgent=True)
    title = _("Round %(number)d: your table opens in") % {"number": place.round.number}
    return PlayerStatus(title, [with_whom], until=board.opens_at, hour_to=_("Agree on another time"))


def _between(tournament: Tournament, entry: Entry, current: Round | None) -> PlayerStatus:
    if current is None:
        is_held = tournament.round_number > 0
        return PlayerStatus(_("It is about to begin."), [_looked_at() if is_held else _("The seats are being drawn.")])
    if current.status != Round.Status.FINISHED:
        missing = _("Round %(number)d is played without you") % {"number": current.number}
        is_next = entry.presence == Entry.Presence.HERE and not is_reserve(entry)
        here = [_("You are seated from the next round on.")] if is_next else []
        return PlayerStatus(missing, [*here])
    if current.number >= total_rounds(tournament):
        return PlayerStatus(_("All rounds are played"), [_("The final standings come in a moment.")])
    if tournament.round_number > current.number:
        over = _("Round %(number)d is over") % {"number": current.number}
        return PlayerStatus(over, [_looked_at(), *rank_said(tournament, entry)])
    assert current.finished_at is not None
    title = _("Round %(number)d is over. The next one begins in") % {"number": current.number}
    opponent = next_opponent_said(tournament, entry, current.number + 1)
    return PlayerStatus(
        title, [*rank_said(tournament, entry), *opponent], until=tournament.schedule.next_round_at(current)
    )


def _looked_at() -> str:
    """Say that the organisers hold the seating back."""
    return _("The organisers are looking at the seating before they publish it.")


# --- After it ---


def _after(tournament: Tournament, entry: Entry | None) -> PlayerStatus:
    is_of_teams = tournament.has_teams and tournament.final_teams
    title, line = team_status.at_the_end(tournament, entry) if is_of_teams else outcome_said(tournament, entry)
    return PlayerStatus(title, [line])
