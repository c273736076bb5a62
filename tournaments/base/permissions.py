"""Who may see and run a tournament.

A club's tournaments are run by members only: by those in charge of its tournaments, and by those who planned or help
with this one, as long as they are members. The owner is always among them.
"""

from __future__ import annotations

from django.db.models import Q

from accounts.models import Player
from clubs.models import Club, Membership, Right
from tournaments.models import Entry, Tournament


def may_organise(tournament: Tournament, player: Player | None) -> bool:
    if player is None:
        return False
    club = _club_in_charge(tournament)
    if club is None:
        return _has_planned(tournament, player)
    membership = club.membership_of(player)
    return membership is not None and (membership.may(Right.TOURNAMENTS) or _has_planned(tournament, player))


def _club_in_charge(tournament: Tournament) -> Club | None:
    """Return the tournament's club; None if it is closed, because then the organisers alone are in charge."""
    club = tournament.club
    return None if club is None or club.closed_at is not None else club


def _has_planned(tournament: Tournament, player: Player) -> bool:
    return tournament.organiser_id == player.pk or tournament.helpers.filter(pk=player.pk).exists()


def organisers_of(tournament: Tournament) -> set[int]:
    """Return the ids of everybody who may run it."""
    planners = {tournament.organiser_id, *tournament.helpers.values_list("pk", flat=True)}
    club = _club_in_charge(tournament)
    if club is None:
        return planners
    members = Membership.objects.filter(club=club)
    minding = set(members.with_right(Right.TOURNAMENTS).values_list("player", flat=True))
    return minding | set(members.filter(player__in=planners).values_list("player", flat=True))


def organised_by(player: Player) -> Q:
    """Filter tournaments that the player has planned or helps with, and may run."""
    helps = Tournament.objects.filter(helpers=player)
    its_own = Q(club=None) | Q(club__closed_at__isnull=False)
    a_members = Q(club__in=Membership.objects.filter(player=player).values("club"))
    return (Q(organiser=player) | Q(pk__in=helps.values("pk"))) & (its_own | a_members)


def may_see(tournament: Tournament, player: Player | None) -> bool:
    """Return whether the player may see the tournament.

    Drafts are for organisers only. A private club's tournaments are for its members and for those who have entered, so
    that somebody who leaves the club can still withdraw.
    """
    if tournament.status != Tournament.Status.DRAFT and (
        tournament.club is None or tournament.club.is_open_to(player) or _has_entered(tournament, player)
    ):
        return True
    return may_organise(tournament, player)


def _has_entered(tournament: Tournament, player: Player | None) -> bool:
    entries = tournament.entries.filter(player=player).exclude(status=Entry.Status.WITHDRAWN)
    return player is not None and entries.exists()
