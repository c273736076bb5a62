"""Log lines name the request and the table, and reveal nothing hidden."""

from __future__ import annotations

import io
import json
import logging
import random
import re
from collections.abc import Iterator

import pytest
from channels.testing import HttpCommunicator
from django.conf import settings

from accounts.models import Player
from config.asgi import application
from config.celery import end_task, name_task
from games import services, tasks
from games.models import Chain, Move, Seat, Table
from telemetry.context import Named, about
from telemetry.log_lines import JsonLines
from telemetry.tracing import Traced
from tests.games.people import let_the_house_act, play_any, seated_table
from tests.games.sockets import Browser, in_thread, sign_in

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """Return everything that the site logs, down to the finest level, as a collector would get it."""
    stream, root = io.StringIO(), logging.getLogger()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    handler.addFilter(Named())
    before = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield stream
    root.setLevel(before)
    root.removeHandler(handler)


def lines(log: io.StringIO) -> list[dict[str, object]]:
    return [json.loads(line) for line in log.getvalue().splitlines()]


def test_a_line_has_its_time_its_request_and_its_table(log: io.StringIO) -> None:
    with about("request-1", "abcdefghjk"):
        logging.getLogger("games").warning("%s happened", "something")
    line = lines(log)[-1]
    assert str(line["time"]).endswith("+00:00")
    assert (line["request"], line["table"]) == ("request-1", "abcdefghjk")
    assert (line["level"], line["logger"], line["message"]) == ("WARNING", "games", "something happened")


def test_an_error_is_one_line_with_its_traceback(log: io.StringIO) -> None:
    try:
        raise RuntimeError("broken")
    except RuntimeError:
        logging.getLogger("games").exception("it failed", extra={"secret": "not for the log"})
    line = lines(log)[-1]
    assert str(line["exception"]).endswith("RuntimeError: broken")
    assert "not for the log" not in log.getvalue()


async def asked(path: str, *, name: str, trust_proxy: bool) -> str:
    async def page(scope: object, receive: object, send: object) -> None:
        logging.getLogger("games").info("a page is made")
        await application(scope, receive, send)

    headers = [(b"host", b"localhost"), (b"x-request-id", name.encode())]
    link = HttpCommunicator(Traced(page, trust_proxy=trust_proxy), "GET", path, headers=headers)
    answer = await link.get_response(timeout=30)
    return dict(answer["headers"])[b"x-request-id"].decode()


@pytest.mark.parametrize(("name", "kept"), [("from-the-proxy", True), ("short", False), ("two\nlines in it", False)])
async def test_a_request_id_from_a_trusted_proxy_is_kept(log: io.StringIO, name: str, kept: bool) -> None:
    await asked("/rules/", name=name, trust_proxy=True)
    line = next(line for line in lines(log) if line["message"] == "a page is made")
    assert (line["request"] == name) is kept


async def test_a_request_id_from_a_visitor_is_ignored(log: io.StringIO) -> None:
    assert await asked("/rules/", name="forged-by-somebody", trust_proxy=False) != "forged-by-somebody"


async def test_log_lines_of_a_tables_page_name_the_table(log: io.StringIO) -> None:
    await asked("/table/abcdefghjk/", name="", trust_proxy=False)
    line = next(line for line in lines(log) if line["message"] == "a page is made")
    assert line["table"] == "abcdefghjk"


def test_a_task_names_itself_and_its_table(log: io.StringIO) -> None:
    name_task(task_id="task-7", task=tasks.act, args=("abcdefghjk", 3))
    logging.getLogger("games").info("at work")
    end_task(task_id="task-7")
    logging.getLogger("games").info("at rest")
    assert [(line.get("request"), line.get("table")) for line in lines(log)[-2:]] == [
        ("task-7", "abcdefghjk"),
        (None, None),
    ]


def play_to_the_end(alice: Player, bob: Player) -> Table:
    """Play a whole match with two people and two bots."""
    table, rng = seated_table([alice, bob], bots=[Seat.Bot.EASY] * 2), random.Random(11)
    while table.status != Table.Status.FINISHED and table.ply < 60:
        table = let_the_house_act(table.pk)
        if table.turn is not None:
            play_any(table.pk, rng)
            table.refresh_from_db()
    return table


def provoke_errors(table: Table, alice: Player) -> None:
    """Log tracebacks from the middle of a match."""
    move = Move.objects.filter(table=table).order_by("-ply")[0]
    for text in ("nonsense", "9-9", move.text):
        try:
            services.play(table_id=table.pk, player_id=alice.pk, text=text, ply=table.ply)
        except Exception:
            logging.getLogger("games").exception("refused")


async def test_the_log_of_a_match_has_no_tile_and_no_secret(log: io.StringIO, alice: Player, bob: Player) -> None:
    table = await in_thread(play_to_the_end)(alice, bob)
    session = await in_thread(sign_in)(alice)
    browser = await Browser.at(table.pk, session)
    for text in ("nonsense", "9-9", "draw"):
        await browser.send(type="move", move=text, ply=table.ply)
    await browser.send(type="sync")
    await browser.hear_until("view")
    await in_thread(provoke_errors)(table, alice)
    await browser.leave()
    chain = await in_thread(Chain.objects.get)(tables=table.pk)
    said = log.getvalue()
    assert len(lines(log)) >= 3
    assert re.findall(r"(?<![\d-])\d{1,2}-\d{1,2}(?![\d-])", said) == []
    for secret in (settings.SECRET_KEY, session, bytes(chain.secret).hex(), repr(bytes(chain.secret))):
        assert secret not in said
