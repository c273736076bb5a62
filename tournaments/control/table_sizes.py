"""The number and sizes of tables for a number of players, and the number of matches for a number of teams."""

from __future__ import annotations

from collections import Counter

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.base.snapshot import format_of
from tournaments.models import Tournament


def table_sizes(tournament: Tournament, present: int) -> list[tuple[int, int]]:
    """Return pairs of count and size, the largest first: [(5, 4), (1, 3)] means five tables of four and one of
    three."""
    sizes = Counter(format_of(tournament).table_sizes(tournament.terms.plan, present))
    return [(number, size) for size, number in sorted(sizes.items(), reverse=True)]


def in_words(tournament: Tournament, present: int) -> str:
    """Return "23 players: 5 tables of 4, 1 table of 3"."""
    sizes = table_sizes(tournament, present)
    players = ngettext("{number} player", "{number} players", present).format(number=present)
    if not sizes and tournament.is_rolling:
        return _("{players}: too few for a table").format(players=players)
    if not sizes:
        return _("{players}: too few for a round").format(players=players)
    tables = [
        ngettext("{number} table of {size}", "{number} tables of {size}", number).format(number=number, size=size)
        for number, size in sizes
    ]
    if left := present - sum(number * size for number, size in sizes):
        if tournament.is_rolling:
            tables.append(ngettext("{left} waits", "{left} wait", left).format(left=left))
        else:
            tables.append(ngettext("{left} bye", "{left} byes", left).format(left=left))
    return _("{players}: {tables}").format(players=players, tables=", ".join(tables))


def matches_in_words(tournament: Tournament, present: int) -> str:
    """Return "5 teams: 2 matches on 3 lines, 1 bye"."""
    teams = ngettext("{number} team", "{number} teams", present).format(number=present)
    number, left = divmod(present, 2)
    if not number:
        return _("{players}: too few for a round").format(players=teams)
    said = ngettext("{number} match on {lines} lines", "{number} matches on {lines} lines", number)
    matches = [said.format(number=number, lines=tournament.team_size)]
    if left:
        matches.append(ngettext("{left} bye", "{left} byes", left).format(left=left))
    return _("{players}: {tables}").format(players=teams, tables=", ".join(matches))
