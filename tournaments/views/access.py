"""Getting a tournament and the right to it in one step, so that no page has the one without the other."""

from __future__ import annotations

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from accounts.models import Player
from accounts.visitors import reader
from clubs.models import Right
from tournaments.models import Tournament


def visible_tournament(request: HttpRequest, tournament_id: str) -> Tournament:
    """404 if there is none, or not for this visitor: a draft is for its organisers, a private club's for members."""
    tournaments = Tournament.objects.select_related("club", "organiser", "chain")
    tournament = get_object_or_404(tournaments, pk=tournament_id)
    player = reader(request)
    if may_organise(tournament, player):
        return tournament
    if tournament.status == Tournament.Status.DRAFT:
        raise Http404
    if tournament.club is not None and not tournament.club.is_open_to(player):
        raise Http404
    return tournament


def organised_tournament(request: HttpRequest, tournament_id: str) -> Tournament:
    """404 but for its organisers."""
    tournament = visible_tournament(request, tournament_id)
    if not may_organise(tournament, reader(request)):
        raise Http404
    return tournament


def may_organise(tournament: Tournament, player: Player | None) -> bool:
    """The organiser, the helpers, and those who mind the club's tournaments."""
    if player is None:
        return False
    if tournament.organiser_id == player.pk or tournament.helpers.filter(pk=player.pk).exists():
        return True
    membership = tournament.club.membership_of(player) if tournament.club else None
    return membership is not None and membership.may(Right.TOURNAMENTS)
