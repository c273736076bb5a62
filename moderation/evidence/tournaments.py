"""Tournaments as evidence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from django.utils.translation import gettext_lazy

from accounts.models import Player
from moderation.evidence.source import Source, Viewer
from tournaments import models as tournaments
from tournaments.base.permissions import may_organise, visible_to

MOST_TEAMS = 200
"""The most teams whose names are kept."""


class Tournament(Source):
    """A tournament: its name and texts, the names of its teams, or how it is run."""

    kind = "tournament"
    label = gettext_lazy("tournament")

    def __init__(self, tournament: tournaments.Tournament) -> None:
        self.tournament = tournament

    @classmethod
    def find(cls, key: str, viewer: Viewer) -> Self | None:
        tournament = visible_to(viewer.player).select_related("organiser").filter(pk=key).first()
        return cls(tournament) if tournament else None

    @classmethod
    def involves(cls, key: str, player: Player) -> bool:
        tournament = tournaments.Tournament.objects.filter(pk=key).first()
        has_entered = tournaments.Entry.objects.filter(tournament=key, player=player).exists()
        return has_entered or (tournament is not None and may_organise(tournament, player))

    @property
    def id(self) -> str:
        return self.tournament.pk

    @property
    def title(self) -> str:
        return self.tournament.name

    @property
    def address(self) -> str:
        return self.tournament.get_absolute_url()

    @property
    def must_be_about(self) -> Player:
        return self.tournament.organiser

    def evidence(self) -> Mapping[str, Any]:
        told = self.tournament
        kept = {"name": told.name, "description": told.description, "status": told.status, "round": told.round_number}
        teams = list(told.teams.values_list("name", flat=True)[:MOST_TEAMS])
        return {**kept, "names": teams} if teams else kept
