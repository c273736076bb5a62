"""Clubs and their emblems as evidence."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from typing import Any, Self

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Player
from clubs import models as clubs
from moderation.evidence.source import Source, Viewer

ANNOUNCEMENTS = 5
"""How many of the latest announcements are kept, if the reporter can read them."""

LONGEST_ANNOUNCEMENT = 2000


class Club(Source):
    """A club: its name, texts and announcements. The address contains its slug; the report is about its id."""

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
        return key.isdecimal() and clubs.Membership.objects.filter(club=int(key), player=player).exists()

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
        return {**kept, "about": self.club.about, "announcements": told}


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
