"""Accounts that are likely the same person's: they share a browser or an address."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count

from accounts.models import Player
from moderation.models import Trace

CROWD = 12
"""A mark shared by more players than this is ignored: it may be a school, a café or a mobile network."""

MOST_SHOWN = 15


@dataclass(frozen=True, slots=True)
class Likely:
    """Another account, and the numbers of browsers and addresses that it shares."""

    player: Player
    browsers: int
    addresses: int
    seen_at: datetime


def likely_same(player: Player) -> list[Likely]:
    """Return accounts that share browsers or addresses with a player, those with a shared browser first. Makes three
    queries."""
    own = list(Trace.objects.filter(player=player).values_list("mark", flat=True))
    crowds = Trace.objects.filter(mark__in=own).values("mark").annotate(many=Count("player")).order_by()
    telling = [row["mark"] for row in crowds if row["many"] <= CROWD]
    shared: defaultdict[int, list[Trace]] = defaultdict(list)
    for trace in Trace.objects.filter(mark__in=telling).exclude(player=player).select_related("player"):
        shared[trace.player_id].append(trace)
    found = [
        Likely(
            player=traces[0].player,
            browsers=sum(trace.kind == Trace.Kind.BROWSER for trace in traces),
            addresses=sum(trace.kind == Trace.Kind.ADDRESS for trace in traces),
            seen_at=max(trace.seen_at for trace in traces),
        )
        for traces in shared.values()
    ]
    return sorted(found, key=lambda one: (-one.browsers, -one.addresses, one.player.username))[:MOST_SHOWN]
