"""Names of leagues, their divisions and seasons, which organisers can change and moderators can remove."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

import clubs.log
from accounts.models import Player
from accounts.standing import Moderator, Right, check_may, check_public_name
from games import services as tables
from tournaments.base import log
from tournaments.base.locking import locked, write
from tournaments.base.permissions import check_may_plan_in
from tournaments.control.moderating import rewrite
from tournaments.models import Division, League, Tournament

Names = dict[str, dict[str, str]]

RENAMED = log.register(log.LineKind("renamed-with-league", _("{by} renamed the league and its seasons.")))


def season_name(league: str, number: int, division: str) -> str:
    """Return the name of a division's season, as it is drafted."""
    return f"{league} {number}: {division}"


def has_leagues(club_id: int) -> bool:
    return League.objects.filter(club=club_id).exists()


@transaction.atomic
def rename(*, league_id: int, by: Player, name: str, divisions: Mapping[int, str], now: datetime) -> None:
    """Rename a league, its divisions (by rank), and the seasons that are named after them.

    Raises UserError (a sanction, frozen, no-right, codes of names).
    """
    check_may(by, Right.NAME)
    league = League.objects.select_for_update(of=("self",)).select_related("club").get(pk=league_id)
    check_may_plan_in(league.club, by)
    before = {one: one.name for one in league.divisions.all()}
    after = {one: divisions.get(one.rank, one.name) for one in before}
    if (league.name, before) == (name, after):
        return
    for one in (name, *after.values()):
        check_public_name(one)
    for division in before:
        for season in Tournament.objects.filter(division=division).order_by("pk"):
            number = season.division_season
            if season.name == season_name(league.name, number, before[division]):
                _rename_season(season.pk, by, season_name(name, number, after[division]))
        Division.objects.filter(pk=division.pk).update(name=after[division])
    League.objects.filter(pk=league.pk).update(name=name)
    clubs.log.note(league.club, clubs.log.Kind.LEAGUE_RENAMED, by=by, now=now)


def _rename_season(tournament_id: str, by: Player, name: str) -> None:
    tournament = locked(tournament_id)
    tables.rename_occasion(url=tournament.get_absolute_url(), name=name)
    write(tournament, name=name)
    log.note(tournament, by, RENAMED, {})


@transaction.atomic
def remove_names(*, club_id: int, by: Moderator) -> Names:
    """Give a club's leagues, divisions, and seasons named after them, neutral names; return the old ones by id."""
    before: Names = {"leagues": {}, "divisions": {}, "seasons": {}}
    for league in League.objects.select_for_update(of=("self",)).filter(club=club_id).order_by("pk"):
        for division in league.divisions.all():
            for one in Tournament.objects.filter(division=division).order_by("pk"):
                if one.name == season_name(league.name, one.division_season, division.name):
                    neutral = season_name(_neutral(league), one.division_season, _neutral(division))
                    rewrite(tournament_id=one.pk, by=by, name=neutral)
                    before["seasons"][one.pk] = one.name
            before["divisions"][str(division.pk)] = division.name
            Division.objects.filter(pk=division.pk).update(name=_neutral(division))
        before["leagues"][str(league.pk)] = league.name
        League.objects.filter(pk=league.pk).update(name=_neutral(league))
    return before


@transaction.atomic
def restore_names(*, by: Moderator, names: Names) -> None:
    """Restore the names that were removed. Idempotent."""
    _give_back(League, names["leagues"])
    _give_back(Division, names["divisions"])
    for one in Tournament.objects.filter(pk__in=names["seasons"], division__isnull=False).order_by("pk"):
        assert one.division is not None
        if one.name == season_name(_neutral(one.division.league), one.division_season, _neutral(one.division)):
            rewrite(tournament_id=one.pk, by=by, name=names["seasons"][one.pk])


def _give_back(model: type[League] | type[Division], names: Mapping[str, str]) -> None:
    for key, name in names.items():
        model._default_manager.filter(pk=int(key), name__startswith="#").update(name=name)


def _neutral(named: League | Division) -> str:
    return f"#{named.rank}" if isinstance(named, Division) else f"#{named.pk}"
