"""Lists of tournaments that a reader may know about."""

from __future__ import annotations

from django.db.models import Count, Q

from accounts.models import Player
from tournaments.base.permissions import planned_by
from tournaments.models import Entry, Tournament, TournamentQuerySet

HAS_ENTERED = Q(entries__status=Entry.Status.ENTERED)


def of(player: Player) -> Q:
    """Filter tournaments that a player has entered or organises."""
    entered = Tournament.objects.filter(
        entries__player=player, entries__status__in=[Entry.Status.ENTERED, Entry.Status.WAITING]
    )
    return Q(pk__in=entered.values("pk")) | Q(pk__in=planned_by(player).values("pk"))


def drafts_of(player: Player) -> TournamentQuerySet:
    return planned_by(player).filter(status=Tournament.Status.DRAFT).select_related("club")


def for_lists(tournaments: TournamentQuerySet) -> TournamentQuerySet:
    """Add the club and the number of entrants (`entered`)."""
    return tournaments.select_related("club").annotate(entered=Count("entries", filter=HAS_ENTERED))
