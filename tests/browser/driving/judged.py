"""Runs as a separate process: creates people, and objects of theirs for moderators to act on."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.utils import timezone

import clubs.services as clubs
from accounts import roles
from accounts.models import Player
from games import services as games
from games.models import Table
from tests.clubs.people import browser_of, picture
from tests.games.people import seated_table, short
from tests.tournaments.people import DUELS, planned
from tests.tournaments.teams.test_forming import COUPLES
from tournaments.divisions import seasons as leagues
from tournaments.divisions.seasons import Wanted
from tournaments.life import clockwork, entering
from tournaments.models import Season
from tournaments.planning.series import repeating
from tournaments.teams import forming

SLOW = 3600
"""Seconds for a move: nobody's clock runs out while a moderator acts."""


def make(names: dict[str, str]) -> None:
    """Print everyone's sessions and the URLs of the objects that the person concerned has."""
    people = {part: _somebody(name) for part, name in names.items()}
    concerned, reporter, judge = people["concerned"], people["reporter"], people["judge"]
    roles.give_role(player=judge, role=roles.Role.HEAD)
    both = [concerned, reporter]
    made = {
        "sessions": {part: _session_of(player) for part, player in people.items()},
        "running": seated_table(both, seconds=SLOW).pk,
        "finished": _finished(both),
        **_club_of(concerned),
        **_tournament_led_by(concerned),
        **_tournament_joined_by(people["entrant"], reporter),
    }
    print(json.dumps(made))


def _somebody(name: str) -> Player:
    return Player.objects.create_user(username=name, date_joined=timezone.now() - timedelta(days=90))


def _session_of(player: Player) -> str:
    return browser_of(player).cookies[settings.SESSION_COOKIE_NAME].value


def _finished(players: list[Player]) -> str:
    table = seated_table(players, game="two-step", options=short("two-step"), seconds=SLOW)
    games.finish(table_id=table.pk)
    return Table.objects.get(pk=table.pk).pk


def _club_of(owner: Player) -> dict[str, Any]:
    now = timezone.now()
    club = clubs.found(founder=owner, now=now, name="Rough Bones", about="Only louts are welcome.")
    clubs.offer_picture(club_id=club.pk, by=owner, now=now, content=picture())
    clubs.make_emblem(club_id=club.pk, now=now)
    clubs.publish(club_id=club.pk, by=owner, now=now, title="Bad losers", text="Everyone who lost is a brick.")
    days = {"first_day": now.date(), "last_day": now.date() + timedelta(days=30)}
    Season.objects.create(club=club, name="Lout Season", **days)
    divisions = [Wanted("Louts", 4, 1), Wanted("More louts", 4, 0)]
    leagues.found_league(club_id=club.pk, by=owner, name="Lout League", divisions=divisions)
    return {"club": club.slug}


def _tournament_led_by(organiser: Player) -> dict[str, Any]:
    led = planned(organiser, COUPLES, name="Lout Cup", description="Only louts may come.")
    couple = [_somebody(f"{organiser.username}{number}") for number in range(2)]
    entries = [entering.enter(tournament_id=led.pk, player=player) for player in couple]
    forming.put_together(led, "Lout Team", entries)
    repeating.repeat(tournament_id=led.pk, rule="FREQ=WEEKLY", days_ahead=14, now=timezone.now())
    return {"led": led.pk}


def _tournament_joined_by(entrant: Player, organiser: Player) -> dict[str, Any]:
    """Return a tournament that has begun, and the entrant's table."""
    tournament = planned(organiser, DUELS, name="Quiet Cup", seconds=SLOW)
    others = [_somebody(f"{entrant.username}{number}") for number in range(3)]
    for player in (entrant, *others):
        entering.enter(tournament_id=tournament.pk, player=player)
    clockwork.advance(tournament_id=tournament.pk, now=tournament.starts_at)
    board = Table.objects.get(board__round__tournament=tournament, seats__player=entrant)
    return {"joined": tournament.pk, "board": board.pk}
