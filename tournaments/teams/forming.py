"""Making a team, inviting partners, joining, and changing the line-up."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.notices import settle
from accounts.standing import Right, check_may, check_public_name, pairs_apart
from common.errors import UserError
from common.limits import check_is_within
from tournaments import notices
from tournaments.base import log
from tournaments.base.locking import locked, write
from tournaments.base.permissions import check_is_not_frozen
from tournaments.life import entering
from tournaments.life.teams.held import apply_to_held_seating
from tournaments.life.teams.line_ups import change_places, free_line
from tournaments.life.teams.places import is_full, place_of_team
from tournaments.models import Entry, Team, TeamInvitation, Tournament
from tournaments.models.teams import LONGEST_NAME
from tournaments.strengths import handicaps

MOST_INVITATIONS = 12
"""The most open invitations of a team."""
Status = Entry.Status


@transaction.atomic
def make_team(*, tournament_id: str, player: Player, name: str, contribution: str = "") -> Team:
    """Make a team with the player as its captain, entering the player if need be.

    Raises UserError (a sanction, no-teams, in-team, no-name, name-taken, name-reserved, name-offensive, and as
    `enter`).
    """
    check_may(player, Right.NAME)
    tournament = locked(tournament_id)
    check_has_teams(tournament)
    entry = _entry_without_team(tournament, player, contribution)
    team = new_team(tournament, name)
    _join(tournament, team, entry)
    Entry.objects.filter(pk=entry.pk).update(is_captain=True)
    write(tournament)
    if entry.status == Status.WAITING:
        notices.entered(tournament, entry)
    return team


def new_team(tournament: Tournament, name: str) -> Team:
    """Create a team without members. Raises UserError as `checked_name`."""
    name = checked_name(tournament, name)
    return Team.objects.create(tournament=tournament, name=name, made_at=timezone.now())


def checked_name(tournament: Tournament, name: str, team_id: int | None = None) -> str:
    """Return the name on one line, for the team with this id or a new one.

    Raises UserError (no-name, name-taken, name-reserved, name-offensive).
    """
    name = " ".join(name.split())[:LONGEST_NAME]
    if not name:
        raise UserError("no-name", _("Give the team a name."))
    check_public_name(name)
    if tournament.teams.filter(name__iexact=name).exclude(pk=team_id or 0).exists():
        raise UserError("name-taken", _("There is a team with this name already."))
    return name


def check_has_teams(tournament: Tournament) -> None:
    """Raise UserError (no-teams) unless teams play."""
    if not tournament.has_teams:
        raise UserError("no-teams", _("In this tournament everybody plays for themselves."))


def _entry_without_team(tournament: Tournament, player: Player, contribution: str) -> Entry:
    """Return the player's entry, creating it if need be. Raises UserError (in-team, and as `enter`)."""
    entering.check_may_enter(tournament, player)
    entry = entering.admit(tournament, player, contribution)
    if entry.team_id is not None:
        raise UserError("in-team", _("You are in a team already. To change it, withdraw first."))
    return entry


def _join(tournament: Tournament, team: Team, entry: Entry) -> None:
    """Give an entry the next line of a team. Raises UserError (full)."""
    if is_full(tournament, team.members.exclude(status=Status.WITHDRAWN)):
        raise UserError("full", _("This team is complete: nobody else can join it."))
    entry.status = place_of_team(tournament, team)
    entry.team, entry.line = team, free_line(team)
    entry.save(update_fields=["status", "team", "line"])


@transaction.atomic
def invite(*, tournament_id: str, team_id: int, by: Player, name: str) -> TeamInvitation:
    """Invite a player.

    Raises UserError (a sanction, too-often, no-team, not-captain, not-open, full, too-many, no-player, in-team).
    """
    check_may(by, Right.INVITE)
    check_is_within("invitations", player_id=by.pk)
    tournament = locked(tournament_id)
    team = captains_team(tournament, team_id, by)
    if not tournament.is_enterable:
        raise UserError("not-open", _("Registration for this tournament is not open."))
    if is_full(tournament, team.members.exclude(status=Status.WITHDRAWN)):
        raise UserError("full", _("This team is complete: nobody else can join it."))
    if team.invitations.count() >= MOST_INVITATIONS:
        raise UserError("too-many", _("You have invited many already: take one back first."))
    player = Player.objects.named(name.strip()).filter(is_guest=False, is_active=True).first()
    if player is None or player == by or any(pairs_apart([player.pk, by.pk])):
        raise UserError("no-player", _("There is no player with this name whom you can invite."))
    if tournament.entries.filter(player=player, team__isnull=False).exclude(status=Status.WITHDRAWN).exists():
        raise UserError("in-team", _("This player is in a team already."))
    invitation, is_new = TeamInvitation.objects.get_or_create(
        team=team, player=player, defaults={"made_at": timezone.now()}
    )
    if is_new:
        write(tournament)
        notices.teams.invited(tournament, invitation, by)
    return invitation


@transaction.atomic
def take_back(*, tournament_id: str, team_id: int, by: Player, player_id: int) -> None:
    """Take an invitation back. Idempotent. Raises UserError (no-team, not-captain)."""
    tournament = locked(tournament_id)
    team = captains_team(tournament, team_id, by)
    if team.invitations.filter(player=player_id).delete()[0]:
        write(tournament)


@transaction.atomic
def join(*, tournament_id: str, team_id: int, player: Player, contribution: str = "") -> Entry:
    """Accept an invitation. Raises UserError (not-invited, full, in-team, and as `enter`)."""
    tournament = locked(tournament_id)
    invitation = _invitation_of(tournament, team_id, player)
    entry = _entry_without_team(tournament, player, contribution)
    _join(tournament, invitation.team, entry)
    TeamInvitation.objects.filter(team__tournament=tournament, player=player).delete()
    write(tournament)
    notices.entered(tournament, entry)
    notices.teams.joined(tournament, invitation.team, entry)
    return entry


@transaction.atomic
def decline(*, tournament_id: str, team_id: int, player: Player) -> None:
    """Decline an invitation. Raises UserError (not-invited)."""
    tournament = locked(tournament_id)
    invitation = _invitation_of(tournament, team_id, player)
    notices.teams.declined(tournament, invitation)
    invitation.delete()
    write(tournament)


def settle_notices(now: datetime) -> None:
    """Mark notices of team invitations as read if they can no longer be accepted: they were answered or taken back, or
    entry to the tournament is closed."""
    of_open = TeamInvitation.objects.filter(team__tournament__status__in=Tournament.ENTERABLE)
    keys = {notices.teams.invitation_key(one) for one in of_open}
    settle(kind=notices.teams.INVITED, but=keys, now=now)


def _invitation_of(tournament: Tournament, team_id: int, player: Player) -> TeamInvitation:
    invitations = TeamInvitation.objects.filter(team__tournament=tournament, team=team_id, player=player)
    found = invitations.select_related("team", "player").first()
    if found is None:
        raise UserError("not-invited", _("This invitation has been taken back."))
    return found


def captains_team(tournament: Tournament, team_id: int, by: Player) -> Team:
    """Return the team. Raises UserError (frozen, no-team, not-captain)."""
    check_is_not_frozen(tournament)
    team = team_of(tournament, team_id)
    if not team.members.filter(player=by, is_captain=True).exclude(status=Status.WITHDRAWN).exists():
        raise UserError("not-captain", _("Only the captain of the team can do that."))
    return team


def team_of(tournament: Tournament, team_id: int) -> Team:
    """Return the team. Raises UserError (no-team)."""
    team = tournament.teams.filter(pk=team_id).first()
    if team is None:
        raise UserError("no-team", _("There is no such team in this tournament."))
    return team


@transaction.atomic
def change_line_up(*, tournament_id: str, team_id: int, by: Player, one: int, other: int) -> int | None:
    """Exchange the lines of two members of the captain's team, from the next or the held-back seating on.

    Return the round of a held-back seating that has changed, which is noted in the log, otherwise None. Raises
    UserError (frozen, no-team, not-captain, over, not-in-team, drawn).
    """
    tournament = locked(tournament_id)
    team = captains_team(tournament, team_id, by)
    first, second, number = exchange(tournament, team, one, other)
    write(tournament)
    if number is not None:
        about = {"round": number, "team": team.name, "one": first.person, "other": second.person}
        log.note(tournament, None, log.LINE_UP, about)
    return number


def exchange(tournament: Tournament, team: Team, one: int, other: int) -> tuple[Entry, Entry, int | None]:
    """Exchange the lines of two members; if exactly one is a reserve, notify both.

    Return both, and the round of a held-back seating that has changed with them, otherwise None. Raises UserError
    (over, not-in-team, drawn).
    """
    if tournament.is_over:
        raise UserError("over", _("This tournament is over."))
    members = {entry.pk: entry for entry in team.members.select_related("team", "player").filter(line__isnull=False)}
    if one not in members or other not in members or one == other:
        raise UserError("not-in-team", _("Choose two members of the team."))
    both = members[one], members[other]
    played = [entry.line is not None and entry.line <= tournament.team_size for entry in both]
    change_places(*both)
    number = apply_to_held_seating(tournament, *both)
    if played[0] != played[1]:
        reserve, comes_in = both if played[0] else both[::-1]
        notices.teams.comes_in(tournament, comes_in)
        notices.teams.is_reserve(tournament, reserve)
    return *both, number


def put_together(tournament: Tournament, name: str, entries: Sequence[Entry]) -> Team:
    """Make a team of entries without one; the first one of a player is the captain.

    Raises UserError (in-team, full, and as `new_team`).
    """
    if any(entry.team_id is not None or entry.status == Status.WITHDRAWN for entry in entries):
        raise UserError("in-team", _("One of these players is in a team already."))
    team = new_team(tournament, name)
    for entry in entries:
        _join(tournament, team, entry)
    captain = next((entry for entry in entries if entry.player_id is not None), entries[0])
    Entry.objects.filter(pk=captain.pk).update(is_captain=True)
    notices.teams.put_together(tournament, team, entries)
    return team


def put_in(tournament: Tournament, team: Team, entry: Entry) -> None:
    """Add an entry without a team to one; once the tournament runs, as a reserve or in place of a withdrawn member.

    Raises UserError (in-team, full).
    """
    if entry.team_id is not None or entry.status == Status.WITHDRAWN:
        raise UserError("in-team", _("This player is in a team already."))
    _join(tournament, team, entry)
    if tournament.status == Tournament.Status.RUNNING:
        if not entry.seed:
            entry.seed, entry.first_round = entering.late_seed(tournament), entering.next_round(tournament)
        entry.presence = Entry.Presence.HERE
        entry.checked_in_at = entry.checked_in_at or timezone.now()
        entry.save(update_fields=["seed", "first_round", "presence", "checked_in_at"])
        handicaps.fix(tournament)
        gap = team.members.filter(status=Status.WITHDRAWN, line__lte=tournament.team_size).order_by("line").first()
        if gap is not None:
            change_places(gap, entry)
    notices.teams.put_together(tournament, team, [entry])
