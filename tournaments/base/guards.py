"""Fetch a tournament and check the reader's permissions in one step, so that no view can do one without the other."""

from __future__ import annotations

from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from accounts.pages.visitors import reader
from common.database.compiled import compiled_once
from tournaments.base.permissions import is_listed_for_everyone, organised_by, visible_to
from tournaments.models import Tournament, TournamentQuerySet


def visible_tournament(request: HttpRequest, tournament_id: str) -> Tournament:
    """Return the tournament; 404 if there is none or the visitor may not see it.

    Drafts are for organisers only, and a private club's tournaments for its members.
    """
    tournament = _only(_any(tournament_id))
    if not is_listed_for_everyone(tournament):
        get_object_or_404(visible_to(reader(request)).only("pk"), pk=tournament_id)
    return tournament


def organised_tournament(request: HttpRequest, tournament_id: str) -> Tournament:
    """Return the tournament; 404 for anybody but its organisers."""
    player = reader(request)
    return _only(_organised(tournament_id, player.pk if player else None))


def _only(found: list[Tournament]) -> Tournament:
    if not found:
        raise Http404
    return found[0]


@compiled_once
def _any(tournament_id: str) -> QuerySet[Tournament]:
    return _with_its_people(Tournament.objects.filter(pk=tournament_id))


@compiled_once
def _organised(tournament_id: str, player: int | None) -> QuerySet[Tournament]:
    return _with_its_people(organised_by(player).filter(pk=tournament_id))


def _with_its_people(tournaments: TournamentQuerySet) -> TournamentQuerySet:
    return tournaments.select_related("club", "organiser", "chain").order_by()
