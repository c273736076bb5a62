"""Attacks on fairness: hidden tiles, sealed tables, decks and clocks. Each yields what it broke."""

from __future__ import annotations

import json
import shutil
import sqlite3
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection

from games.rules.variants.kardinal import CARDINALS, MOST_DRAWN
from run.attack.player import Player
from run.attack.target import Target
from run.node import find_node
from run.trial.environment import ROOT
from run.trial.visitors import Visitor, hear_until
from run.trial.whole_site import within

MOST_MATCHES = 12
CONTRIBUTION = "5" * 32


def passes_of_kardinaldomino(target: Target) -> Iterator[str]:
    """Check that an onlooker cannot tell forced passes from passes that held back a cardinal (KD11)."""
    heard: defaultdict[bool | None, set[Pass]] = defaultdict(set)
    for _match in range(MOST_MATCHES):
        player = Player.at_a_table(target, "kardinal", seats=4)
        with closing(player.link), closing(Visitor(target.url).live(f"/ws/table/{player.table}/")) as onlooker:
            for is_forced, told in _passes(player, onlooker):
                heard[is_forced].add(told)
        if heard[True] and heard[False]:
            break
    else:
        yield f"{MOST_MATCHES} matches did not have both kinds of passes"
    if heard[True] != heard[False]:
        yield f"forced passes look different: {heard[True]}, {heard[False]}"
    if any(told.drawn == MOST_DRAWN and not told.are_cardinals_laid for told in heard[None]):
        yield "the site passes immediately for a player who may be holding back a cardinal"


class Pass(NamedTuple):
    """A pass as an onlooker sees it."""

    by: str
    seconds: int
    """On the clock before the pass, rounded to tens."""
    drawn: int
    are_cardinals_laid: bool


def _passes(player: Player, onlooker: ClientConnection) -> Iterator[tuple[bool | None, Pass]]:
    """Play a match, passing whenever that is allowed; for each of the player's passes, yield whether it was forced and
    how an onlooker sees it."""
    before = hear_until(onlooker, "view")
    laid = {tile["tile"] for tile in before["layout"]}
    is_on = True
    while is_on:
        is_on = player.plays(["draw", "pass"])
        with suppress(TimeoutError, WebSocketException):
            while message := hear_until(onlooker, "moved", "view", seconds=0.2):
                if message.get("move") == "pass" and message["seat"] == player.seat:
                    clock = before["clock"]
                    seconds = round(clock["ends_at"] - clock["now"], -1)
                    told = Pass(message["by"], seconds, before["public"]["drawn"], laid >= CARDINALS)
                    if told.drawn == MOST_DRAWN:
                        yield player.was_forced(message["ply"]), told
                laid |= {tile["tile"] for tile in message["layout"]}
                before = message


def sealed_tables(target: Target) -> Iterator[str]:
    """Request links, record, scores and chat of a finished table while another one still plays with the same tiles."""
    command = [sys.executable, "-m", "run.attack.sealed_round"]
    environment = {"DJANGO_SETTINGS_MODULE": "config.settings", **target.environment}
    begun = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    event = json.loads(begun.stdout.splitlines()[-1])
    table, path, link = event["finished"], f"/tournament/{event['event']}/", event["link"]
    sitter, stranger = Visitor(target.url), Visitor(target.url)
    sitter.has_session(event["session"])
    for name, visitor in [("its player", sitter), ("a stranger", stranger)]:
        if visitor.get(f"/table/{table}/record.json").status == 200:
            yield f"{name} gets the record of a sealed table"
        for page in (f"/table/{table}/", f"/table/{table}/result/", path, f"{path}round/1/", f"{path}tournament.json"):
            if link in visitor.get(page).said:
                yield f"{page} shows a link of a sealed table to {name}"
        told = json.loads(visitor.get(f"{path}tournament.json").said)
        if any(seat["score"] is not None for board in told["rounds"][0]["tables"] for seat in board["seats"]):
            yield f"{name} gets a score of a sealed round"
    with sitter.live(f"/ws/table/{table}/") as socket:
        if any(deal["link"] for deal in hear_until(socket, "view")["deals"]):
            yield "the table's socket reveals a link of a sealed table"
    sitter.post(f"{path}say/", text="Mind the double six!")
    if "Mind the double six!" in sitter.get(path).said:
        yield "the chat of a sealed round is open"


def cheating_house(target: Target) -> Iterator[str]:
    """Replace the contributed bytes of a match, then its chain; browsers must notice (`witness.js`)."""
    player = Player.at_a_table(target, "kardinal", seats=2, contribution=CONTRIBUTION)
    with closing(player.link):
        while player.plays():
            pass
    kept = {"at": 0, "seat": player.seat, "bytes": player.sent, **player.fair}
    if faults := _noticed(target, kept, player.record()):
        yield f"an honest site is accused: {faults}"
    database = target.folder / "var" / "boneyard.sqlite3"
    chain = "games_chain WHERE id = (SELECT chain_id FROM games_table WHERE id = ?)"
    seat = "games_seat WHERE table_id = ? AND number = 0"
    secret = b"\0" * 32
    changes: list[tuple[str, dict[str, object]]] = [
        (seat, {"contribution": "f" * 32}),
        (chain, {"secret": secret, "anchor": _hashed(secret, 4096).hex()}),
    ]
    for row, values in changes:
        with _forged(database, row, player.table, values):
            if not _noticed(target, kept, player.record()):
                yield f"nobody notices another {' and '.join(values)}"


@contextmanager
def _forged(database: Path, row: str, table: str, values: dict[str, object]) -> Iterator[None]:
    """Change values in a row while the block runs."""
    name, where = row.split(" WHERE ", 1)
    change = f"UPDATE {name} SET {', '.join(f'{column} = ?' for column in values)} WHERE {where}"  # noqa: S608
    with closing(sqlite3.connect(database, timeout=30)) as link:
        honest = link.execute(f"SELECT {', '.join(values)} FROM {row}", [table]).fetchone()  # noqa: S608
        link.execute(change, [*values.values(), table])
        link.commit()
        try:
            yield
        finally:
            link.execute(change, [*honest, table])
            link.commit()


def _noticed(target: Target, kept: dict[str, Any], record: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the faults that a browser which has kept `kept` finds in a record."""
    code = target.folder / "browser"
    if not code.exists():
        shutil.copytree(ROOT / "static" / "site", code / "site")
        shutil.copytree(ROOT / "games" / "static" / "games", code / "games")
    fair, deals = record["fair"], record["deals"]
    dealt = [{"number": deal["number"], "link": deal["link"], "deck": deal["deck"]} for deal in deals]
    shown = {"anchor": fair["anchor"], "contributions": fair["contributions"], "deals": dealt}
    program = (
        f'import {{ faults }} from "{(code / "games" / "fair" / "witness.js").as_uri()}";'
        f"console.log(JSON.stringify(await faults({json.dumps(kept)}, {json.dumps(shown)})));"
    )
    command = [str(find_node()), "--input-type=module", "--eval", program]
    answer = subprocess.run(command, capture_output=True, text=True, check=True)
    found: list[dict[str, Any]] = json.loads(answer.stdout)
    return found


def clock_put_back(target: Target) -> Iterator[str]:
    """Make all due times look as if set by a clock that was an hour ahead; the site must go on playing."""
    player = Player.at_a_table(target, "kardinal", seats=4)
    player.link.close()
    with closing(sqlite3.connect(target.folder / "var" / "boneyard.sqlite3", timeout=30)) as database:
        _set_ahead(database, "games_table", "id", "due_at")
        _set_ahead(database, "games_pulse", "name", "at")
        database.commit()
        row = "SELECT ply, status FROM games_table WHERE id = ?"
        before = database.execute(row, [player.table]).fetchone()
        if not within(120, lambda: bool(database.execute(row, [player.table]).fetchone() != before)):
            yield "after the clock was set back, a table stands still"


def _set_ahead(database: sqlite3.Connection, table: str, key: str, column: str) -> None:
    """Add an hour to a column in all rows, in the format in which Django writes it."""
    rows = database.execute(f"SELECT {key}, {column} FROM {table} WHERE {column} IS NOT NULL").fetchall()  # noqa: S608
    ahead = [(str(datetime.fromisoformat(at) + timedelta(hours=1)), row) for row, at in rows]
    database.executemany(f"UPDATE {table} SET {column} = ? WHERE {key} = ?", ahead)  # noqa: S608


def _hashed(link: bytes, times: int) -> bytes:
    for _time in range(times):
        link = sha256(link).digest()
    return link
