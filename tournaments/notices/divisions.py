"""Notices of promotion and relegation at the end of a league's season. Each is sent once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import Notice
from accounts.notices import Group, Kind, notify, register
from tournaments.formats.divisions import FALLS, FILLS, RISES, STAYS
from tournaments.models import League

KINDS = {
    RISES: register(
        Kind(
            slug="league-rises",
            label=_("I am promoted in a league"),
            sentence=_(
                "{league}, season {season} is over: you are promoted, and play in the division {division} next."
            ),
            group=Group.LEAGUES,
            by_mail=True,
        )
    ),
    FALLS: register(
        Kind(
            slug="league-falls",
            label=_("I am relegated in a league"),
            sentence=_(
                "{league}, season {season} is over: you are relegated, and play in the division {division} next."
            ),
            group=Group.LEAGUES,
            by_mail=True,
        )
    ),
    FILLS: register(
        Kind(
            slug="league-fills",
            label=_("I get a free place in a higher division of a league"),
            sentence=_(
                "{league}, after season {season}: a place is free, and you are promoted to the division {division}."
            ),
            group=Group.LEAGUES,
            by_mail=True,
        )
    ),
    STAYS: register(
        Kind(
            slug="league-stays",
            label=_("After a change I am neither promoted nor relegated in a league"),
            sentence=_("{league}, after season {season}: something has changed, and you play in {division} next."),
            group=Group.LEAGUES,
            by_mail=True,
        )
    ),
}


def placed(league: League, season: int, division: str, marks: Mapping[int, str]) -> None:
    """Tell players which division they play in after a season, unless their last notice already said so."""
    before = _told(league, season)
    wanted: dict[tuple[str, int], list[int]] = defaultdict(list)
    for player, mark in marks.items():
        told = before.get(player, [])
        if mark in KINDS and KINDS[mark].slug != (told[-1] if told else KINDS[STAYS].slug):
            wanted[mark, len(told)].append(player)
    for (mark, times), players in wanted.items():
        notify(
            kind=KINDS[mark],
            players=players,
            key=f"{league.pk} {season} {times}",
            url=reverse("tournaments:league", args=[league.club.slug, league.pk]),
            gaps={"league": league.name, "season": season, "division": division},
        )


def _told(league: League, season: int) -> dict[int, list[str]]:
    """Return by player the kinds of the notices sent about this season, oldest first."""
    kinds = [kind.slug for kind in KINDS.values()]
    told = Notice.objects.filter(kind__in=kinds, key__startswith=f"{league.pk} {season} ").order_by("created_at", "pk")
    by_player: dict[int, list[str]] = defaultdict(list)
    for player, kind in told.values_list("player", "kind"):
        by_player[player].append(kind)
    return by_player
