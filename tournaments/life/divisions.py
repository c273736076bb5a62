"""Promotion and relegation after a season of a league, and the notices about them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tournaments.base.standings import standings_of
from tournaments.formats.divisions import Finished, Placed, next_season
from tournaments.models import Entry, League, Tournament
from tournaments.notices import divisions as notices

Status = Tournament.Status


def of_season(league_id: int, number: int) -> list[Tournament]:
    """Return the tournaments of a season, the highest division first."""
    found = Tournament.objects.filter(division__league=league_id, division_season=number)
    return list(found.select_related("division__league", "club", "organiser").order_by("division__rank"))


def following(season: Sequence[Tournament]) -> list[list[Placed]]:
    """Return the players of each division in the next season by the current standings, the highest division first."""
    return next_season([finished_division(one) for one in season])


def finished_division(tournament: Tournament) -> Finished:
    """Return a division at the end of its season; before the start, and if the season was cancelled, players keep the
    order in which they were placed."""
    assert tournament.division is not None
    entries = {one.player_id: one for one in tournament.entries.select_related("player") if one.player_id is not None}
    if tournament.status == Status.CANCELLED or tournament.started_at is None:
        placed = list(tournament.placings.order_by("number").values_list("player", flat=True))
        order = [*placed, *(one for one in entries if one not in placed)]
    else:
        rows = standings_of(tournament)
        rows.sort(key=lambda row: (row["rank"], entries[row["player"]].seed if row["player"] in entries else 0))
        order = [row["player"] for row in rows if row["player"] in entries]
    return Finished(
        places=tournament.division.places,
        falls=tournament.division.falls,
        order=order,
        leavers=[one for one in order if one not in entries or has_left(entries[one])],
        is_cancelled=tournament.status == Status.CANCELLED,
    )


def has_left(entry: Entry) -> bool:
    """Return whether somebody leaves the league because they have withdrawn or no longer have an account."""
    assert entry.player is not None
    is_gone = not entry.player.is_active or entry.player.deletion_due_at is not None
    return entry.status == Entry.Status.WITHDRAWN or is_gone


def tell_if_over(tournament: Tournament) -> None:
    """Tell players of their next division if the season is over in all divisions of the league. Idempotent.

    The league is locked, so that the later of two divisions that end at the same time sends the notices.
    """
    division, number = tournament.division, tournament.division_season
    if division is None:
        return
    league = League.objects.select_for_update(of=("self",)).select_related("club").get(pk=division.league_id)
    season = of_season(league.pk, number)
    if all(one.is_over for one in season):
        names = [one.division.name for one in season if one.division]
        tell(league, number, dict(zip(names, following(season), strict=True)))


def tell(league: League, season: int, placed: Mapping[str, Sequence[Placed]]) -> None:
    """Tell all players of their division after a season; `placed` has the players of each division by its name."""
    for division, players in placed.items():
        notices.placed(league, season, division, {one.player: one.mark for one in players})
