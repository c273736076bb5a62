"""A tournament's picture for link previews: its name, date, and its winners or number of entrants."""

from __future__ import annotations

from collections.abc import Iterator
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.pages.pictures.card import SOFT, Text, card
from tournaments.base.cached import numbers_of
from tournaments.base.standings import standings_of
from tournaments.models import Tournament

MOST_LINES = 3


def drawn(tournament: Tournament) -> bytes:
    """Return a PNG of 1200 × 630 pixels."""
    return card(_texts(tournament))


def _texts(tournament: Tournament) -> Iterator[Text]:
    yield Text(tournament.club.name if tournament.club else "Boneyard", 34, SOFT)
    yield Text(tournament.name, 76, most=MOST_LINES)
    with timezone.override(ZoneInfo(tournament.time_zone)):
        begins = date_format(timezone.localtime(tournament.begins_at), "LONG_DATETIME_FORMAT")
        yield Text(f"{begins} ({tournament.time_zone})", 34, SOFT)
    yield from (Text(line, 40) for line in _who(tournament))


def _who(tournament: Tournament) -> Iterator[str]:
    if tournament.status == Tournament.Status.CANCELLED:
        yield _("cancelled")
    elif tournament.final:
        for row in [row for row in standings_of(tournament) if row["rank"] <= 3][:3]:
            yield f"{row['rank']}. {row['name']}"
    else:
        yield f"{tournament.get_game_display()} · {_entrants(tournament)}"


def _entrants(tournament: Tournament) -> str:
    """Return the number of entrants in words: teams in team events, otherwise players."""
    numbers = numbers_of(tournament)
    if tournament.has_teams:
        return ngettext("%(count)d team", "%(count)d teams", numbers.teams) % {"count": numbers.teams}
    return ngettext("%(count)d player", "%(count)d players", numbers.entered) % {"count": numbers.entered}
