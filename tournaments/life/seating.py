"""Seating a round: computing, storing and publishing it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection
from dataclasses import asdict, dataclass
from datetime import datetime

from django.db.models import Max

from tournaments import notices
from tournaments.base import log
from tournaments.base.cached import total_rounds
from tournaments.base.locking import write
from tournaments.base.snapshot import event_of, event_to_seat, format_of, kept_apart, players_present
from tournaments.base.texts import written
from tournaments.formats import Event, Seating
from tournaments.life.teams.line_ups import note_line_ups
from tournaments.models import Board, Place, Round, Tournament


@dataclass(frozen=True, slots=True)
class WorkedOut:
    """The next round, or None if there is none."""

    number: int
    event: Event
    seating: Seating | None


def work_out_seating(tournament: Tournament) -> WorkedOut:
    """Return the next seating, which is always the same as long as nothing changes."""
    event, number = event_to_seat(tournament), tournament.round_number + 1
    present = set(players_present(tournament).values_list("pk", flat=True))
    played = format_of(tournament)
    if played.is_over(event) or not played.can_go_on(event, present):
        return WorkedOut(number, event, None)
    return WorkedOut(number, event, played.seat(event, present, rng_of(tournament, number, "seating")))


def has_too_few_players(tournament: Tournament, present: Collection[int]) -> bool:
    """Return whether another round is to come but cannot be played if only these entries are present; the tournament
    ends when that round is due."""
    played = format_of(tournament)
    if played.is_rolling or played.plays_on_alone or (len(present) > 1 and not played.teams_meet):
        return False
    if tournament.round_number >= total_rounds(tournament):
        return False
    return not played.can_go_on(event_of(tournament), present)


def warn_if_too_few_players(tournament: Tournament) -> None:
    """Warn the organisers, once per break, that the tournament will end because too few players are present."""
    last = tournament.played_rounds.filter(number=tournament.round_number, status=Round.Status.FINISHED)
    present = players_present(tournament).values_list("pk", flat=True)
    if last.exists() and has_too_few_players(tournament, present):
        notices.changes.too_few_players(tournament, tournament.round_number + 1)


def nothing_more(tournament: Tournament) -> WorkedOut | None:
    """Return the end of the event if no round is left, so that nobody waits for a break to end; otherwise None."""
    event = event_of(tournament)
    return WorkedOut(tournament.round_number + 1, event, None) if format_of(tournament).is_over(event) else None


def rng_of(tournament: Tournament, number: int, purpose: str) -> random.Random:
    """Return the random generator for round `number`. Nobody can predict it, or redraw until they like the result.

    It follows from link `number` of the tournament's chain, secret until that round is over, and from the contributions
    of everybody who had a place at the start (docs/fair-deals.md).
    """
    assert tournament.chain is not None
    together = "".join(contribution for _entry, contribution in tournament.mixed_in)
    return random.Random(f"boneyard-lots/1 {tournament.chain.link(number).hex()} {purpose} {together}")


def write_seating(round_: Round, seating: Seating, opens_at: datetime | None = None) -> None:
    """Store the seating, with the results of tables that are not played. Rolling tables are added to those of the
    round, and open at `opens_at`."""
    first = 1 + (round_.boards.aggregate(last=Max("number"))["last"] or 0)
    boards = Board.objects.bulk_create(
        Board(round=round_, number=number, why=written(table.why), opens_at=opens_at, is_done=bool(table.absent))
        for number, table in enumerate(seating.tables, first)
    )
    turns = Counter(round_.places.values_list("entry", flat=True))
    places = [
        Place(
            round=round_,
            entry_id=entry,
            board=board,
            seat=seat,
            turn=turns[entry],
            score=asdict(table.scores[seat]) if table.scores else None,
        )
        for board, table in zip(boards, seating.tables, strict=True)
        for seat, entry in enumerate(table.entrants)
    ]
    byes = [Place(round=round_, entry_id=entry, why=written([why])) for entry, why in seating.byes]
    Place.objects.bulk_create([*places, *byes])
    note_line_ups(round_.tournament, round_, dict(seating.line_ups))


def log_unavoidable_meetings(tournament: Tournament, round_: Round, first: int = 1) -> None:
    """Log the pairs that meet in this round, from table `first` on, although the organisers keep them apart."""
    for board, pair in unavoidable_meetings(tournament, round_):
        if board.number < first:
            continue
        one, other = sorted(place.entry.name for place in board.places.all() if place.entry_id in pair)
        about = {"round": round_.number, "table": board.number, "one": one, "other": other}
        log.note(tournament, None, log.TOGETHER, about)


def unavoidable_meetings(tournament: Tournament, round_: Round) -> list[tuple[Board, frozenset[int]]]:
    """Return the tables of the round at which pairs meet that the organisers keep apart, with those pairs."""
    apart = kept_apart(tournament)
    if not apart:
        return []
    boards = round_.boards.prefetch_related("places__entry__player").order_by("number")
    seated = [(board, {place.entry_id for place in board.places.all()}) for board in boards]
    return [(board, pair) for board, people in seated for pair in sorted(apart, key=sorted) if pair <= people]


def publish(tournament: Tournament, round_: Round) -> None:
    """Publish a seating that was held back."""
    round_.status = Round.Status.SEATED
    round_.save(update_fields=["status"])
    write(tournament, next_at=round_.opens_at)
