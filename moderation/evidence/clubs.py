"""Clubs and their emblems as evidence."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from typing import Any, Self

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Player
from clubs import models as clubs
from common.converters import row_id
from moderation.evidence.source import Source, Viewer
from tournaments.models import Division, League, Season

ANNOUNCEMENTS = 5
"""How many of the latest announcements are kept, if the reporter can read them."""

LONGEST_ANNOUNCEMENT = 2000

MOST_NAMES = 50
"""How many names of seasons, leagues and divisions are kept, of each."""


class Club(Source):
    """A club: its name, texts, announcements, and the names of its seasons and leagues.

    The address contains its slug; the report is about its id.
    """

    kind = "club"
    label = gettext_lazy("club")

    def __init__(self, club: clubs.Club, viewer: Viewer) -> None:
        self.club, self.viewer = club, viewer

    @classmethod
    def find(cls, key: str, viewer: Viewer) -> Self | None:
        club = clubs.Club.objects.alive().filter(slug=key).first()
        return cls(club, viewer) if club else None

    @classmethod
    def involves(cls, key: str, player: Player) -> bool:
        return clubs.Membership.objects.filter(club=row_id(key), player=player).exists()

    @property
    def id(self) -> str:
        return str(self.club.pk)

    @property
    def title(self) -> str:
        return self.club.name

    @property
    def address(self) -> str:
        return self.club.get_absolute_url()

    def evidence(self) -> Mapping[str, Any]:
        kept = {"name": self.club.name, "slug": self.club.slug}
        if not self.club.is_open_to(self.viewer.player):
            return kept
        newest = clubs.Announcement.objects.filter(club=self.club).order_by("-made_at")[:ANNOUNCEMENTS]
        told = [
            {"title": one.title, "text": one.text[:LONGEST_ANNOUNCEMENT], "author": one.author_id} for one in newest
        ]
        names = _names_within(self.club)
        return {**kept, "about": self.club.about, "announcements": told, **({"names": names} if names else {})}


def _names_within(club: clubs.Club) -> list[str]:
    """Return the names of the club's seasons, leagues and divisions."""
    seasons, leagues = Season.objects.filter(club=club), League.objects.filter(club=club)
    divisions = Division.objects.filter(league__club=club)
    return [
        name for named in (seasons, leagues, divisions) for name in named.values_list("name", flat=True)[:MOST_NAMES]
    ]


class Emblem(Club):
    """A club's emblem, with the picture as it is now."""

    kind = "emblem"
    label = gettext_lazy("emblem")

    @property
    def title(self) -> str:
        return _("The emblem of %(club)s") % {"club": self.club.name}

    def evidence(self) -> Mapping[str, Any]:
        kept = {"name": self.club.name, "slug": self.club.slug, "mark": self.club.picture_mark}
        uploaded = clubs.Emblem.objects.filter(club=self.club).first()
        return {**kept, "webp": b64encode(bytes(uploaded.picture)).decode()} if uploaded else kept
