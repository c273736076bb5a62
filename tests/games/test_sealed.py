"""Secrets and decks are encrypted in the database, so that only the site can read them."""

from __future__ import annotations

import os
import random
import stat
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.db import connection
from pytest_django.fixtures import Settings

from accounts.models import Player
from common.sealed import CannotUnseal
from config.parts.keys import make_private, tile_keys
from games.models import Chain, Deal, Table
from games.records.checking import problems_of
from games.state.live_tables import live_tables
from tests.games.people import play_any, play_to_the_end, seated_table

OLD, NEW = "an old key that is long enough to be one", "a new key that is long enough to be one"


@pytest.fixture
def table(alice: Player, bob: Player) -> Table:
    table = seated_table([alice, bob])
    play_any(table.pk, random.Random(1))
    return table


def stored(column: str, source: str) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {column} FROM {source} ORDER BY id DESC LIMIT 1")  # noqa: S608
        return cursor.fetchone()[0]


def everything_stored() -> bytes:
    return bytes(stored("secret", "games_chain")) + stored("deck", "games_deal").encode()


def test_the_database_holds_neither_secret_nor_deck_in_the_clear(table: Table) -> None:
    deal, kept = table.deals.get(), everything_stored()
    assert len(deal.deck.split()) > 20
    assert len(bytes(table.chain.secret)) == 32
    assert bytes(table.chain.secret) not in kept
    tiles = deal.deck.split()  # a single one may well be among the letters of what is encrypted
    assert not any(f"{one} {other}".encode() in kept for one, other in pairwise(tiles))


def test_the_same_deck_looks_different_in_each_row(table: Table) -> None:
    before = stored("deck", "games_deal")
    table.deals.get().save()
    assert stored("deck", "games_deal") != before


def test_nothing_can_be_looked_for_in_a_sealed_column(table: Table) -> None:
    with pytest.raises(TypeError):
        Deal.objects.filter(deck__startswith="6-6").exists()
    with pytest.raises(TypeError):
        Chain.objects.filter(secret=b"\0" * 32).exists()


def test_a_row_of_an_earlier_release_is_still_read(table: Table) -> None:
    deck = table.deals.get().deck
    with connection.cursor() as cursor:
        cursor.execute("UPDATE games_deal SET deck = %s", [deck])
    assert table.deals.get().deck == deck


def test_a_move_needs_no_key(table: Table, settings: Settings) -> None:
    """A process goes on with a match that it has in memory without decrypting anything."""
    settings.TILE_KEYS = [NEW]
    play_any(table.pk, random.Random(1))
    table.refresh_from_db()
    assert table.ply == 2


def test_without_its_key_a_match_is_not_read_and_the_error_reveals_nothing(table: Table, settings: Settings) -> None:
    deck, kept = table.deals.get().deck, everything_stored()
    settings.TILE_KEYS = [NEW]
    live_tables.forget()
    with pytest.raises(CannotUnseal) as failure:
        table.deals.get()
    assert failure.value.__cause__ is None
    assert deck not in str(failure.value)
    assert kept.decode() not in str(failure.value)


def test_keys_are_replaced_while_a_match_goes_on(table: Table, settings: Settings) -> None:
    deck = table.deals.get().deck
    settings.TILE_KEYS = [OLD, *settings.TILE_KEYS]
    call_command("reseal", verbosity=0)
    settings.TILE_KEYS = [NEW, OLD]
    live_tables.forget()
    assert table.deals.get().deck == deck
    call_command("reseal", verbosity=0)
    settings.TILE_KEYS = [NEW]
    live_tables.forget()
    play_to_the_end(table.pk, random.Random(1))
    assert list(problems_of(Table.objects.get(pk=table.pk))) == []


def test_a_site_for_others_is_given_its_keys(tmp_path: Path) -> None:
    with pytest.raises(ImproperlyConfigured, match="TILE_KEYS"):
        tile_keys([], tmp_path / "key", is_for_others=True)
    with pytest.raises(ImproperlyConfigured, match="32 characters"):
        tile_keys([NEW, "short"], tmp_path / "key", is_for_others=True)
    assert tile_keys([NEW, OLD], tmp_path / "key", is_for_others=True) == [NEW, OLD]
    assert not (tmp_path / "key").exists()


def test_a_site_of_ones_own_keeps_a_key(tmp_path: Path) -> None:
    keys = tile_keys([], tmp_path / "key", is_for_others=False)
    assert keys == tile_keys([], tmp_path / "key", is_for_others=False)
    assert len(keys[0]) >= 32
    assert stat.S_IMODE((tmp_path / "key").stat().st_mode) == 0o600


def test_only_its_owner_reads_the_database(tmp_path: Path) -> None:
    database = tmp_path / "somewhere" / "boneyard.sqlite3"
    make_private(str(database))
    assert stat.S_IMODE(database.stat().st_mode) == 0o600
    beside = database.with_name("boneyard.sqlite3-wal")
    for file in (database, beside):
        file.touch()
        file.chmod(0o644)
    make_private(str(database))
    assert [stat.S_IMODE(file.stat().st_mode) for file in (database, beside)] == [0o600, 0o600]


WRITES = "from django.db import connection; connection.cursor().execute('CREATE TABLE one (two)')"


def test_whoever_opens_the_database_others_cannot_read_it(tmp_path: Path) -> None:
    """This includes the log of SQLite, and holds even if the program does not set the mode of its files."""
    ours = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    environment = {**ours, "VAR_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "config.settings"}
    program = f"import os; os.umask(0o022); import django; django.setup(); {WRITES}; os._exit(0)"
    subprocess.run([sys.executable, "-c", program], env=environment, check=True)
    modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in tmp_path.glob("boneyard.sqlite3*")}
    assert "boneyard.sqlite3-wal" in modes
    assert set(modes.values()) == {0o600}
