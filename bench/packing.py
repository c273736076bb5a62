"""The space that matches take in PostgreSQL, as played and after packing.

Bots play whole matches of Chicken Foot at tables of four, with pauses like those of people between their moves. Prints
the size of the games' database tables per thousand matches, before and after packing, and how long packing took.

    python bench/packing.py [--matches 40]
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from datetime import timedelta
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from run.postgres import throwaway_postgres  # noqa: E402

THOUSAND = 1000
MEGABYTE = 1_000_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=40)
    matches = parser.parse_args().matches
    with tempfile.TemporaryDirectory() as folder, throwaway_postgres() as url:
        os.environ |= {"DJANGO_SETTINGS_MODULE": "config.settings", "VAR_DIR": folder, "DATABASE_URL": url}
        os.environ |= {"LOG_LEVEL": "ERROR", "REDIS_URL": f"unix://{folder}/none"}
        measure(matches)


def measure(matches: int) -> None:
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection
    from django.utils import timezone

    from games import services
    from games.models import Move

    call_command("migrate", verbosity=0)
    empty = size()
    play(matches)
    print(f"{matches} matches of {Move.objects.count() / matches:.0f} moves")
    print(f"as played: {(size() - empty) / matches * THOUSAND / MEGABYTE:.1f} MB for a thousand")
    started = time.process_time()
    packed = services.pack_finished(now=timezone.now() + timedelta(days=2))
    each = (time.process_time() - started) / packed * THOUSAND
    multiply()
    print(f"packed: {(size() - empty) / MEGABYTE:.1f} MB for a thousand ({each:.0f} ms each)")
    with connection.cursor() as cursor:
        cursor.execute("SELECT avg(length(content)) FROM games_packedmatch")
        print(f"what a match is packed into: {cursor.fetchone()[0]:.0f} bytes")
    call_command("check_records")
    connection.close()


def play(matches: int) -> None:
    from accounts.models import Player
    from games import services
    from games.models import Move

    owner = Player.objects.create_user("Owner", "owner@example.org")
    rng, tables = random.Random(1), []
    for _ in range(matches):
        table = services.open_table(
            owner=owner, game="chicken-foot", options={}, bots=["", "easy", "easy", "easy"], seconds=60
        )
        services.contribute(table_id=table.pk, player_id=owner.pk, contribution=rng.randbytes(16))
        services.finish(table_id=table.pk, rng=rng)
        tables.append(table)
    for table in tables:
        moves, at = list(Move.objects.filter(table=table).order_by("ply")), table.opened_at
        for move in moves:
            at += timedelta(seconds=rng.expovariate(0.3))
            move.played_at = at
        Move.objects.bulk_update(moves, ["played_at"])


def multiply() -> None:
    """Copy packed matches, with all their rows, until there are a thousand: with a few, pages would be nearly empty."""
    from games.models import Chain, PackedMatch, Seat, SeatStay, Table

    originals = list(Table.objects.select_related("chain", "packed").prefetch_related("seats", "stays"))
    for number in range(THOUSAND - len(originals)):
        old = originals[number % len(originals)]
        chain = Chain.objects.create(secret=old.chain.secret, anchor=old.chain.anchor, length=old.chain.length)
        copy = Table.objects.get(pk=old.pk)
        copy.pk, copy.chain = f"copy{number:06}", chain
        copy.save(force_insert=True)
        seats, stays = list(old.seats.all()), list(old.stays.all())
        for seat in seats:
            seat.pk, seat.table_id = None, copy.pk
        for stay in stays:
            stay.pk, stay.table_id = None, copy.pk
        Seat.objects.bulk_create(seats)
        SeatStay.objects.bulk_create(stays)
        PackedMatch.objects.create(table=copy, content=old.packed.content)


def size() -> int:
    """Return the size of the games' tables with their indexes in bytes, after reclaiming the space of deleted rows."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("VACUUM FULL")
        names = [name for name in connection.introspection.table_names(cursor) if name.startswith("games_")]
        cursor.execute("SELECT sum(pg_total_relation_size(name::regclass)) FROM unnest(%s::text[]) AS name", [names])
        return int(cursor.fetchone()[0])


if __name__ == "__main__":
    main()
