"""Fetch a tournament and check the reader's permissions in one step, so that no view can do one without the other."""

from __future__ import annotations

from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from accounts.pages.visitors import reader
from tournaments.base.permissions import is_listed_for_everyone, organised_by, visible_to
from tournaments.models import Tournament, TournamentQuerySet


def visible_tournament(request: HttpRequest, tournament_id: str) -> Tournament:
    """Return the tournament; 404 if there is none or the visitor may not see it.

    Drafts are for organisers only, and a private club's tournaments for its members.
    """
    tournament = _found(Tournament.objects.all(), tournament_id)
    if not is_listed_for_everyone(tournament):
        get_object_or_404(visible_to(reader(request)).only("pk"), pk=tournament_id)
    return tournament


def organised_tournament(request: HttpRequest, tournament_id: str) -> Tournament:
    """Return the tournament; 404 for anybody but its organisers."""
    return _found(organised_by(reader(request)), tournament_id)


def _found(tournaments: TournamentQuerySet, tournament_id: str) -> Tournament:
    return get_object_or_404(tournaments.select_related("club", "organiser", "chain"), pk=tournament_id)
