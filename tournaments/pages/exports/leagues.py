"""The seasons of a league with divisions, as CSV (docs/exports.md)."""

from __future__ import annotations

import csv
import io

from tournaments.divisions import seasons
from tournaments.models import League
from tournaments.pages.exports.files import safe

COLUMNS = ["season", "division", "status", "rank", "name", "score", "move"]


def league_csv(league: League) -> str:
    """Return the standings of each season, oldest first, except drafts."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    drafts = seasons.drafted(league)
    for number in reversed(seasons.seasons_of(league)[1:] if drafts else seasons.seasons_of(league)):
        for shown in seasons.pyramid(league, number):
            assert shown.tournament.division is not None
            about = [number, shown.tournament.division.name, shown.tournament.status]
            for line in shown.lines:
                writer.writerow([safe(str(cell)) for cell in [*about, line.number, line.name, line.score, line.mark]])
    return out.getvalue()
