"""What players do: enter, check in, sit a round out, come back, withdraw."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable

from django.db import transaction
from django.db.models import Max, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.notices import addresses
from accounts.standing import Right, check_may
from clubs.services.joining import check_ban
from common.errors import UserError
from games import services as tables
from games.models import Seat, Table
from games.services import SetSeat
from live.hub import LOOK_AGAIN, News, announce
from tournaments import notices
from tournaments.base.locking import locked, write
from tournaments.base.permissions import check_is_not_frozen
from tournaments.base.snapshot import format_of
from tournaments.life.teams.line_ups import hand_on_line, leave_team
from tournaments.life.teams.places import teams_moving_up
from tournaments.models import Division, Entry, Place, Round, Tournament

Status = Entry.Status
Presence = Entry.Presence


@transaction.atomic
def enter(*, tournament_id: str, player: Player, contribution: str = "") -> Entry:
    """Enter, or enter again after withdrawing. Idempotent. Without a free place, join the waiting list.

    `contribution` is 16 bytes as hex from the player's browser. Raises UserError (a sanction, guest, not-open,
    too-late, banned, members-only, too-few-matches, unconfirmed, entered-otherwise).
    """
    tournament = locked(tournament_id)
    entry = Entry.objects.filter(tournament=tournament, player=player).first()
    if entry and entry.status != Status.WITHDRAWN:
        return entry
    check_may_enter(tournament, player)
    entry = admit(tournament, player, contribution)
    _tell_entered(tournament, entry)
    return entry


def enter_by_invitation(tournament: Tournament, player: Player, contribution: str) -> Entry:
    """Enter, with a place even if the tournament is full, in a transaction that has locked it.

    Where teams play, the entry waits until it belongs to one all the same.
    """
    status = Status.WAITING if tournament.has_teams else Status.ENTERED
    entry = _admit(tournament, player, status, contribution)
    _tell_entered(tournament, entry)
    return entry


def _tell_entered(tournament: Tournament, entry: Entry) -> None:
    _write_who_is_here(tournament)
    if tournament.has_teams:
        notices.teams.has_no_team(tournament, entry)
    else:
        notices.entered(tournament, entry)


def admit(tournament: Tournament, player: Player, contribution: str) -> Entry:
    """Return the player's entry, or make one; where teams play it waits until it belongs to one."""
    entry = Entry.objects.filter(tournament=tournament, player=player).first()
    if entry and entry.status != Status.WITHDRAWN:
        return entry
    status = Status.ENTERED if has_room(tournament) and not tournament.has_teams else Status.WAITING
    return _admit(tournament, player, status, contribution)


def _admit(tournament: Tournament, player: Player, status: str, contribution: str) -> Entry:
    entry = Entry.objects.filter(tournament=tournament, player=player).first()
    columns = {
        "status": status,
        "presence": Presence.HERE,
        "seed": late_seed(tournament) if tournament.status == Tournament.Status.RUNNING else 0,
        "checked_in_at": timezone.now() if tournament.status == Tournament.Status.RUNNING else None,
        "contribution": contribution if re.fullmatch("[0-9a-f]{32}", contribution) else secrets.token_hex(16),
        "entered_at": timezone.now(),
        "mailbox": addresses.mailbox_of(player) if tournament.duplicate else "",
    }
    if entry is not None and entry.seed and columns["seed"]:
        columns["seed"] = entry.seed
    entry, _is_new = Entry.objects.update_or_create(tournament=tournament, player=player, defaults=columns)
    return entry


def check_may_enter(tournament: Tournament, player: Player) -> None:
    """Raise UserError (a sanction, guest, not-open, too-late, banned, members-only, not-placed, plays-elsewhere,
    too-few-matches, unconfirmed, entered-otherwise)."""
    check_may_take_part(tournament, player)
    if tournament.division is not None:
        _check_division(tournament, tournament.division, player)
    if tournament.least_matches and _matches_of(player) < tournament.least_matches:
        sentence = _("To enter, you must have finished at least %(least)d matches.")
        raise UserError("too-few-matches", sentence % {"least": tournament.least_matches})


def check_may_take_part(tournament: Tournament, player: Player) -> None:
    """Raise UserError (a sanction, guest, not-open, too-late, banned, members-only, unconfirmed, entered-otherwise)
    unless the player may at least accept an invitation."""
    if player.is_guest:
        raise UserError("guest", _("Guests cannot enter tournaments: keep your account first, it takes a minute."))
    check_is_open(tournament)
    check_may(player, Right.ENTER)
    if tournament.club is not None:
        check_ban(tournament.club, player, timezone.now())
    if tournament.entrance == Tournament.Entrance.MEMBERS and not _is_member(tournament, player):
        raise UserError("members-only", _("This tournament is for members of the club. Join the club first."))
    if tournament.duplicate:
        _check_enters_once(tournament, player)


def _check_division(tournament: Tournament, division: Division, player: Player) -> None:
    """Raise UserError (not-placed, plays-elsewhere) unless the player is placed in this division, or is a newcomer in
    the lowest one."""
    if tournament.placings.filter(player=player).exists():
        return
    if Division.objects.filter(league=division.league_id, rank__gt=division.rank).exists():
        raise UserError("not-placed", _("You are not placed in this division: newcomers enter the lowest one."))
    season = Tournament.objects.filter(
        division__league=division.league_id, division_season=tournament.division_season
    ).exclude(pk=tournament.pk)
    if Entry.objects.filter(tournament__in=season, player=player).exclude(status=Status.WITHDRAWN).exists():
        raise UserError("plays-elsewhere", _("You play in another division this season."))


def _check_enters_once(tournament: Tournament, player: Player) -> None:
    """Raise UserError (unconfirmed, entered-otherwise) if a person could see the same tiles at two tables."""
    mailbox = addresses.mailbox_of(player)
    if not mailbox:
        sentence = _("All tables get the same tiles, so everyone enters only once: confirm your e-mail address first.")
        raise UserError("unconfirmed", sentence)
    if tournament.entries.filter(mailbox=mailbox).exclude(player=player).exists():
        sentence = _(
            "Another account with your e-mail address has entered. All tables get the same tiles: play as one."
        )
        raise UserError("entered-otherwise", sentence)


def note_mailboxes(tournament: Tournament) -> None:
    """Check that everybody has entered only once, when all tables are to have the same tiles from now on.

    Raises UserError (not-one-each).
    """
    entries = list(
        tournament.entries.exclude(status=Status.WITHDRAWN).filter(player__isnull=False).select_related("player")
    )
    for entry in entries:
        assert entry.player is not None
        entry.mailbox = addresses.mailbox_of(entry.player)
    mailboxes = [entry.mailbox for entry in entries]
    if "" in mailboxes or len(set(mailboxes)) < len(mailboxes):
        sentence = _(
            "With the same tiles at all tables everyone must have confirmed an e-mail address of their own, so that "
            "nobody plays twice. Some who have entered have not."
        )
        raise UserError("not-one-each", sentence)
    Entry.objects.bulk_update(entries, ["mailbox"])


def check_is_open(tournament: Tournament) -> None:
    """Raise UserError (frozen, not-open, too-late) unless one may enter now."""
    check_is_not_frozen(tournament)
    if tournament.is_enterable:
        return
    if tournament.status != Tournament.Status.RUNNING:
        raise UserError("not-open", _("Registration for this tournament is not open."))
    if is_too_late(tournament):
        raise UserError("too-late", _("It is too late to enter this tournament."))


def is_too_late(tournament: Tournament) -> bool:
    """Return whether nobody can enter, or come back after withdrawing, any more once it is running."""
    if tournament.is_rolling:
        round_ = tournament.played_rounds.first()
        return round_ is not None and round_.ends_at is not None and round_.ends_at <= timezone.now()
    return next_round(tournament) > last_late_round(tournament)


def next_round(tournament: Tournament) -> int:
    """Return the number of the next round to be seated."""
    return tournament.round_number + 1


def last_late_round(tournament: Tournament) -> int:
    """Return the last round into which one may enter; teams are complete from the start."""
    if tournament.has_teams:
        return 1
    entrants = tournament.entries.filter(seed__gt=0).count()
    return min(tournament.late_rounds, format_of(tournament).last_round_to_enter(tournament.terms.plan, entrants))


def _is_member(tournament: Tournament, player: Player) -> bool:
    return tournament.club is not None and tournament.club.memberships.filter(player=player).exists()


def _matches_of(player: Player) -> int:
    counted = Table.objects.counted()
    return Seat.objects.filter(player=player, away=False, left=False, table__in=counted).count()


def has_room(tournament: Tournament) -> bool:
    fills_up = Q(player=None, presence=Presence.RESTING)  # such bots take nobody's place
    entered = tournament.entries.filter(status=Status.ENTERED).exclude(fills_up)
    return tournament.most is None or entered.count() < tournament.most


def late_seed(tournament: Tournament) -> int:
    last = tournament.entries.aggregate(last=Max("seed"))["last"]
    return (last or 0) + 1


@transaction.atomic
def enter_bots(*, tournament_id: str, names: Iterable[str], level: str = Seat.Bot.MEDIUM) -> list[Entry]:
    """Enter bots, checked in. Raises UserError (not-open)."""
    tournament = locked(tournament_id)
    check_is_open(tournament)
    entries = create_bots(tournament, names, level)
    write(tournament)
    return entries


def create_bots(tournament: Tournament, names: Iterable[str], level: str) -> list[Entry]:
    """Create entries of bots, checked in; once the tournament is running, with seeds after all others."""
    now, late = timezone.now(), tournament.status == Tournament.Status.RUNNING
    first = late_seed(tournament) if late else 0
    return Entry.objects.bulk_create(
        Entry(
            tournament=tournament,
            bot=level,
            status=Status.WAITING if tournament.has_teams else Status.ENTERED,
            bot_name=name,
            checked_in_at=now,
            contribution=secrets.token_hex(16),
            entered_at=now,
            seed=first + number if late else 0,
        )
        for number, name in enumerate(names)
    )


def own_entry(tournament: Tournament, player: Player) -> Entry:
    """Return the player's entry. Raises UserError (not-entered)."""
    entry = Entry.objects.filter(tournament=tournament, player=player).exclude(status=Status.WITHDRAWN).first()
    if entry is None:
        raise UserError("not-entered", _("You have not entered this tournament."))
    return entry


@transaction.atomic
def check_in(*, tournament_id: str, player: Player) -> None:
    """Check in. Idempotent. Raises UserError (not-entered, not-open)."""
    tournament = locked(tournament_id)
    entry = own_entry(tournament, player)
    if tournament.status != Tournament.Status.CHECK_IN:
        raise UserError("not-open", _("Check-in is not open now."))
    if entry.checked_in_at is None:
        Entry.objects.filter(pk=entry.pk).update(checked_in_at=timezone.now())
        write(tournament)


@transaction.atomic
def sit_out(*, tournament_id: str, player: Player) -> None:
    """Sit out from the next round on until coming back. Raises UserError (not-entered, not-running)."""
    _set_presence(tournament_id, player, Presence.RESTING)


@transaction.atomic
def come_back(*, tournament_id: str, player: Player) -> None:
    """Be seated again from the next round on. Raises UserError (not-entered, not-running)."""
    _set_presence(tournament_id, player, Presence.HERE)


def _set_presence(tournament_id: str, player: Player, presence: str) -> None:
    tournament = locked(tournament_id)
    entry = own_entry(tournament, player)
    if tournament.status != Tournament.Status.RUNNING:
        raise UserError("not-running", _("The tournament is not running."))
    if entry.presence != presence:
        Entry.objects.filter(pk=entry.pk).update(presence=presence)
        _write_who_is_here(tournament)


def _write_who_is_here(tournament: Tournament) -> None:
    """Write a new version; at rolling tables, where whoever is free is seated at once, look who can be."""
    is_running = tournament.status == Tournament.Status.RUNNING and tournament.paused_at is None
    if is_running and tournament.is_rolling:
        write(tournament, next_at=timezone.now())
    else:
        write(tournament)


@transaction.atomic
def withdraw(*, tournament_id: str, player: Player) -> None:
    """Withdraw. Before the start the place goes to the waiting list; later the house plays on for the round.

    Raises UserError (not-entered, not-open).
    """
    tournament = locked(tournament_id)
    take_out(tournament, own_entry(tournament, player))


def take_out(tournament: Tournament, entry: Entry) -> None:
    """Withdraw an entry. Raises UserError (not-open)."""
    if tournament.status in (Tournament.Status.FINISHED, Tournament.Status.CANCELLED):
        raise UserError("not-open", _("This tournament is over."))
    had_a_place = entry.status == Status.ENTERED
    Entry.objects.filter(pk=entry.pk).update(status=Status.WITHDRAWN)
    if tournament.status == Tournament.Status.RUNNING:
        _leave_table(tournament, entry)
        hand_on_line(tournament, entry)
    elif tournament.has_teams:
        _leave_team(tournament, entry)
    if (
        had_a_place
        and not tournament.has_teams
        and (tournament.status != Tournament.Status.RUNNING or tournament.is_rolling)
    ):
        move_up(tournament)
    write(tournament)
    look_again(tournament, entry)


def _leave_team(tournament: Tournament, entry: Entry) -> None:
    team = leave_team(entry)
    if team is None:
        move_up(tournament)
    else:
        notices.teams.partner_left(tournament, team, entry)


def look_again(tournament: Tournament, entry: Entry) -> None:
    """Have the player's sockets check their access again, since entrants see more of a private club's tournament."""
    if entry.player_id is not None:
        announce(News(tournament.room, players={str(entry.player_id): [LOOK_AGAIN]}))


def move_up(tournament: Tournament) -> None:
    """Give free places to those, or the teams, who have waited longest."""
    if tournament.has_teams:
        for entry in [entry for members in teams_moving_up(tournament) for entry in members]:
            Entry.objects.filter(pk=entry.pk).update(status=Status.ENTERED)
            notices.moved_up(tournament, entry)
        return
    while has_room(tournament):
        first = tournament.entries.filter(status=Status.WAITING).order_by("entered_at", "pk").first()
        if first is None:
            return
        first.status, first.presence = Status.ENTERED, Presence.HERE
        if tournament.status == Tournament.Status.RUNNING:
            first.seed = first.seed or late_seed(tournament)
        first.save(update_fields=["status", "presence", "seed"])
        notices.moved_up(tournament, first)


def _leave_table(tournament: Tournament, entry: Entry) -> None:
    place = (
        Place.objects.filter(
            entry=entry, round__tournament=tournament, round__status=Round.Status.RUNNING, board__is_done=False
        )
        .exclude(board__table=None)
        .select_related("board")
        .first()
    )
    if place is not None and entry.player is not None:
        assert place.board is not None
        assert place.board.table_id is not None
        assert place.seat is not None
        table_id, seat, player = place.board.table_id, place.seat, entry.player
        transaction.on_commit(lambda: _have_the_house_play(table_id, seat, player))


def _have_the_house_play(table_id: str, seat: int, player: Player) -> None:
    """Have the house take over a seat, after the commit, so that the tournament's lock is not held for long.

    The match may be over by now. Before it runs, or while it is paused, nobody can leave it; then a bot takes the seat.
    """
    try:
        tables.leave_for_good(table_id=table_id, player_id=player.pk)
    except UserError as refusal:
        if refusal.code in ("not-running", "paused"):
            tables.hand_over(table_id=table_id, seat=seat, to=SetSeat(bot=Seat.Bot.MEDIUM, name=player.username))


def place_of(tournament: Tournament, player: Player) -> Place | None:
    """Return the player's place in the round that is seated or running; at rolling tables, the last one."""
    places = Place.objects.filter(
        round__tournament=tournament, round__number=tournament.round_number, entry__player=player
    ).exclude(round__status__in=[Round.Status.HELD, Round.Status.FINISHED])
    return places.select_related("board__table", "round__tournament").order_by("turn").last()
