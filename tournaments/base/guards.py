"""Getting a tournament and the right to it in one step, so that no page has the one without the other."""

from __future__ import annotations

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from accounts.pages.visitors import reader
from tournaments.base.permissions import may_organise, may_see
from tournaments.models import Tournament

__all__ = ["may_organise", "organised_tournament", "visible_tournament"]


def visible_tournament(request: HttpRequest, tournament_id: str) -> Tournament:
    """404 if there is none, or not for this visitor: a draft is for its organisers, a private club's for members."""
    tournaments = Tournament.objects.select_related("club", "organiser", "chain")
    tournament = get_object_or_404(tournaments, pk=tournament_id)
    if not may_see(tournament, reader(request)):
        raise Http404
    return tournament


def organised_tournament(request: HttpRequest, tournament_id: str) -> Tournament:
    """404 but for its organisers."""
    tournament = visible_tournament(request, tournament_id)
    if not may_organise(tournament, reader(request)):
        raise Http404
    return tournament
