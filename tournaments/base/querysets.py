"""Lists of tournaments that a reader may know about."""

from __future__ import annotations

from django.db.models import Count, Q

from accounts.models import Player
from tournaments.base.permissions import organised_by
from tournaments.models import Entry, Tournament, TournamentQuerySet

HAS_ENTERED = Q(entries__status=Entry.Status.ENTERED)


def known_to(player: Player | None) -> TournamentQuerySet:
    """Return announced tournaments; those of private clubs only to their members."""
    open_to_all = Q(club=None) | Q(club__is_private=False)
    mine = Q(club__memberships__player=player) if player else Q(pk=None)
    known = Tournament.objects.announced().filter(open_to_all | mine)
    return Tournament.objects.filter(pk__in=known.values("pk"))


def of(player: Player) -> Q:
    """Filter tournaments that a player has entered or organises."""
    entered = Tournament.objects.filter(
        entries__player=player, entries__status__in=[Entry.Status.ENTERED, Entry.Status.WAITING]
    )
    return Q(pk__in=entered.values("pk")) | organised_by(player)


def drafts_of(player: Player) -> TournamentQuerySet:
    return Tournament.objects.filter(organised_by(player), status=Tournament.Status.DRAFT).select_related("club")


def for_lists(tournaments: TournamentQuerySet) -> TournamentQuerySet:
    """Add the club and the number of entrants (`entered`)."""
    return tournaments.select_related("club").annotate(entered=Count("entries", filter=HAS_ENTERED))
