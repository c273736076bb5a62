"""The example bot plays all three games and a tournament on a whole site, against a copy of itself."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from django.conf import settings
from websockets.http11 import Request as WebSocketRequest
from websockets.http11 import Response
from websockets.sync.server import ServerConnection, serve

from games.rules import GAMES
from run.trial.whole_site import WholeSite, until, whole_site

pytestmark = pytest.mark.xdist_group("the whole site")

BOT = settings.BASE_DIR / "examples" / "bot.py"
MAKE = """
from django.utils import timezone
from accounts import bots
from accounts.models import Player
from api import tokens
from api.models import Scope
owner = Player.objects.create_user("Alice", "alice@example.org", "Alice-likes-bones")
for name in ("Robbie", "Marvin"):
    bot = bots.create_bot(owner=owner, name=name)
    print(tokens.make(player=bot, name="Play", scopes=Scope.of(bot), days=1, now=timezone.now())[1])
"""


PLAN = """
from datetime import timedelta
from django.utils import timezone
from accounts.models import Player
from tournaments.life import clockwork, stages
from tournaments.models import Tournament
from tournaments.planning import plans
from tournaments.terms import Terms
now = timezone.now()
terms = Terms.from_columns({
    "name": "Bots", "game": "two-step", "format": "swiss", "options": {"target": 1}, "rounds": 1, "admits_bots": True,
    "check_in_minutes": 60, "registration_at": now, "starts_at": now + timedelta(hours=1),
})
tournament = plans.plan(organiser=Player.objects.get(username="Alice"), terms=terms)
stages.announce(tournament_id=tournament.pk, now=now)
clockwork.advance(tournament_id=tournament.pk, now=timezone.now())
print(tournament.pk)
"""
START = """
from tournaments.life import clockwork
from tournaments.models import Tournament
tournament = Tournament.objects.get()
clockwork.advance(tournament_id=tournament.pk, now=tournament.starts_at)
"""


def shell(site: WholeSite, lines: str) -> list[str]:
    """Run lines of Python in a site's shell, and return the words that they print."""
    command = [sys.executable, "manage.py", "shell", "--no-imports", "-c", lines]
    run = subprocess.run(
        command, env=site.environment, cwd=settings.BASE_DIR, capture_output=True, text=True, check=True
    )
    return run.stdout.split()


def ask(site: WholeSite, token: str, path: str, content: Any = None) -> Any:
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    body = None if content is None else json.dumps(content).encode()
    with urlopen(Request(f"{site.url}/api/1{path}", body, headers)) as answer:
        return json.load(answer)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WholeSite]:
    """Yield a site without rate limits for the test."""
    often = "100000/minute"
    with whole_site(tmp_path_factory.mktemp("site"), API_RATE=often, API_RATE_OF_ADDRESS=often) as site:
        yield site


@pytest.fixture(scope="module")
def tokens(site: WholeSite) -> list[str]:
    """Return the tokens of Robbie and Marvin."""
    return shell(site, MAKE)


@contextmanager
def playing(site: WholeSite, tokens: list[str], folder: Path, *tournaments: str) -> Iterator[None]:
    """Run the example bot for each token; none of its moves may be refused."""
    logs = [folder / f"{number}.log" for number in range(len(tokens))]
    with ExitStack() as stack:
        for path, token in zip(logs, tokens, strict=True):
            log = stack.enter_context(path.open("w"))
            environment = os.environ | {"BOT_TOKEN": token}
            command = [sys.executable, str(BOT), site.url, *tournaments]
            bot = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
            stack.callback(bot.wait)
            stack.callback(bot.terminate)
        yield
    assert not [line for path in logs for line in path.read_text().splitlines()]


def test_example_bots_play_more_than_a_deal_of_every_game(site: WholeSite, tokens: list[str], tmp_path: Path) -> None:
    tables = [ask(site, tokens[0], "/tables", {"game": game, "seats": ["", ""]})["id"] for game in GAMES]
    with playing(site, tokens, tmp_path):
        for table in tables:
            until(lambda table=table: has_ended_a_deal(ask(site, tokens[0], f"/tables/{table}")), 240)  # type: ignore[misc]
    for table in tables:
        shown = ask(site, tokens[0], f"/tables/{table}")
        assert [seat["player"] for seat in shown["seats"]] == ["Robbie", "Marvin"]
        assert [(seat["is_bot"], seat["is_away"]) for seat in shown["seats"]] == [(True, False)] * 2


def test_example_bots_enter_a_tournament_check_in_and_play_their_round(
    site: WholeSite, tokens: list[str], tmp_path: Path
) -> None:
    [tournament] = shell(site, PLAN)
    path = f"/tournaments/{tournament}"
    with playing(site, tokens, tmp_path, tournament):
        until(lambda: [one["is_checked_in"] for one in ask(site, "", f"{path}/entries")["items"]] == [True] * 2, 120)
        shell(site, START)
        until(lambda: ask(site, "", path)["status"] == "finished", 240)
    [round_] = ask(site, "", f"{path}/rounds")
    [table] = round_["tables"]
    assert [seat["score"]["absent"] for seat in table["seats"]] == [False, False]
    assert [(seat["is_bot"], seat["is_away"]) for seat in ask(site, "", f"/tables/{table['table']}")["seats"]] == [
        (True, False)
    ] * 2
    assert sorted(row["name"] for row in ask(site, "", f"{path}/standings")) == ["Marvin", "Robbie"]


@pytest.mark.parametrize("given", [[], ["http://localhost:1"]])
def test_example_says_how_to_start_it(given: list[str]) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "BOT_TOKEN"}
    done = subprocess.run([sys.executable, BOT, *given], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "BOT_TOKEN=by_… python bot.py" in done.stderr
    assert "Traceback" not in done.stderr


class Starting(BaseHTTPRequestHandler):
    """A proxy whose site is being restarted."""

    def do_GET(self) -> None:
        self.send_response(502)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<h1>502 Bad Gateway</h1>")


def test_example_bots_wait_while_a_proxy_answers_for_the_site() -> None:
    with HTTPServer(("127.0.0.1", 0), Starting) as proxy:
        threading.Thread(target=proxy.serve_forever, daemon=True).start()
        command = [sys.executable, str(BOT), f"http://127.0.0.1:{proxy.server_port}"]
        environment = os.environ | {"BOT_TOKEN": "by_x"}
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as bot:
            assert bot.stdout
            said = [bot.stdout.readline() for _attempt in range(2)]
            bot.terminate()
        proxy.shutdown()
    assert said == ["HTTP Error 502: Bad Gateway <h1>502 Bad Gateway</h1>\n"] * 2


def test_example_answers_a_position_once_and_again_after_an_error() -> None:
    view = {"type": "view", "ply": 7, "mine": {"legal": [{"move": "draw"}]}}
    error = {"type": "error", "code": "busy", "message": "Try again."}
    received = queue.SimpleQueue[Any]()

    def api(connection: ServerConnection, request: WebSocketRequest) -> Response | None:
        """Answer a request to the API, which knows one table; let sockets through."""
        if request.path.startswith("/ws/"):
            return None
        return connection.respond(HTTPStatus.OK, json.dumps({"items": [{"id": "aaaaaaaaaa"}]}))

    def table(socket: ServerConnection) -> None:
        for message in (view, view, error, view):
            socket.send(json.dumps(message))
        for text in socket:
            received.put(json.loads(text))

    with serve(table, "127.0.0.1", 0, process_request=api) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        command = [sys.executable, str(BOT), f"http://127.0.0.1:{server.socket.getsockname()[1]}"]
        with subprocess.Popen(command, env=os.environ | {"BOT_TOKEN": "by_x"}, stdout=subprocess.DEVNULL) as bot:
            answers = [received.get(timeout=20) for _answer in range(3)]
            bot.terminate()
        server.shutdown()
    move = {"type": "move", "move": "draw", "ply": 7}
    assert answers == [move, {"type": "sync"}, move]


def test_example_is_no_longer_than_sixty_lines() -> None:
    assert len([line for line in BOT.read_text().splitlines() if line.strip()]) <= 60


def has_ended_a_deal(table: Any) -> bool:
    return table["deal"] > 1 or table["status"] == "finished"
