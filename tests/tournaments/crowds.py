"""A running tournament of any size, written straight into the database, for counting queries."""

from __future__ import annotations

from dataclasses import asdict
from datetime import timedelta
from typing import Any

from django.utils import timezone

from accounts.models import Player
from chat.models import ChatLine
from games.models import Chain, Seat, Table
from tournaments.formats import SeatScore
from tournaments.models import Board, Entry, Place, Round, Tournament

WHY = [{"template": "{one} and {other} have near scores.", "gaps": {}}]


def crowd(organiser: Player, entries: int, rounds: int, **columns: Any) -> Tournament:
    """Create a Swiss tournament in its last round; the organiser plays, too, on the first seat of the first table."""
    now = timezone.now()
    times = {"registration_at": now, "starts_at": now, "started_at": now}
    plan: dict[str, Any] = {"name": "Crowd", "game": "two-step", "format": "swiss", "rounds": rounds + 1}
    chain = Chain.new()
    chain.save()
    tournament = Tournament.objects.create(
        organiser=organiser,
        round_number=rounds,
        chain=chain,
        **plan | times | {"status": Tournament.Status.RUNNING} | columns,
    )
    people = Player.objects.bulk_create(
        Player(username=f"{organiser.username}{number}", email=f"{organiser.username}{number}@example.org")
        for number in range(1, entries)
    )
    entered = Entry.objects.bulk_create(
        Entry(tournament=tournament, player=player, seed=seed, entered_at=now)
        for seed, player in enumerate([organiser, *people], 1)
    )
    for number in range(1, rounds + 1):
        _play(tournament, entered, number, is_over=number < rounds)
    ChatLine.objects.bulk_create(
        ChatLine(room=f"tournament:{tournament.pk}", author=player, text="Hello", said_at=now) for player in people[:60]
    )
    return tournament


def _play(tournament: Tournament, entries: list[Entry], number: int, *, is_over: bool) -> None:
    now = timezone.now() - timedelta(minutes=10)
    round_ = Round.objects.create(
        tournament=tournament,
        number=number,
        status=Round.Status.FINISHED if is_over else Round.Status.RUNNING,
        opens_at=now,
        started_at=now,
        finished_at=now if is_over else None,
    )
    pairs = list(zip(entries[::2], entries[1::2], strict=False))
    tables = Table.objects.bulk_create(_table(tournament, is_over) for _pair in pairs)
    Seat.objects.bulk_create(
        Seat(table=table, number=seat, player=entry.player)
        for table, pair in zip(tables, pairs, strict=True)
        for seat, entry in enumerate(pair)
    )
    boards = Board.objects.bulk_create(
        Board(round=round_, number=at, table=table, is_done=is_over, why=_why(*pair))
        for at, (table, pair) in enumerate(zip(tables, pairs, strict=True), 1)
    )
    Place.objects.bulk_create(
        Place(round=round_, entry=entry, board=board, seat=seat, score=_score(seat) if is_over else None)
        for board, pair in zip(boards, pairs, strict=True)
        for seat, entry in enumerate(pair)
    )


def _table(tournament: Tournament, is_over: bool) -> Table:
    over: dict[str, Any] = {
        "status": Table.Status.FINISHED,
        "result": {"totals": [3, 1], "winners": [0]},
        "finished_at": timezone.now(),
    }
    return Table(
        game=tournament.game,
        options={"target": 3},
        seat_count=2,
        seconds=30,
        visibility=Table.Visibility.SET,
        owner=tournament.organiser,
        chain=tournament.chain,
        totals=[2, 1],
        **over if is_over else {"status": Table.Status.RUNNING},
    )


def _why(one: Entry, other: Entry) -> list[dict[str, Any]]:
    return [{**WHY[0], "gaps": {"one": {"who": [one.pk]}, "other": {"who": [other.pk]}}}]


def _score(seat: int) -> dict[str, Any]:
    return asdict(SeatScore(points=3 if seat == 0 else 1, deals=(1, 2), won=seat == 0))
