"""The functions that `make faults` runs inside the site, in separate processes with the site's settings.

Arguments and results must be JSON.
"""

from __future__ import annotations

import json
from collections import Counter
from datetime import timedelta
from pathlib import Path
from typing import Any

OCCASION = "Under faults"
GONE = "0000000000"
"""The id of a table that does not exist."""


def announce(bots: int, people: int, lowest: int) -> dict[str, Any]:
    """Announce a tournament that starts in a second; return its id, and the names and sessions of its people."""
    from django.test import Client
    from django.utils import timezone

    from accounts.models import Player
    from tournaments.life import clockwork, entering, stages
    from tournaments.models import Tournament
    from tournaments.planning import plans
    from tournaments.terms import Breaks, Terms

    now = timezone.now()
    names = [f"Person {number}" for number in range(1, people + 1)]
    olga, *entrants = [Player.objects.create_user(name, f"{name[-1]}@example.org") for name in ["Olga", *names]]
    terms = Terms(
        name=OCCASION,
        game="chicken-foot",
        format="descending-doubles",
        seating="standings",
        options={"high": 9, "low": lowest},
        table_size=4,
        schedule=Breaks(starts_at=now + timedelta(hours=1), seconds=3),
        seconds=10,
        registration_at=now,
    )
    tournament = plans.plan(organiser=olga, terms=terms)
    stages.announce(tournament_id=tournament.pk, now=now)
    clockwork.advance(tournament_id=tournament.pk, now=now)
    for player in entrants:
        entering.enter(tournament_id=tournament.pk, player=player)
    entering.enter_bots(tournament_id=tournament.pk, names=[f"Bot {n}" for n in range(1, bots + 1)], level="easy")
    start = timezone.now() + timedelta(seconds=1)  # however long entering has taken
    Tournament.objects.filter(pk=tournament.pk).update(starts_at=start, next_at=start)
    sessions = []
    for player in entrants:
        client = Client()
        client.force_login(player)
        sessions.append(client.cookies["sessionid"].value)
    return {"tournament": tournament.pk, "people": names, "sessions": sessions}


def flood(number: int) -> None:
    """Send `number` requests to the workers to act at a table that does not exist."""
    from games.state import dispatch

    for _ in range(number):
        dispatch.ask(GONE, 0)


def may_open() -> bool:
    """Return whether the site's programs would start."""
    from live.starting import CannotOpen, check_may_open

    try:
        check_may_open()
    except CannotOpen:
        return False
    return True


def findings(tournament: str, ledger: str) -> dict[str, Any]:
    """Check all stored matches against the rules, and the standings and the acknowledged moves (in the file `ledger`)
    against the stored matches."""
    from games.models import Table
    from games.records.checking import problems_of
    from games.state.stored import read_match
    from tests.tournaments.recount import disagreements, recount
    from tournaments.base.standings import standings_of
    from tournaments.models import Board, Tournament

    event = Tournament.objects.get(pk=tournament)
    boards = Board.objects.filter(round__tournament=event)
    tables = list(Table.objects.select_related("chain"))
    known, lost = {table.pk for table in tables}, []
    for table, acknowledged in json.loads(Path(ledger).read_text()).items():
        stored = {str(move.ply): move.text for move in read_match(table).moves} if table in known else {}
        lost += [f"{table}: move {ply}, {text}" for ply, text in acknowledged.items() if stored.get(ply) != text]
    return {
        "lost": lost,
        "tables": Counter(table.status for table in tables),
        "problems": [f"{table.pk}: {problem}" for table in tables for problem in problems_of(table)],
        "tournament": event.status,
        "rounds": event.round_number,
        "boards without a result": boards.exclude(table__isnull=False, is_done=True).count(),
        "disagreements": disagreements(recount(event), standings_of(event)),
    }
