"""Decides who may enter a tournament, until when, and whether there is room."""

from __future__ import annotations

from django.db.models import Max, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.notices import addresses
from accounts.standing import Right, check_may
from clubs.services.joining import check_ban
from common.database.compiled import NUMBER, compiled_once
from common.errors import UserError
from games.models import Seat, Table
from tournaments.base.permissions import check_is_not_frozen
from tournaments.base.snapshot import format_of
from tournaments.models import Division, Entry, Tournament

Status = Entry.Status
Presence = Entry.Presence


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
    """Raise UserError (a sanction, guest, no-bots, not-open, too-late, banned, members-only, unconfirmed,
    entered-otherwise) unless the player may at least accept an invitation."""
    if player.is_guest:
        raise UserError("guest", _("Guests cannot enter tournaments: keep your account first, it takes a minute."))
    if player.is_bot and not tournament.admits_bots:
        raise UserError("no-bots", _("No bots of players may enter this tournament."))
    check_is_open(tournament)
    check_may(player, Right.ENTER)
    person = player.bot_owner or player  # a bot is no member of clubs: its owner is, or is banned
    if tournament.club is not None:
        check_ban(tournament.club, person, timezone.now())
    if tournament.entrance == Tournament.Entrance.MEMBERS and not _is_member(tournament, person):
        raise UserError("members-only", _("This tournament is for members of the club. Join the club first."))
    if tournament.duplicate:
        _check_enters_once(tournament, player)


def _check_division(tournament: Tournament, division: Division, player: Player) -> None:
    """Raise UserError (not-placed, plays-elsewhere) unless the player is placed in this division, or is a newcomer
    entering the lowest one."""
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
    """Store the entrants' mailboxes and check that they all differ, now that all tables will have the same tiles.

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
    """Raise UserError (frozen, not-open, too-late) unless the tournament can be entered now."""
    check_is_not_frozen(tournament)
    if tournament.is_enterable:
        return
    if tournament.status != Tournament.Status.RUNNING:
        raise UserError("not-open", _("Registration for this tournament is not open."))
    if is_too_late(tournament):
        raise UserError("too-late", _("It is too late to enter this tournament."))


def is_too_late(tournament: Tournament) -> bool:
    """Return whether it is too late to enter a running tournament, or to come back after withdrawing."""
    if tournament.is_rolling:
        round_ = tournament.played_rounds.first()
        return round_ is not None and round_.ends_at is not None and round_.ends_at <= timezone.now()
    return next_round(tournament) > last_late_round(tournament)


def next_round(tournament: Tournament) -> int:
    """Return the number of the next round to be seated."""
    return tournament.round_number + 1


def last_late_round(tournament: Tournament) -> int:
    """Return the last round that players may enter; teams are complete from the start."""
    if tournament.has_teams:
        return 1
    [entrants] = _number_seeded(tournament.pk)
    return min(tournament.late_rounds, format_of(tournament).last_round_to_enter(tournament.terms.plan, entrants))


@compiled_once
def _number_seeded(tournament: str) -> QuerySet[Entry, int]:
    return Entry.objects.filter(tournament=tournament, seed__gt=0).order_by().values_list(NUMBER, flat=True)


def _is_member(tournament: Tournament, player: Player) -> bool:
    return tournament.club is not None and tournament.club.memberships.filter(player=player).exists()


def _matches_of(player: Player) -> int:
    counted = Table.objects.counted()
    return Seat.objects.filter(player=player, away=False, left=False, table__in=counted).count()


def has_room(tournament: Tournament) -> bool:
    fills_up = Q(player=None, presence=Presence.RESTING)  # bots that only fill up tables take nobody's place
    entered = tournament.entries.filter(status=Status.ENTERED).exclude(fills_up)
    return tournament.most is None or entered.count() < tournament.most


def late_seed(tournament: Tournament) -> int:
    last = tournament.entries.aggregate(last=Max("seed"))["last"]
    return (last or 0) + 1
