"""Every live socket, and every message that a browser may send, answers everyone as messages.txt says (README.md)."""

from __future__ import annotations

import json
from typing import Any, get_args

import pytest
from asgiref.sync import async_to_sync
from msgspec import structs
from pytest_django import Settings

from accounts import bots
from accounts.models import Player
from config.routing import websocket_urlpatterns
from games import services as games
from games.live import messages_in
from games.models import Table
from tests.api.programs import Program
from tests.games.people import seated_table, short
from tests.games.sockets import BotSocket, Browser, sign_in
from tests.site.permissions.asking import FOLDER, expected, row
from tests.site.permissions.people import COLUMNS, populated

pytestmark = pytest.mark.django_db(transaction=True)

EXAMPLES: tuple[messages_in.Message, ...] = (
    messages_in.Play(move="draw", ply=9999),
    messages_in.Sync(),
    messages_in.Ready(),
    messages_in.Back(),
    messages_in.Contribute(bytes="ab" * 16),
    messages_in.Chat(text="Hello"),
    messages_in.Phrase(phrase="hello"),
    messages_in.AskForHint(),
    messages_in.Ping(),
)
SILENT = "ws/lobby/"
"""The socket that sends nothing when it opens."""


def test_every_message_has_an_example() -> None:
    lacking = set(get_args(messages_in.Message)) - {type(one) for one in EXAMPLES}
    assert not lacking, f"Give an example of each of {lacking} in EXAMPLES, and a row in messages.txt."


def test_every_socket_and_message_answers_everyone_as_expected(settings: Settings) -> None:
    settings.LIMITS = dict.fromkeys(settings.LIMITS, "100000/minute")
    site = populated()
    seated = [player for column in ("player", "officer") if (player := site.people[column])]
    table = seated_table(seated, game="two-step", options=short("two-step"), seconds=3600)
    sessions = {column: sign_in(player) if player else "" for column, player in site.people.items()}
    ids = {"table_id": table.pk, "tournament_id": site.tournament.pk, "slug": site.club.slug}
    rows = {}
    for pattern in websocket_urlpatterns[:-1]:  # the last one is for unknown paths
        route = str(pattern.pattern)
        path = "/" + route.replace("<str:", "{").replace(">", "}").format_map(ids)
        answers = [_opening(path, sessions[column], is_silent=route == SILENT) for column in COLUMNS]
        rows[f"{route} OPEN"] = row(route, "OPEN", answers)
    of_club = games.open_table(
        owner=site.member,
        club=site.club,
        visibility=Table.Visibility.CLUB,
        game="two-step",
        options={},
        seconds=60,
        bots=["", ""],
    )
    answers = [_opening(f"/ws/table/{of_club.pk}/", sessions[column], is_silent=False) for column in COLUMNS]
    rows["ws/table/of-a-club OPEN"] = row("ws/table/of-a-club", "OPEN", answers)
    tokens = {column: _bots_token(player) for column, player in site.people.items()}
    of_bots = {"table/": table.pk, "table/of-a-club": of_club.pk, "lobby/": "", "me/": ""}
    for name, key in of_bots.items():
        path = f"/ws/{name.partition('/')[0]}/{key}/".replace("//", "/")
        answers = [_opening(path, "", is_silent=name == "lobby/", token=tokens[column]) for column in COLUMNS]
        rows[f"bot:ws/{name} OPEN"] = row(f"bot:ws/{name}", "OPEN", answers)
    told = {column: _answers(table.pk, sessions[column]) for column in COLUMNS}
    for example in EXAMPLES:
        name = str(example.__struct_config__.tag)
        rows[f"{name} SEND"] = row(name, "SEND", [told[column][name] for column in COLUMNS])
    then = expected(FOLDER / "messages.txt")
    assert {key: one.split() for key, one in rows.items()} == {key: one.split() for key, one in then.items()}, (
        "messages.txt differs. If these answers are right, it should say:\n" + "\n".join(rows.values())
    )


def _bots_token(player: Player | None) -> str:
    """Return a token of one of the player's bots, or an unknown token without a player."""
    if player is None or player.is_guest:
        return "by_nobody"
    bot = bots.create_bot(owner=player, name=f"Robbie{player.pk}")
    return Program.of(bot).token


@async_to_sync
async def _opening(path: str, session: str, *, is_silent: bool, token: str = "") -> str:
    browser = BotSocket(path, f"Bearer {token}") if token else Browser(path, session)
    is_connected, code = await browser.link.connect(timeout=30)
    if not is_connected:
        return str(code)
    if is_silent and await browser.link.receive_nothing():
        await browser.leave()
        return "opens"
    first = await browser.link.receive_output(timeout=30)
    if first["type"] == "websocket.send" and json.loads(first["text"])["type"] == "error":
        first = await browser.link.receive_output(timeout=30)
    await browser.leave()
    return "opens" if first["type"] == "websocket.send" else str(first["code"])


@async_to_sync
async def _answers(table_id: str, session: str) -> dict[str, str]:
    """Return the code with which each message is refused, or ok."""
    browser = await Browser.at(table_id, session)
    answers = {}
    for example in EXAMPLES:
        message: dict[str, Any] = {"type": example.__struct_config__.tag, **structs.asdict(example)}
        heard = len(browser.heard)
        await browser.send(**message)
        await browser.send(type="ping")
        await browser.hear_until("pong", 30)
        codes = [one["code"] for one in browser.heard[heard:] if one["type"] == "error"]
        answers[str(message["type"])] = codes[0] if codes else "ok"
    await browser.leave()
    return answers
