"""Changing a held seating by hand: everybody keeps exactly one place, and every table a size that the game allows.

Changes are made to an `Arrangement`, which is shown in the preview before anything is written.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace

from django.utils.translation import gettext_lazy as _

from common.errors import UserError
from tournaments.base.snapshot import event_of, format_of
from tournaments.base.texts import Json, written
from tournaments.formats import PlayedRound, Sentence
from tournaments.formats.event import SeatedTable
from tournaments.formats.sentence import gettext_noop
from tournaments.models import Place, Round, Tournament

BY_HAND = gettext_noop("The organisers made this table by hand.")
BYE_BY_HAND = gettext_noop("The organisers gave you a bye.")


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The tables by number, each in the order of its seats, and the byes; people are entry ids."""

    tables: dict[int, tuple[int, ...]]
    byes: tuple[int, ...]

    @property
    def everyone(self) -> list[int]:
        return [*(entry for table in self.tables.values() for entry in table), *self.byes]


# --- Changes. Each raises UserError (no-change) ---

Change = Callable[[Arrangement], Arrangement]


def swapped(before: Arrangement, one: int, other: int) -> Arrangement:
    """Return the arrangement with two people swapped; each may have a seat or a bye, and one of them no place."""
    if one == other or {one, other}.isdisjoint(before.everyone):
        raise UserError("no-change", _("Choose two different players of this round."))
    places = {one: other, other: one}
    return Arrangement(
        {number: tuple(places.get(entry, entry) for entry in table) for number, table in before.tables.items()},
        tuple(places.get(entry, entry) for entry in before.byes),
    )


def moved(before: Arrangement, entry: int, to: int) -> Arrangement:
    """Return the arrangement with somebody, who may have had no place, moved to the last seat of a table."""
    if to not in before.tables or entry in before.tables[to]:
        raise UserError("no-change", _("Choose another table of this round."))
    rest = _without(before, entry)
    return Arrangement(rest.tables | {to: (*rest.tables[to], entry)}, rest.byes)


def with_bye(before: Arrangement, entry: int) -> Arrangement:
    if entry in before.byes:
        raise UserError("no-change", _("This player already has a bye."))
    rest = _without(before, entry)
    return Arrangement(rest.tables, (*rest.byes, entry))


def _without(before: Arrangement, entry: int) -> Arrangement:
    tables = {number: tuple(one for one in table if one != entry) for number, table in before.tables.items()}
    return Arrangement(tables, tuple(one for one in before.byes if one != entry))


# --- Which arrangements are valid ---


def check_arrangement(tournament: Tournament, before: Arrangement, after: Arrangement) -> None:
    """Raise UserError (twice, left-out, size, bracket) if the arrangement is not valid."""
    counted = Counter(after.everyone)
    if any(times > 1 for times in counted.values()):
        raise UserError("twice", _("Nobody can have two places in a round."))
    if format_of(tournament).teams_meet:
        _check_lines(tournament, before, after)
        return
    if not set(before.everyone) <= set(counted):
        raise UserError("left-out", _("Everybody who is there needs a table or a bye."))
    allowed = sizes_allowed(tournament)
    if any(len(table) not in allowed for table in after.tables.values()):
        sentence = _("Tables here have {fewest} to {most} players: change places instead.")
        if len(allowed) == 1:
            sentence = _("Every table here has {fewest} players: change places instead.")
        raise UserError("size", sentence.format(fewest=allowed[0], most=allowed[-1]))
    if _is_fixed(tournament) and _companies(before) != _companies(after):
        raise UserError("bracket", _("The format says who meets whom here: only seats can be exchanged."))


def _check_lines(tournament: Tournament, before: Arrangement, after: Arrangement) -> None:
    """Raise UserError (bracket) unless the same teams meet at each table; reserves may have come in."""
    team_of = dict(tournament.entries.values_list("pk", "team"))
    if _teams_at(before, team_of) != _teams_at(after, team_of):
        sentence = _("Who meets whom is drawn: only members of a team change places, and those at a table their seats.")
        raise UserError("bracket", sentence)


def _teams_at(seats: Arrangement, team_of: Mapping[int, int | None]) -> list[Counter[int | None]]:
    return [Counter(team_of[entry] for entry in table) for table in (*seats.tables.values(), seats.byes)]


def sizes_allowed(tournament: Tournament) -> range:
    """Return how many players a table may have; if it is a single number, people can only change places."""
    return format_of(tournament).seats_allowed(tournament.terms.plan)


def _is_fixed(tournament: Tournament) -> bool:
    """Return whether the pairings of the round that is held back are fixed."""
    event = event_of(tournament)
    return format_of(tournament).is_fixed(replace(event, rounds=(*event.rounds, PlayedRound(len(event.rounds) + 1))))


def _companies(seats: Arrangement) -> tuple[set[frozenset[int]], set[int]]:
    return {frozenset(table) for table in seats.tables.values()}, set(seats.byes)


# --- Reading from the database, and the state to write there ---


def arrangement_of(round_: Round) -> Arrangement:
    tables: dict[int, tuple[int, ...]] = dict.fromkeys(round_.boards.values_list("number", flat=True), ())
    byes: list[int] = []
    for entry, number in (
        Place.objects.filter(round=round_).order_by("board__number", "seat", "pk").values_list("entry", "board__number")
    ):
        if number is None:
            byes.append(entry)
        else:
            tables[number] += (entry,)
    return Arrangement(tables, tuple(byes))


def state_of(before: Arrangement, after: Arrangement, was: Json) -> Json:
    """Return the state for `restoring.write_places`: changed tables and byes are explained as made by hand, the others
    keep their reasons from `was`."""
    whys = dict(was["boards"])
    bye_whys = {entry: why for entry, _number, _seat, why in was["places"]}
    by_hand, bye_by_hand = written([Sentence(BY_HAND)]), written([Sentence(BYE_BY_HAND)])
    boards, places = [], []
    for number, table in after.tables.items():
        same = set(table) == set(before.tables[number])
        boards.append([number, whys[number] if same else by_hand])
        places += [[entry, number, seat, []] for seat, entry in enumerate(table)]
    for entry in after.byes:
        places.append([entry, None, None, bye_whys[entry] if entry in before.byes else bye_by_hand])
    return {**was, "boards": boards, "places": places}


def with_lines(state: Json, after: Arrangement, one: int, other: int) -> Json:
    """Return the state of a round of team matches with the lines of two members of a team exchanged.

    A line whose new player was not present when the round was seated is lost without a game.
    """
    places = {one: other, other: one}
    absent = {entry for entry, score in state.get("scores", ()) if score["absent"]}
    tables = [SeatedTable(table, (), tuple(absent.intersection(table))) for table in after.tables.values()]
    scores = [
        [entry, asdict(score)]
        for table in tables
        for entry, score in zip(table.entrants, table.scores or (), strict=False)
    ]
    lines = [[team, number, places.get(entry, entry)] for team, number, entry in state["lines"]]
    return {**state, "scores": scores, "lines": lines}
