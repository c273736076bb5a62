"""Lists of tournaments that a reader may know about."""

from __future__ import annotations

from django.db.models import Count, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from accounts.models import Player
from tournaments.base.permissions import planned_by
from tournaments.models import Entry, Tournament, TournamentQuerySet

HAS_ENTERED = Q(entries__status=Entry.Status.ENTERED)


def of(player: Player | int) -> Q:
    """Filter tournaments that a player (or the one with this id) has entered or organises."""
    entered = Tournament.objects.filter(
        entries__player=player, entries__status__in=[Entry.Status.ENTERED, Entry.Status.WAITING]
    )
    return Q(pk__in=entered.values("pk")) | Q(pk__in=planned_by(player).values("pk"))


def drafts_of(player: Player | int) -> TournamentQuerySet:
    return planned_by(player).filter(status=Tournament.Status.DRAFT).select_related("club")


def for_lists(tournaments: TournamentQuerySet) -> TournamentQuerySet:
    """Add the club, the number of entrants (`entered`) and that of their teams (`teams_entered`)."""
    return tournaments.select_related("club").annotate(
        entered=_entered(Count("pk")), teams_entered=_entered(Count("team", distinct=True))
    )


def _entered(counted: Count) -> Coalesce:
    entries = Entry.objects.filter(tournament=OuterRef("pk"), status=Entry.Status.ENTERED).order_by()
    return Coalesce(Subquery(entries.values("tournament").annotate(many=counted).values("many")), 0)
