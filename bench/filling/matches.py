"""Years of play: a database with very many finished matches, and with people, clubs and tournaments to match.

One match, one tournament and one club are created by the site's own services; then the database copies their rows,
which takes some minutes for a million matches (twenty on a busy machine). There is a player for every twenty matches, a
tournament of eight for every hundred, and a club for every thousand. The first player is a veteran, who has played in
every five hundredth match.

    DATABASE_URL=… python bench/filling/matches.py [--matches 1000000]
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from django.db.models import Model

    from accounts.models import Player
    from clubs.models import Club
    from games.models import Table
    from tournaments.models import Tournament

ROOT = Path(__file__).resolve().parent.parent.parent

GAME: dict[str, Any] = {"game": "two-step", "options": {"target": 1}}
EACH = 100
"""Matches for each tournament."""
ENTRANTS, BOARDS = 8, 4
"""The entrants and boards of each tournament, which has one round."""
MEMBERS = 20
STEP = 7919
"""A prime number that spreads out the players of a match, so that their ids are not consecutive."""
DIGITS = ("01", "xy")
"""Table codes have neither 0 nor 1."""


def fill(matches: int, people: int = 0) -> None:
    """Add this many matches, and `people` players or, by default, one for every twenty matches. The database must have
    been migrated."""
    from django.apps import apps
    from django.core.management.color import no_style
    from django.db import connection

    from common.database.statistics import gather_statistics

    people, events, clubs = people or max(100, matches // 20), max(1, matches // EACH), max(1, matches // 1000)
    veteran, others = _people()
    club, match, event = _club(veteran, others), _match(veteran, others[0]), _event(others)
    first = copy(veteran, people, username="'Regular' || i", email="'regular' || i || '@example.org'", folded="''")
    crowd = Crowd(veteran.pk, first, people)
    first_club = _copy_clubs(club, clubs, crowd)
    chain = _copy_matches(match, matches, crowd)
    _copy_events(event, events, crowd, first_club, clubs, chain)
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), apps.get_models()):
            cursor.execute(statement)
        if connection.vendor == "postgresql":  # it would do so itself only after a while
            cursor.execute("ANALYZE")
    gather_statistics()


class Crowd(NamedTuple):
    veteran: int
    first: int
    people: int

    def player(self, number: str) -> str:
        """Return an SQL expression for the id of a copied player; `number` is an expression for any number."""
        return f"{self.first} + ({number}) % {self.people} * {STEP} % {self.people}"


def copy(row: Model, count: int, **columns: str) -> int:
    """Copy a row `count` times; return the first new id, or 0 if ids are not numbers.

    `columns` are SQL expressions for the columns that differ from the row's; in them, `i` counts from 0.
    """
    from django.db import connection, models

    meta, quote = row._meta, connection.ops.quote_name
    first, key = 0, str(meta.pk.column)
    if isinstance(meta.pk, models.AutoField):
        last = type(row)._base_manager.order_by("-pk").values_list("pk", flat=True).first()
        first = (last or 0) + 1
        columns[key] = f"{first} + i"
    names = [str(field.column) for field in meta.concrete_fields]
    assert columns.keys() <= set(names), columns.keys() - set(names)
    values = [columns.get(name, f"template.{quote(name)}") for name in names]
    statement = (
        f"WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < {count - 1}) "  # noqa: S608
        f"INSERT INTO {quote(meta.db_table)} ({', '.join(map(quote, names))}) "
        f"SELECT {', '.join(values)} FROM n, {quote(meta.db_table)} AS template WHERE template.{quote(key)} = "
    )
    with connection.cursor() as cursor:
        cursor.execute(statement.replace("%", "%%") + "%s", [row.pk])
    return first


def code(prefix: str, number: str = "i") -> str:
    """Return an SQL expression for the code of a table or tournament: the prefix and nine digits."""
    digits = f"substr(CAST(1000000000 + {number} AS text), 2)"
    for plain, instead in zip(*DIGITS, strict=True):
        digits = f"replace({digits}, '{plain}', '{instead}')"
    return f"'{prefix}' || {digits}"


def ago(column: str, minutes: str) -> str:
    """Return an SQL expression for a time that is `minutes` before the template's."""
    from django.db import connection

    if connection.vendor == "postgresql":
        return f"template.{column} - ({minutes}) * interval '1 minute'"
    return f"strftime('%Y-%m-%d %H:%M:%f', template.{column}, '-' || ({minutes}) || ' minutes')"


# --- The rows to copy ---


def _people() -> tuple[Player, list[Player]]:
    from accounts.models import Player

    veteran = Player.objects.create_user("Veteran", "veteran@example.org")
    return veteran, [
        Player.objects.create_user(f"Template{number}", f"template{number}@example.org") for number in range(ENTRANTS)
    ]


def _club(owner: Player, members: list[Player]) -> Club:
    from django.utils import timezone

    from clubs import services as clubs
    from clubs.models import Membership

    club = clubs.found(founder=owner, now=timezone.now(), name="The Old Bones", about="We have **always** played.")
    Membership.objects.bulk_create(Membership(club=club, player=player) for player in members)
    clubs.publish(club_id=club.pk, by=owner, now=timezone.now(), title="We meet at seven", text="**Come** early.")
    return club


def _match(one: Player, other: Player) -> Table:
    """Play a match of two to its end, add a chat line, count the match for the ratings, and pack its record."""
    from django.utils import timezone

    from chat.models import ChatLine
    from games import services as tables
    from games.models import Table
    from games.services.packing import pack_match
    from ratings import services as ratings

    table = tables.open_table(owner=one, bots=["", ""], seconds=60, **GAME)
    tables.join(table_id=table.pk, player=other)
    for player in (one, other):
        tables.contribute(table_id=table.pk, player_id=player.pk, contribution=bytes(16))
    tables.finish(table_id=table.pk)
    ChatLine.objects.create(room=f"table:{table.pk}", author=one, text="Well played", said_at=timezone.now())
    while ratings.catch_up(game=table.game, now=timezone.now() + timedelta(hours=1)):
        pass
    pack_match(table_id=table.pk)
    return Table.objects.get(pk=table.pk)


def _event(people: list[Player]) -> Tournament:
    """Hold a tournament of one round."""
    from django.utils import timezone

    from clubs.models import Club
    from games import services as tables
    from tournaments.life import clockwork, entering, stages
    from tournaments.models import Board, Tournament
    from tournaments.planning import plans
    from tournaments.terms import Terms

    opens_at = timezone.now() - timedelta(minutes=1)
    starts_at = opens_at + timedelta(hours=1)
    club = Club.objects.order_by("-pk")[0]
    columns = {**GAME, "name": "Cup", "format": "swiss", "rounds": 1}
    terms = Terms.from_columns({**columns, "registration_at": opens_at, "starts_at": starts_at})
    event = plans.plan(organiser=people[0], club=None, terms=terms)
    stages.announce(tournament_id=event.pk, now=opens_at)
    clockwork.advance(tournament_id=event.pk, now=timezone.now())
    for player in people:
        entering.enter(tournament_id=event.pk, player=player)
    clockwork.advance(tournament_id=event.pk, now=starts_at)
    for table_id in Board.objects.filter(round__tournament=event).values_list("table_id", flat=True):
        tables.finish(table_id=str(table_id))
    clockwork.advance(tournament_id=event.pk, now=starts_at + timedelta(seconds=1))
    Tournament.objects.filter(pk=event.pk).update(club=club)
    return Tournament.objects.get(pk=event.pk)


# --- Copying them ---


def _copy_clubs(club: Club, clubs: int, crowd: Crowd) -> int:
    """Copy the club with its members and announcement; return the id of the first new club."""
    names = {"slug": "'the-old-bones-' || i", "name": "'The Old Bones ' || i"}
    first = copy(club, clubs, **names, active_at=_minutes("active_at"))
    owner, member = club.memberships.get(role="owner"), club.memberships.filter(role="member")[0]
    copy(owner, clubs, club_id=f"{first} + i", player_id=crowd.player("i"))
    chosen = crowd.player(f"i / {MEMBERS} + 1 + i % {MEMBERS}")
    copy(member, clubs * MEMBERS, club_id=f"{first} + i / {MEMBERS}", player_id=chosen)
    copy(club.announcements.get(), clubs, club_id=f"{first} + i", author_id=crowd.player("i"))
    return first


def _copy_matches(match: Table, matches: int, crowd: Crowd) -> int:
    """Copy the match with everything that belongs to it; return the id of the first new chain. Each match has its own
    chain."""
    from chat.models import ChatLine
    from ratings.models import RatedMatch, RatedSeat, Rating

    own, is_veterans = code("m"), "CASE WHEN i % 500 = 250 THEN"
    players = [f"{is_veterans} {crowd.veteran} ELSE {crowd.player('i * 79')} END", crowd.player("i * 79 + 1 + i % 17")]
    chain = copy(match.chain, matches, created_at=_minutes("created_at"))
    copy(match, matches, id=own, chain_id=f"{chain} + i", owner_id=players[0], **_when())
    copy(match.packed, matches, table_id=own)
    copy(RatedMatch.objects.get(pk=match.pk), matches, table_id=own, finished_at=_minutes("finished_at"))
    rated = RatedSeat.objects.filter(match=match.pk).order_by("pk")
    seats = zip(match.seats.order_by("number"), match.stays.order_by("seat"), rated, players, strict=True)
    for seat, stay, counted, player in seats:
        copy(seat, matches, table_id=own, player_id=player)
        copy(stay, matches, table_id=own, player_id=player)
        copy(counted, matches, match_id=own, player_id=player, finished_at=_minutes("finished_at"))
    line = ChatLine.objects.get(room=f"table:{match.pk}")
    copy(line, matches, room=f"'table:' || {own}", author_id=players[0], said_at=_minutes("said_at"))
    copy(Rating.objects.filter(game=match.game)[0], crowd.people, player_id=crowd.player("i"))
    return chain


def _copy_events(event: Tournament, events: int, crowd: Crowd, first_club: int, clubs: int, chain: int) -> None:
    """Copy the tournament; all its tables become copies of its first one."""
    from django.utils import timezone

    from tournaments.models import Board, Call

    times = ("registration_at", "starts_at", "started_at", "finished_at")
    each = {column: ago(column, "(i + 1) * 100") for column in times}
    each |= {"id": code("e"), "club_id": f"{first_club} + i % {clubs}", "organiser_id": crowd.player("i")}
    copy(event, events, chain_id=f"{chain} + i * {EACH}", **each)

    def entrant(number: str) -> str:
        return crowd.player(f"{number} / {ENTRANTS} * 31 + {number} % {ENTRANTS}")

    many, played = events * ENTRANTS, events * BOARDS
    entry = event.entries.order_by("seed")[0]
    seed, of_event = f"1 + i % {ENTRANTS}", code("e", f"i / {ENTRANTS}")
    entries = copy(entry, many, tournament_id=of_event, player_id=entrant("i"), seed=seed, mailbox="''")
    rounds = copy(event.played_rounds.get(), events, tournament_id=code("e"))
    board = Board.objects.filter(round__tournament=event).order_by("number")[0]
    assert board.table is not None
    table, number = code("t"), f"1 + i % {BOARDS}"
    copy(board.table, played, id=table, club_id=f"{first_club} + i / {BOARDS} % {clubs}", **_when())
    of_round = {"round_id": f"{rounds} + i / {BOARDS}", "number": number, "table_id": table, "why": "'[]'"}
    boards = copy(board, played, **of_round)
    for seat in board.table.seats.order_by("number"):
        copy(seat, played, table_id=table, player_id=entrant(f"(i * 2 + {seat.number})"))
    where = {"round_id": f"{rounds} + i / {ENTRANTS}", "board_id": f"{boards} + i / 2", "seat": "i % 2"}
    copy(board.places.order_by("seat")[0], many, entry_id=f"{entries} + i", **where)
    by, now = event.organiser, timezone.now()
    call = Call.objects.create(board=board, player=by, text="Come", called_at=now, answered_at=now, answered_by=by)
    copy(call, played, board_id=f"{boards} + i", player_id=entrant("(i * 2)"))


def _minutes(column: str) -> str:
    return ago(column, "i + 1")


def _when() -> dict[str, str]:
    return {column: _minutes(column) for column in ("opened_at", "started_at", "finished_at")}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=1_000_000)
    chosen = parser.parse_args()
    if "DATABASE_URL" not in os.environ:
        parser.error("Set DATABASE_URL to the database to fill; use one that holds nothing else.")
    sys.path.insert(0, str(ROOT))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    started = time.monotonic()
    fill(chosen.matches)
    print(f"{chosen.matches} matches in {time.monotonic() - started:.0f} s")


if __name__ == "__main__":
    main()
