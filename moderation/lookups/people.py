"""Collects what is known about a player: earlier names, cases, sanctions, acts, and seats."""

from __future__ import annotations

from dataclasses import dataclass

from accounts.models import Lapse, PastName, Player, Sanction
from games.models import SeatStay
from moderation.models import Act, Case, Note

NEWEST = 10
"""How many of each are shown."""


@dataclass(frozen=True, slots=True)
class Past:
    """A player's past, newest first."""

    player: Player
    names: list[PastName]
    cases: list[Case]
    sanctions: list[Sanction]
    acts: list[Act]
    lapses: list[Lapse]
    stays: list[SeatStay]
    notes: list[Note]


def past_of(player: Player, *, but: Case | None = None) -> Past:
    """Return what is known about a player, apart from one case. Makes seven queries."""
    other_cases = Case.objects.about(player.pk)
    if but is not None:
        other_cases = other_cases.exclude(pk=but.pk)
    return Past(
        player=player,
        names=list(PastName.objects.filter(player=player).order_by("-given_up_at")[:NEWEST]),
        cases=list(other_cases.select_related("closed_by")[:NEWEST]),
        sanctions=list(Sanction.objects.filter(player=player).select_related("given_by")[:NEWEST]),
        acts=list(Act.objects.about(player.pk).exclude(case=but).select_related("by")[:NEWEST]),
        lapses=list(Lapse.objects.filter(player=player)[:NEWEST]),
        stays=list(SeatStay.objects.filter(player=player).select_related("table").order_by("-pk")[:NEWEST]),
        notes=list(Note.objects.filter(case__player=player).exclude(case=but).select_related("by")[:NEWEST]),
    )
