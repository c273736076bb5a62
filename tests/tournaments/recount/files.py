"""The files of a tournament as anybody can download them, each record checked against the rules of its game."""

from __future__ import annotations

import io
import json
import re
import zipfile
from typing import Any

from games.rules.records import record
from tests.tournaments.recount.played import Wrong
from tests.tournaments.recount.ranking import Row
from tests.tournaments.recount.standings import count, count_teams
from tournaments.models import Tournament
from tournaments.pages.exports.files import records_zip


def recount(tournament: Tournament) -> list[Row]:
    """Return the standings as they follow from the files. Raises Wrong if a record violates the rules."""
    return count(*downloaded(tournament))


def recount_teams(tournament: Tournament) -> list[Row]:
    """Return the standings of teams as they follow from the files. Raises Wrong if a record violates the rules."""
    return count_teams(*downloaded(tournament))


def downloaded(tournament: Tournament) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return `tournament.json`, and the records by the ids of their tables. Raises Wrong."""
    with zipfile.ZipFile(io.BytesIO(b"".join(records_zip(tournament)))) as archive:
        files = {name: json.loads(archive.read(name)) for name in archive.namelist()}
    records = {re.sub(r".*/table-\d+-|\.json$", "", name): one for name, one in files.items() if "/" in name}
    for table, written in records.items():
        problems = record.check(written)
        if problems:
            raise Wrong(f"table {table}: {problems}")
    return files["tournament.json"], records
