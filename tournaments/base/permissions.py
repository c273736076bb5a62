"""Decides who may see, plan and run tournaments, with one rule each for lists and single tournaments.

Only members run a club's tournaments: those with the right to run its tournaments, such as the owner, and those who
planned a tournament or help with it. Once the club is closed, only the organiser and the helpers are in charge.
"""

from __future__ import annotations

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.standing import Authority, Moderator
from clubs.models import Club, Membership, Right
from clubs.services import guards
from common.database.compiled import compiled_once
from common.errors import UserError
from tournaments.models import Entry, Tournament, TournamentQuerySet

OF_NO_CLUB = Q(club=None) | Q(club__closed_at__isnull=False)


def may_plan_in(club: Club, player: Player | None) -> bool:
    return club.closed_at is None and club.frozen_at is None and club.trusts(player, Right.TOURNAMENTS)


def check_may_plan_in(club: Club, player: Player) -> None:
    """Raise UserError (frozen, no-right) unless the player may plan the club's tournaments and seasons."""
    guards.check_is_not_frozen(club)
    if not may_plan_in(club, player):
        raise UserError("no-right", _("You do not have the right to run tournaments of this club: ask its owner."))


def organised_by(player: Player | int | None) -> TournamentQuerySet:
    """Return the tournaments that the player (or the one with this id) may run."""
    if player is None:
        return Tournament.objects.none()
    trusted = Membership.objects.filter(player=player).with_right(Right.TOURNAMENTS)
    return Tournament.objects.filter(_planned_by(player) | (~OF_NO_CLUB & Q(club__in=trusted.values("club"))))


def organises_any(player: Player) -> bool:
    """Return whether the player runs any tournament, or may run those of a club, even if it has none yet."""
    trusted = Membership.objects.filter(player=player, club__closed_at=None).with_right(Right.TOURNAMENTS)
    return organised_by(player).exists() or trusted.exists()


def planned_by(player: Player | int) -> TournamentQuerySet:
    """Return the tournaments that the player has planned or helps with, and may run."""
    return Tournament.objects.filter(_planned_by(player))


def _planned_by(player: Player | int) -> Q:
    helped = Tournament.objects.filter(helpers=player)
    is_member = Q(club__in=Membership.objects.filter(player=player).values("club"))
    return (Q(organiser=player) | Q(pk__in=helped.values("pk"))) & (OF_NO_CLUB | is_member)


def may_organise(tournament: Tournament, player: Player | None) -> bool:
    return bool(_if_organised(tournament.pk, player.pk if player else None))


@compiled_once
def _if_organised(tournament: str, player: int | None) -> QuerySet[Tournament, str]:
    return organised_by(player).filter(pk=tournament).order_by().values_list("pk", flat=True)


def check_may_run(tournament: Tournament, by: Authority) -> None:
    """Raise UserError (frozen, no-right) unless `by` is a moderator, or a player who may run the tournament."""
    if isinstance(by, Moderator):
        return
    check_is_not_frozen(tournament)
    if not may_organise(tournament, by):
        raise UserError("no-right", _("Only the organisers of this tournament can do that."))


def check_is_not_frozen(tournament: Tournament) -> None:
    """Raise UserError (frozen) if moderators have frozen the tournament."""
    if tournament.frozen_at is not None:
        raise UserError("frozen", _("The moderators have frozen this tournament: nothing happens in it for now."))


def organisers_of(tournament: Tournament) -> set[int]:
    """Return the ids of all players who may run the tournament."""
    planners = Q(pk=tournament.organiser_id) | Q(pk__in=tournament.helpers.values("pk"))
    leading = Membership.objects.filter(club=tournament.club_id).leading()
    asked = Player.objects.filter(planners | Q(pk__in=leading.values("player")))
    return {player.pk for player in asked if may_organise(tournament, player)}


def listed_for(player: Player | int | None) -> TournamentQuerySet:
    """Return the tournaments announced to the player (or the one with this id; None: a visitor). Those of private clubs
    are announced to members only."""
    return Tournament.objects.filter(_listed_for(player))


def is_listed_for_everyone(tournament: Tournament) -> bool:
    """Return whether the tournament is announced even to visitors; for other readers, see `listed_for`."""
    is_open = tournament.club is None or not tournament.club.is_private
    return is_open and tournament.status != Tournament.Status.DRAFT


def _listed_for(player: Player | int | None) -> Q:
    # negated, because databases would search club by club, and sort, for "of no club or of an open one"
    return ~Q(status=Tournament.Status.DRAFT) & ~Q(club__in=Club.objects.closed_to(player).values("pk"))


def visible_to(player: Player | None) -> TournamentQuerySet:
    """Return the tournaments whose pages the player may see.

    These are the listed ones, those the player runs (drafts included), and those the player has entered, so that
    somebody who leaves the club can still withdraw.
    """
    if player is None:
        return listed_for(None)
    entries = Entry.objects.filter(player=player).exclude(status=Entry.Status.WITHDRAWN)
    has_entered = ~Q(status=Tournament.Status.DRAFT) & Q(pk__in=entries.values("tournament"))
    runs = Q(pk__in=organised_by(player).values("pk"))
    return Tournament.objects.filter(_listed_for(player) | has_entered | runs)


def may_see(tournament: Tournament, player: Player | None) -> bool:
    return visible_to(player).filter(pk=tournament.pk).exists()
