"""Runs as separate processes during the kill tests: announces, disturbs and inspects a tournament."""

from __future__ import annotations

import json
import threading
import time
from collections import Counter
from datetime import timedelta
from typing import Any

from django.db import OperationalError, connection
from django.utils import timezone

from accounts.models import Notice, Player
from games import services
from games.models import Table
from games.records.checking import problems_of
from tests.tournaments.recount import disagreements, recount
from tournaments.base.standings import standings_of
from tournaments.life import clockwork, entering, stages
from tournaments.models import Board, Place, Tournament
from tournaments.planning import plans
from tournaments.terms import Breaks, Terms

NAME = "Under fire"


def announce() -> None:
    """Announce a tournament of twelve bots and one absentee; print its id."""
    now = timezone.now()
    olga = Player.objects.create_user("Olga", "olga@example.org")
    absent = Player.objects.create_user("Absent", "absent@example.org")
    terms = Terms(
        name=NAME,
        game="chicken-foot",
        format="descending-doubles",
        seating="standings",
        options={"high": 9, "low": 6},
        table_size=4,
        schedule=Breaks(starts_at=now + timedelta(seconds=5), seconds=2),
        seconds=10,
        registration_at=now,
    )
    tournament = plans.plan(organiser=olga, terms=terms)
    stages.announce(tournament_id=tournament.pk, now=now)
    clockwork.advance(tournament_id=tournament.pk, now=now)
    entering.enter(tournament_id=tournament.pk, player=absent)
    entering.enter_bots(tournament_id=tournament.pk, names=[f"Bot {n}" for n in range(1, 13)], level="easy")
    print(tournament.pk)


def seat_bots() -> None:
    """Open a match of three bots that takes as long as possible; print the table's id."""
    olga = Player.objects.create_user("Olga", "olga@example.org")
    options = {"ending": "games", "games": 20}
    occasion = services.Occasion(
        owner=olga, game="kardinal", options=options, rules_version=1, seconds=60, name=NAME, url="/"
    )
    seats = [services.SetSeat(bot="easy")] * 3
    print(services.set_tables(occasion=occasion, tables=[services.SetTable(seats=seats)])[0].pk)


def meddle(tournament_id: str) -> None:
    """Run a second clockwork with two threads at random times."""

    def turn() -> None:
        while True:
            try:
                clockwork.advance(tournament_id=tournament_id)
                if Tournament.objects.over().filter(pk=tournament_id).exists():
                    return
            except OperationalError:
                connection.close()
            time.sleep(0.05)

    threads = [threading.Thread(target=turn) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def tell_facts(tournament_id: str) -> None:
    """Print the facts as one line of JSON."""
    print(json.dumps(_facts(Tournament.objects.get(pk=tournament_id))))


def _facts(tournament: Tournament) -> dict[str, Any]:
    boards = Board.objects.filter(round__tournament=tournament)
    tables = Table.objects.filter(occasion=NAME).select_related("chain")
    return {
        "status": tournament.status,
        "rounds": list(tournament.played_rounds.order_by("number").values_list("number", flat=True)),
        "boards": boards.count(),
        "boards without a table or a result": boards.exclude(table__isnull=False, is_done=True).count(),
        "tables": tables.count(),
        "places": Place.objects.filter(round__tournament=tournament).count(),
        "problems": [f"{table.pk}: {problem}" for table in tables for problem in problems_of(table)],
        "disagreements": disagreements(recount(tournament), standings_of(tournament)),
        "notices": Counter(Notice.objects.filter(player__username="Absent").values_list("kind", flat=True)),
    }
