"""Notices that tell players that an analysis is done."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.notices import Group, Kind, notify, register
from coach.models import Analysis

DONE = register(
    Kind(
        slug="coach-done",
        label=_("The coach has looked at a match, as I asked"),
        sentence=_("{game}: the coach has looked at your match. Mistakes found: {mistakes}."),
        group=Group.MATCHES,
        by_mail=False,
    )
)


def done(analysis: Analysis) -> None:
    """Tell the player who asked for an analysis that it is done."""
    table = analysis.table
    notify(
        kind=DONE,
        players=[analysis.player_id],
        key=f"{table.pk}/{analysis.seat}",
        url=f"{reverse('games:result', args=[table.pk])}#coach",
        gaps={"game": table.rules.name, "mistakes": sum(one["mistake"] for one in analysis.decisions)},
    )
