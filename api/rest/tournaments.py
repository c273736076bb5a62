"""Tournaments: their plans, entries, rounds and standings."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from django.shortcuts import get_object_or_404
from ninja import Field, Path, Router, Schema

from api.rest.base.asking import Request
from api.rest.base.paging import Page, PageAsked, page_of
from api.rest.base.parts import Json, Link, Slug, link_to
from tournaments.base import querysets
from tournaments.base.permissions import listed_for, visible_to
from tournaments.models import Tournament, TournamentQuerySet
from tournaments.pages.exports import files
from tournaments.pages.rounds import entries_of

router = Router(tags=["tournaments"])

TournamentId = Annotated[str, Path(max_length=20, description="The tournament's id, as in its address.")]


class ShownTournament(Schema):
    """A tournament in a list."""

    id: str
    name: str
    url: Link
    game: str
    format: str
    status: Literal["draft", "announced", "registration", "check-in", "running", "finished", "cancelled"]
    club: str | None
    admits_bots: bool = Field(description="Whether bots of players may enter.")
    entered: int = Field(description="The number of entries that have a place.")
    starts_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    is_frozen: bool
    version: int = Field(description="Grows with every change.")


class TournamentDetail(ShownTournament):
    description: str = Field(description="Markdown.")
    organiser: str
    plan: Json = Field(description="The terms, as in docs/exports.md.")
    cancelled_because: str


class Entry(Schema):
    id: int
    name: str
    bot: str = Field(description="The level of a bot of the house; empty for players and their bots.")
    is_bot: bool = Field(description="Whether it is a bot, the house's or a player's.")
    status: Literal["entered", "waiting", "withdrawn"]
    seed: int
    is_checked_in: bool
    entered_at: datetime


def shown(tournament: Any) -> dict[str, Any]:
    """Return a tournament of `querysets.for_lists`."""
    return {
        "id": tournament.pk,
        "name": tournament.name,
        "url": link_to(tournament),
        "game": tournament.game,
        "format": tournament.format,
        "status": tournament.status,
        "club": tournament.club.slug if tournament.club else None,
        "admits_bots": tournament.admits_bots,
        "entered": tournament.entered,
        "starts_at": tournament.starts_at,
        "started_at": tournament.started_at,
        "finished_at": tournament.finished_at,
        "is_frozen": tournament.frozen_at is not None,
        "version": tournament.version,
    }


@router.get("", response=Page[ShownTournament], summary="Tournaments")
def list_tournaments(
    request: Request,
    page: PageAsked,
    when: Literal["coming", "running", "over"] = "coming",
    game: Slug = "",
    club: Slug = "",
    mine: bool = False,
    admits_bots: bool = False,
) -> dict[str, Any]:
    """List announced tournaments: coming ones by their start, others newest first. `mine` keeps only those that you
    have entered or organise, and needs a token. `admits_bots` keeps only those that players' bots may enter."""
    reader = request.auth.reader
    found = listed_for(reader)
    found = {"coming": found.coming, "running": found.running, "over": found.over}[when]()
    if game:
        found = found.filter(game=game)
    if club:
        found = found.filter(club__slug=club)
    if mine:
        found = found.filter(querysets.of(reader)) if reader else found.none()
    if admits_bots:
        found = found.filter(admits_bots=True)
    return page_of(querysets.for_lists(found), page, shown, by="starts_at", newest_first=when != "coming")


def seen_by(request: Request) -> TournamentQuerySet:
    return visible_to(request.auth.reader).select_related("club", "organiser", "chain")


def visible(request: Request, tournament_id: str) -> Tournament:
    return get_object_or_404(seen_by(request), pk=tournament_id)


@router.get("/{tournament_id}", response=TournamentDetail, summary="One tournament")
def read_tournament(request: Request, tournament_id: TournamentId) -> dict[str, Any]:
    found = get_object_or_404(querysets.for_lists(seen_by(request)), pk=tournament_id)
    return shown(found) | {
        "description": found.description,
        "organiser": found.organiser.username,
        "plan": files.plan_json(found.terms),
        "cancelled_because": found.cancelled_because,
    }


@router.get("/{tournament_id}/entries", response=Page[Entry], summary="The entries, in the order of entering")
def list_entries(request: Request, tournament_id: TournamentId, page: PageAsked) -> dict[str, Any]:
    entries = visible(request, tournament_id).entries.select_related("player")
    return page_of(entries, page, shown_entry)


def shown_entry(entry: Any) -> dict[str, Any]:
    return files.entry_json(entry) | {"is_checked_in": entry.checked_in_at is not None}


@router.get("/{tournament_id}/standings", response=list[Json], summary="The standings; empty before the start")
def read_standings(request: Request, tournament_id: TournamentId) -> list[dict[str, Any]]:
    """Return the rows in order, as in docs/exports.md."""
    return files.standings_json(visible(request, tournament_id))


class Team(Schema):
    id: int
    name: str
    members: list[int] = Field(description="Ids of entries, in the order of the team's lines.")


@router.get("/{tournament_id}/teams", response=list[Team], summary="The teams, in the order in which they were made")
def list_teams(request: Request, tournament_id: TournamentId) -> list[dict[str, Any]]:
    """Return an empty list if everybody plays for themselves."""
    tournament = visible(request, tournament_id)
    return files.teams_json(tournament, tournament.entries.filter(team__isnull=False))


@router.get("/{tournament_id}/team-standings", response=list[Json], summary="The standings of teams")
def read_team_standings(request: Request, tournament_id: TournamentId) -> list[dict[str, Any]]:
    """Return the rows in order, as in docs/exports.md; none before the start, or if no teams play."""
    return files.team_standings_json(visible(request, tournament_id))


@router.get("/{tournament_id}/rounds", response=list[Json], summary="The rounds with their tables, and byes")
def list_rounds(request: Request, tournament_id: TournamentId) -> list[dict[str, Any]]:
    """Return the public rounds, as in docs/exports.md. Of tables that are still running, only the players are shown."""
    tournament = visible(request, tournament_id)
    return files.rounds_json(tournament, {entry.pk: entry.name for entry in entries_of(tournament).values()})
