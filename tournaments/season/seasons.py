"""Services that define a club's seasons; they require the right to manage its tournaments."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.standing import Moderator, Right, check_may, check_public_name
from clubs.models import Club
from common.errors import UserError
from tournaments.base.permissions import check_may_plan_in
from tournaments.models import Season

MOST_SEASONS = 50


@transaction.atomic
def set_season(
    *,
    club_id: int,
    by: Player,
    name: str,
    first_day: date,
    last_day: date,
    counts_best: int | None,
    season_id: int | None = None,
) -> Season:
    """Create a season, or change the one with `season_id`.

    Raises UserError (a sanction, no-right, codes of names, bad-days, overlap, too-many), Season.DoesNotExist.
    """
    check_may(by, Right.NAME)
    club = _locked(club_id, by)
    check_public_name(name)
    others = club.seasons.all() if season_id is None else club.seasons.exclude(pk=season_id)
    if last_day < first_day:
        raise UserError("bad-days", _("The last day must not be before the first."))
    if others.filter(first_day__lte=last_day, last_day__gte=first_day).exists():
        raise UserError("overlap", _("Another season already has some of these days."))
    if season_id is None and others.count() >= MOST_SEASONS:
        raise UserError("too-many", _("There are too many seasons: delete an old one first."))
    season = Season(club=club) if season_id is None else club.seasons.get(pk=season_id)
    season.name, season.first_day, season.last_day, season.counts_best = name, first_day, last_day, counts_best
    season.save()
    return season


@transaction.atomic
def drop_season(*, club_id: int, by: Player, season_id: int) -> None:
    """Delete a season; its tournaments count for the calendar year again. Raises UserError (no-right)."""
    _locked(club_id, by).seasons.filter(pk=season_id).delete()


def has_seasons(club_id: int) -> bool:
    return Season.objects.filter(club=club_id).exists()


@transaction.atomic
def remove_names(*, club_id: int, by: Moderator) -> dict[str, str]:
    """Rename a club's seasons to their years, for a moderator; return the previous names by id."""
    before = {}
    for season in _locked_of_any_club(club_id).seasons.all():
        if season.name != _years(season):
            before[str(season.pk)] = season.name
            season.name = _years(season)
            season.save(update_fields=["name"])
    return before


@transaction.atomic
def restore_names(*, club_id: int, by: Moderator, names: Mapping[str, str]) -> None:
    """Restore names taken away by a moderator, unless a season has been renamed since. Idempotent."""
    for season in _locked_of_any_club(club_id).seasons.filter(pk__in=[int(key) for key in names]):
        if season.name == _years(season):
            season.name = names[str(season.pk)]
            season.save(update_fields=["name"])


def _years(season: Season) -> str:
    first, last = season.first_day.year, season.last_day.year
    return str(first) if first == last else f"{first}/{last}"


def _locked_of_any_club(club_id: int) -> Club:
    """Lock a club for a moderator, even if it is frozen or closed."""
    return Club.objects.select_for_update(of=("self",)).get(pk=club_id)


def _locked(club_id: int, by: Player) -> Club:
    club = Club.objects.alive().select_for_update(of=("self",)).get(pk=club_id)
    check_may_plan_in(club, by)
    return club
