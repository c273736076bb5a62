"""Changing a held seating by hand, until it is published: nobody twice, nobody left out, every table of a size that the
game has. What a change would do is worked out on an `Arrangement`, which the page shows before anything is written.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from common.errors import UserError
from tournaments.base.locking import write
from tournaments.base.snapshot import event_of, format_of, plan_of
from tournaments.base.texts import Json, written
from tournaments.control.acting import checked_reason, current_round, entry_of, locked_as_seen, note
from tournaments.control.undoing import kept, read_seating, write_places
from tournaments.formats import Event, Sentence
from tournaments.formats.sentence import gettext_noop
from tournaments.formats.tables.sizes import seats_served
from tournaments.life import clockwork
from tournaments.life.seating import lots, players_present, publish, write_seating
from tournaments.models import Act, Entry, Place, Round, Tournament

BY_HAND = gettext_noop("The organisers made this table by hand.")
BYE_BY_HAND = gettext_noop("The organisers gave you a bye.")


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Who sits where: the tables by number, each in the order of its seats, and the byes."""

    tables: dict[int, tuple[int, ...]]
    byes: tuple[int, ...]

    @property
    def everyone(self) -> list[int]:
        return [*(entry for table in self.tables.values() for entry in table), *self.byes]

    def table_of(self, entry: int) -> int | None:
        """None: a bye, or no place at all."""
        return next((number for number, table in self.tables.items() if entry in table), None)


# --- What a change makes of it. Each raises UserError (no-change, knockout) ---

Change = Callable[[Arrangement], Arrangement]


def swapped(before: Arrangement, one: int, other: int) -> Arrangement:
    """Each takes the other's place, be it a seat or a bye."""
    if one == other or not {one, other} <= set(before.everyone):
        raise UserError("no-change", _("Choose two different players of this round."))
    places = {one: other, other: one}
    return Arrangement(
        {number: tuple(places.get(entry, entry) for entry in table) for number, table in before.tables.items()},
        tuple(places.get(entry, entry) for entry in before.byes),
    )


def moved(before: Arrangement, entry: int, to: int) -> Arrangement:
    """To the last seat of a table; also who had no place in the round."""
    if to not in before.tables or entry in before.tables[to]:
        raise UserError("no-change", _("Choose another table of this round."))
    rest = _without(before, entry)
    return Arrangement(rest.tables | {to: (*rest.tables[to], entry)}, rest.byes)


def with_bye(before: Arrangement, entry: int) -> Arrangement:
    if entry in before.byes:
        raise UserError("no-change", _("This player has a bye already."))
    rest = _without(before, entry)
    return Arrangement(rest.tables, (*rest.byes, entry))


def _without(before: Arrangement, entry: int) -> Arrangement:
    tables = {number: tuple(one for one in table if one != entry) for number, table in before.tables.items()}
    return Arrangement(tables, tuple(one for one in before.byes if one != entry))


def check_arrangement(tournament: Tournament, before: Arrangement, after: Arrangement) -> None:
    """Raises UserError (twice, left-out, size, bracket)."""
    counted = Counter(after.everyone)
    if any(times > 1 for times in counted.values()):
        raise UserError("twice", _("Nobody can have two places in a round."))
    if not set(before.everyone) <= set(counted):
        raise UserError("left-out", _("Everybody who is there needs a table or a bye."))
    allowed = sizes_allowed(tournament)
    if any(len(table) not in allowed for table in after.tables.values()):
        sentence = _("Tables here have {fewest} to {most} players: change places instead.")
        raise UserError("size", sentence.format(fewest=allowed[0], most=allowed[-1]))
    if tournament.format == "knockout" and _companies(before) != _companies(after):
        raise UserError("bracket", _("In a knockout the bracket says who meets whom: only seats can be exchanged."))


def sizes_allowed(tournament: Tournament) -> range:
    if not format_of(tournament).seatings:
        return range(2, 3)
    return seats_served(plan_of(tournament))


def _companies(seats: Arrangement) -> tuple[set[frozenset[int]], set[int]]:
    return {frozenset(table) for table in seats.tables.values()}, set(seats.byes)


def meetings_before(event: Event) -> Counter[frozenset[int]]:
    """How often each pair has sat together."""
    return Counter(
        frozenset(pair) for each in event.rounds for table in each.tables for pair in combinations(table.entrants, 2)
    )


def meeting_again(met: Counter[frozenset[int]], tables: Iterable[tuple[int, ...]]) -> list[tuple[int, int, int]]:
    """The pairs at these tables that have sat together, with how often."""
    pairs = (pair for table in tables for pair in combinations(table, 2))
    return [(*pair, met[frozenset(pair)]) for pair in pairs if met[frozenset(pair)]]


# --- Verbs ---


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


@transaction.atomic
def swap(*, tournament_id: str, by: Player, one: int, other: int, reason: str, seen: str = "") -> Act:
    """Raises UserError (stale, no-reason, no-round, no-change, size, bracket and others)."""
    return _rearrange(tournament_id, by, "swap", seen, reason, lambda seats: swapped(seats, one, other), [one, other])


@transaction.atomic
def move(*, tournament_id: str, by: Player, one: int, table: int, reason: str, seen: str = "") -> Act:
    """Raises as `swap`."""
    return _rearrange(tournament_id, by, "move", seen, reason, lambda seats: moved(seats, one, table), [one], table)


@transaction.atomic
def make_bye(*, tournament_id: str, by: Player, one: int, reason: str, seen: str = "") -> Act:
    """Raises as `swap`."""
    return _rearrange(tournament_id, by, "bye", seen, reason, lambda seats: with_bye(seats, one), [one])


def _rearrange(
    tournament_id: str, by: Player, what: str, seen: str, reason: str, change: Change, who: list[int], table: int = 0
) -> Act:
    why = checked_reason(reason)
    tournament = locked_as_seen(tournament_id, seen, "seating")
    round_ = current_round(tournament, Round.Status.HELD)
    people = [entry_of(tournament, entry) for entry in who]
    if any(entry.status != Entry.Status.ENTERED for entry in people):
        raise UserError("not-entered", _("Only who is entered can be seated: draw the round anew without the others."))
    was, before = read_seating(round_.pk), arrangement_of(round_)
    after = change(before)
    check_arrangement(tournament, before, after)
    write_places(round_, _state(before, after, was))
    write(tournament)
    about = {"round": round_.number, "table": table} | dict(zip(["one", "other"], map(str, people), strict=False))
    return note(tournament, by, what, about, reason=why, before=kept("seating", round_.pk, was))


def _state(before: Arrangement, after: Arrangement, was: Json) -> Json:
    """As it is kept; tables and byes that were changed say so."""
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
    return {"boards": boards, "places": places}


@transaction.atomic
def draw_anew(*, tournament_id: str, by: Player, reason: str, seen: str = "") -> Act:
    """With whoever is there now, and another lot. Raises UserError (stale, no-reason, no-round, too-few)."""
    why = checked_reason(reason)
    tournament = locked_as_seen(tournament_id, seen, "seating")
    round_ = current_round(tournament, Round.Status.HELD)
    drawn = tournament.acts.filter(what="draw", about__round=round_.number).count() + 1
    present = set(players_present(tournament).values_list("pk", flat=True))
    lot = lots(tournament, round_.number, f"seating, drawn again {drawn}")
    seating = format_of(tournament).seat(event_of(tournament), present, lot)
    if not seating.tables and not seating.byes:
        raise UserError("too-few", _("There are too few players for a round."))
    was = read_seating(round_.pk)
    round_.boards.all().delete()
    round_.places.all().delete()
    write_seating(round_, seating)
    write(tournament)
    before: Any = kept("seating", round_.pk, was)
    return note(tournament, by, "draw", {"round": round_.number}, reason=why, before=before)


def publish_now(*, tournament_id: str, by: Player, seen: str = "") -> None:
    """Everyone may know where they sit; the tables open when the break is over. Raises UserError (stale, no-round)."""
    with transaction.atomic():
        tournament = locked_as_seen(tournament_id, seen, "seating")
        round_ = current_round(tournament, Round.Status.HELD)
        publish(tournament, round_)
        note(tournament, by, "publish", {"round": round_.number})
    clockwork.advance(tournament_id=tournament_id)


def sizes_foreseen(tournament: Tournament, present: int) -> list[tuple[int, int]]:
    """How many tables of which size, the largest first: [(5, 4), (1, 3)] are five of four and one of three."""
    sizes = Counter(format_of(tournament).table_sizes(plan_of(tournament), present))
    return [(number, size) for size, number in sorted(sizes.items(), reverse=True)]
