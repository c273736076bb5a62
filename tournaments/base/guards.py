"""Fetch a tournament and check the reader's permissions in one step, so that no view can do one without the other."""

from __future__ import annotations

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from accounts.pages.visitors import reader
from tournaments.base.permissions import may_organise, may_see
from tournaments.models import Tournament

__all__ = ["may_organise", "organised_tournament", "visible_tournament"]


def visible_tournament(request: HttpRequest, tournament_id: str) -> Tournament:
    """Return the tournament; 404 if there is none or the visitor may not see it.

    Drafts are for organisers only, and a private club's tournaments for its members.
    """
    tournaments = Tournament.objects.select_related("club", "organiser", "chain")
    tournament = get_object_or_404(tournaments, pk=tournament_id)
    if not may_see(tournament, reader(request)):
        raise Http404
    return tournament


def organised_tournament(request: HttpRequest, tournament_id: str) -> Tournament:
    """Return the tournament; 404 for anybody but its organisers."""
    tournament = visible_tournament(request, tournament_id)
    if not may_organise(tournament, reader(request)):
        raise Http404
    return tournament
