"""A bot that plays all three games and gets rid of heavy tiles first. docs/api.md says how to create its account.

pip install websockets
BOT_TOKEN=by_… python bot.py https://boneyard.example [TOURNAMENT …]

It sits down at tables that admit bots. If ids of tournaments that admit bots are given, it plays only in these."""

import json
import os
import re
import sys
import threading
import time
from contextlib import suppress
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

if len(sys.argv) < 2 or "BOT_TOKEN" not in os.environ:
    sys.exit(__doc__)
SITE, TOURNAMENTS = sys.argv[1].rstrip("/"), sys.argv[2:]
WHO = {"Authorization": f"Bearer {os.environ['BOT_TOKEN']}", "Content-Type": "application/json"}


def ask(path: str, content: dict | None = None) -> dict:
    body = None if content is None else json.dumps(content).encode()
    with urlopen(Request(f"{SITE}/api/1{path}", body, WHO)) as answer:
        return json.load(answer)


def weight(move: str) -> int:
    """Return how many pips a move gets rid of: 11 for `6-5@5-5`, 0 for `draw`."""
    return sum(map(int, re.findall(r"\d+", move.partition("@")[0])))


def play(table: str) -> None:
    """Play until the match is over or the connection is lost; in that case the main loop connects again."""
    address, answer = f"{SITE.replace('http', 'ws', 1)}/ws/table/{table}/", {}
    with suppress(OSError, WebSocketException), connect(address, additional_headers=WHO) as socket:
        for message in map(json.loads, socket):
            match message:
                case {"type": "contribute"}:  # our contribution to the shuffle
                    answer = {"type": "contribute", "bytes": os.urandom(16).hex()}
                case {"type": "error"}:
                    print(table, message["code"], message["message"], flush=True)
                    answer = {"type": "sync"}
                case {"result": {}} | {"over": {"result": {}}}:
                    return
                case {"over": {}}:  # the deal is over, and the match goes on
                    answer = {"type": "ready"}
                case {"mine": {"legal": [_, *_] as legal}, "ply": ply} if ply != answer.get("ply"):  # not yet answered
                    answer = {"type": "move", "move": max((one["move"] for one in legal), key=weight), "ply": ply}
                case _:
                    continue
            time.sleep(0.3)  # so that people can follow, and because of the site's rate limits
            socket.send(json.dumps(answer))


while True:
    try:
        for event in TOURNAMENTS:
            if ask(f"/tournaments/{event}")["status"] in ("registration", "check-in"):
                ask(f"/tournaments/{event}/enter", {"checks_in": True})
        mine = [table for status in ("running", "open") for table in ask(f"/tables?status={status}&mine=true")["items"]]
        free = [] if TOURNAMENTS else [one for one in ask("/tables?admits_bots=true")["items"] if one not in mine]
        mine += [ask(f"/tables/{table['id']}/join", {}) for table in free[: max(0, 3 - len(mine))]]
        for table in {one["id"] for one in mine} - {thread.name for thread in threading.enumerate()}:
            threading.Thread(target=play, args=[table], name=table, daemon=True).start()
    except (OSError, ValueError) as error:  # a proxy in front may answer with something other than JSON
        print(error, error.read(500).decode(errors="replace") if isinstance(error, HTTPError) else "", flush=True)
    time.sleep(3)
