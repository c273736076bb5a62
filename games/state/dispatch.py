"""Requests to act at a table, sent to the workers, or to this process if it takes the house's turns itself. A lost
request does no harm, because the sweep repeats it."""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

from common.redis.circuit import Circuit
from games.state.turns import Due, Turns

logger = logging.getLogger(__name__)

TASK = "games.tasks.act"
THINK = "games.tasks.think"
FINISH = "games.tasks.finish"
SWEEP = "games.tasks.sweep"

QUEUES = {"bots": TASK, "thinking": THINK, "clock": SWEEP, "slow": "tournaments.tasks.rehearse"}
"""The queues of the workers, each with one of the tasks that go there."""

PATIENCE = 0.2
"""If a request takes more seconds than this to fail, the broker hangs, and no more are sent for a while."""

MARGIN = 0.01
"""Seconds added to a pause, so that nobody checks too early whether a table is due."""

LONG = 5.0
"""After a pause of this many seconds, something else has usually happened at the table."""

_circuit = Circuit()
_here: Turns | None = None
_thoughts: Turns | None = None
_may_be_due: Callable[[Due], bool] | None = None
_held: dict[int, Turns] = {}
"""The requests that each process holds until they are due, by process id."""
_senders: dict[int, ThreadPoolExecutor] = {}
"""The thread that sends each process's requests, by process id."""


def take_here(turns: Turns | None) -> None:
    """Take the house's turns in this process from now on, or (None) no longer."""
    global _here
    _here = turns


def take_thoughts_here(turns: Turns | None) -> None:
    """Take the turns of bots that have thought in this process here from now on, or (None) no longer."""
    global _thoughts
    _thoughts = turns


def hold_requests_until_due(may_be_due: Callable[[Due], bool] | None) -> None:
    """Make this process and its forks hold requests that are not due soon, or that people may make unnecessary, and
    send them later if `may_be_due` still says so; with None, send all requests at once.

    Requests that are not held are then sent by a separate thread, so that players whose moves have been committed do
    not wait for Redis.
    """
    global _may_be_due
    _may_be_due = may_be_due
    _held.clear()


def ask_after_commit(
    table_id: str, ply: int, pause: float, *, thinks: bool = False, people_first: bool = False
) -> None:
    """Ask the house to act `pause` seconds after the current transaction commits.

    `people_first` says that people may act before it does. For a bot that `thinks` ahead, a worker that has time for it
    begins to think at once.
    """

    def ask_somebody() -> None:
        if thinks:
            ask_to_think(table_id, ply)
        else:
            _ask_anyone(table_id, ply, pause, people_first=people_first)

    transaction.on_commit(ask_somebody, robust=True)


def _ask_anyone(table_id: str, ply: int, pause: float, *, people_first: bool = False) -> None:
    if not ask_here(table_id, ply, pause):
        ask(table_id, ply, pause, people_first=people_first)


def ask_here(table_id: str, ply: int, pause: float = 0) -> bool:
    """Ask this process to act in `pause` seconds; return False if it does not take the house's turns."""
    if _here is None:
        return False
    _here.ask(Due(table_id, ply), pause)
    return True


def ask_for_kept(table_id: str, ply: int, pause: float) -> None:
    """Ask this process to play its kept move in `pause` seconds; if it takes no such turns, ask anyone to act."""
    if _thoughts is not None:
        _thoughts.ask(Due(table_id, ply), max(0.0, pause) + MARGIN)
    else:
        _ask_anyone(table_id, ply, max(0.0, pause))


def ask(table_id: str, ply: int, pause: float = 0, *, people_first: bool = False) -> None:
    """Ask the house to act in `pause` seconds. If Redis is down, the next sweep asks again."""
    if (people_first or pause >= LONG) and _may_be_due is not None:
        _long_turns().ask(Due(table_id, ply), pause + MARGIN)
    else:
        _send_soon(TASK, (table_id, ply), pause)


def _long_turns() -> Turns:
    """Return the requests that this process holds; start the thread that sends them if there is none yet."""
    turns = _held.get(os.getpid())
    if turns is None:
        turns = _held.setdefault(os.getpid(), Turns(_ask_for_those_left))
        threading.Thread(target=turns.run, name="long requests", daemon=True).start()
    return turns


def _ask_for_those_left(dues: list[Due]) -> None:
    for due in dues:
        if _may_be_due is None or _may_be_due(due):
            _send(TASK, tuple(due), 0)


def ask_to_think(table_id: str, ply: int, pause: float = 0) -> None:
    """Ask the house to act for a bot that thinks ahead, in a worker where nothing else has to wait meanwhile."""
    _send_soon(THINK, (table_id, ply), pause)


def ask_to_finish(table_id: str) -> None:
    """Ask the house to play a match to its end. Callers ask again until the match is over."""
    _send(FINISH, (table_id,), 0)


def ask_for_sweep() -> None:
    """Ask the workers to sweep for everything that is due."""
    _send(SWEEP, (), 0)


def waiting() -> int:
    """Return how many requests are waiting for a worker; 0 if Redis is down."""
    return (_lengths(TASK) or [0])[0]


def waiting_by_queue() -> dict[str, int] | None:
    """Return how many requests are waiting in each queue of the workers, or None if Redis is down."""
    lengths = _lengths(*QUEUES.values())
    return None if lengths is None else dict(zip(QUEUES, lengths, strict=True))


def _lengths(*tasks: str) -> list[int] | None:
    """Return how many requests are waiting in the queues of these tasks."""
    queues = [current_app.amqp.router.route({}, task)["queue"] for task in tasks]
    try:
        with current_app.connection_for_write() as connection:
            channel = connection.default_channel
            return [queue.bind(channel).queue_declare().message_count for queue in queues]
    except OperationalError as error:
        logger.warning("the queues of requests to the workers cannot be read: %s", error)
        return None


def _send_soon(task: str, about: tuple[Any, ...], pause: float) -> None:
    """Send a request; in a process that plays players' moves, by a separate thread."""
    if _may_be_due is None:
        _send(task, about, pause)
        return
    sender = _senders.get(os.getpid())
    if sender is None:
        sender = _senders.setdefault(os.getpid(), ThreadPoolExecutor(1, thread_name_prefix="requests"))
    sender.submit(_send, task, about, pause)


def _send(task: str, about: tuple[Any, ...], pause: float) -> None:
    if _circuit.is_broken:
        return
    asked_at = time.monotonic()
    try:
        current_app.send_task(task, about, countdown=pause or None, retry=False, expires=pause + 60)
    except OperationalError as error:
        if time.monotonic() - asked_at > PATIENCE:
            _circuit.break_off()
        logger.warning("could not ask the house to act at %s, the sweep will: %s", *about[:1] or [task], error)
