"""Standings as pages show them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.base.labels import tie_break_name, tie_break_summary
from tournaments.base.standings import Row, standings_of
from tournaments.formats.duels.ranking import NONE
from tournaments.models import Entry, Tournament


@dataclass(frozen=True, slots=True)
class RankShown:
    row: Row
    entry: Entry | None
    medal: int
    """1 to 3 once the tournament is over; otherwise 0."""
    place: int | None
    """None until there is a result, as everyone would share first place."""

    @property
    def name(self) -> str:
        return self.entry.name if self.entry else str(self.row["name"])

    @property
    def marked_name(self) -> str:
        """Return the name, with bots marked as such."""
        return self.entry.marked_name if self.entry else self.name

    @property
    def by_house(self) -> str:
        """Return the points that the house made for a person in words, or an empty string."""
        return house_said(self.row)

    @property
    def rounds(self) -> list[str]:
        return [brought_shown(brought) for brought in self.row["rounds"]]


def house_said(row: Row) -> str:
    """Say how many points the house made for a person; empty if it played no deal, or if the standings are too old."""
    house = row.get("by_house")
    if not house:
        return ""
    of_points = house["of_points"]
    template = ngettext(
        "%(points)d of %(of_points)d point by the house", "%(points)d of %(of_points)d points by the house", of_points
    )
    return template % house


def has_house(rows: Iterable[Row]) -> bool:
    """Return whether the house played a deal for anyone."""
    return any(row.get("by_house") for row in rows)


def brought_shown(brought: str) -> str:
    """Return an entry of the results grid in the reader's language."""
    return brought.replace("bye", _("bye"))


def has_scored(rows: Iterable[Mapping[str, Any]]) -> bool:
    """Return whether anyone has a score from a match, so that places mean something."""
    in_rounds = (brought for row in rows for brought in row["rounds"])
    return any(brought not in ("", NONE) and not brought.startswith(("bye", "(")) for brought in in_rounds)


def has_missed(rows: Iterable[Row]) -> bool:
    """Return whether any missed round has a score, which the grid shows in parentheses."""
    return any(brought.startswith("(") for row in rows for brought in row["rounds"])


def ranks_shown(
    tournament: Tournament, entries: Mapping[int, Entry], rows: Iterable[Row] | None = None
) -> list[RankShown]:
    """Return these rows of the standings as shown; all rows if `rows` is None."""
    is_over = tournament.status == Tournament.Status.FINISHED
    standings = standings_of(tournament)
    has_places = is_over or has_scored(standings)
    return [
        RankShown(
            row,
            entries.get(row["entry"]),
            row["rank"] if is_over and row["rank"] <= 3 else 0,
            row["rank"] if has_places else None,
        )
        for row in (standings if rows is None else rows)
    ]


def tie_break_columns(rows: list[Row]) -> list[tuple[str, str]]:
    """Return the name and explanation of each tie-break, in order."""
    return [(tie_break_name(slug), tie_break_summary(slug)) for slug, _shown in (rows[0]["tie_breaks"] if rows else [])]


# --- In words ---


def rank_said(tournament: Tournament, entry: Entry) -> Iterator[str]:
    """Tell a player their place in the standings."""
    rows = standings_of(tournament)
    for row in rows if has_scored(rows) else ():
        if row["entry"] == entry.pk:
            yield _("You are in place %(rank)d of %(all)d.") % {"rank": row["rank"], "all": len(rows)}


def winners_said(rows: list[dict[str, object]]) -> str:
    names = [str(row["name"]) for row in rows if row["rank"] == 1]
    return ngettext("Winner: %(names)s.", "Winners: %(names)s.", len(names)) % {"names": get_text_list(names, _("and"))}


def outcome_said(tournament: Tournament, entry: Entry | None) -> tuple[str, str]:
    """Say how a finished tournament ended for a player, as a title and a line."""
    rows = standings_of(tournament)
    own = next((row for row in rows if entry and row["entry"] == entry.pk), None)
    if own is None:
        return _("This tournament is over."), winners_said(rows)
    if own["rank"] == 1:
        return _("You have won!"), _("Congratulations.")
    return _("You came in place %(rank)d of %(all)d") % {"rank": own["rank"], "all": len(rows)}, winners_said(rows)
