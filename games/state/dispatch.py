"""Requests to act at a table, to the workers or to this process if it takes the house's turns itself. They may get lost
without harm, because a sweep asks again."""

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
"""The queues of the workers, each with a task that goes there."""

PATIENCE = 0.2
"""Seconds after which a broker that hangs is given up; one that is down fails at once."""

MARGIN = 0.01
"""Seconds by which nobody looks too early at what is due."""

LONG = 5.0
"""After so many seconds something else has mostly happened at the table."""

_circuit = Circuit()
_here: Turns | None = None
_thoughts: Turns | None = None
_may_be_due: Callable[[Due], bool] | None = None
_held: dict[int, Turns] = {}
"""What this process asks for when it is due, by the process's id."""
_senders: dict[int, ThreadPoolExecutor] = {}
"""The thread that makes this process's requests, by the process's id."""


def take_here(turns: Turns | None) -> None:
    """Have the house's turns taken in this process from now on, or (None) no longer."""
    global _here
    _here = turns


def take_thoughts_here(turns: Turns | None) -> None:
    """Have the turns of bots that have thought in this process taken here from now on, or (None) no longer."""
    global _thoughts
    _thoughts = turns


def hold_requests_until_due(may_be_due: Callable[[Due], bool] | None) -> None:
    """Have this process, and those that are forked from it, hold requests that are not due for long, or that people may
    make needless, and then make only those that are still due by `may_be_due`; or (None) make all requests at once.

    Those that it does not hold it makes in a thread of its own, since players whose moves are committed would wait for
    Redis.
    """
    global _may_be_due
    _may_be_due = may_be_due
    _held.clear()


def ask_after_commit(
    table_id: str, ply: int, pause: float, *, thinks: bool = False, people_first: bool = False
) -> None:
    """Have the house act `pause` seconds after the current transaction commits, unless `people_first` have done so; for
    a bot that `thinks` ahead, have those who have the time for it begin to think at once."""

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
    """Have this process act in `pause` seconds; return False if it does not take the house's turns."""
    if _here is None:
        return False
    _here.ask(Due(table_id, ply), pause)
    return True


def ask_for_kept(table_id: str, ply: int, pause: float) -> None:
    """Have this process play in `pause` seconds what it keeps in mind, or (where it cannot) somebody anything."""
    if _thoughts is not None:
        _thoughts.ask(Due(table_id, ply), max(0.0, pause) + MARGIN)
    else:
        _ask_anyone(table_id, ply, max(0.0, pause))


def ask(table_id: str, ply: int, pause: float = 0, *, people_first: bool = False) -> None:
    """Have the house act in `pause` seconds. If Redis is down, the next sweep asks again."""
    if (people_first or pause >= LONG) and _may_be_due is not None:
        _long_turns().ask(Due(table_id, ply), pause + MARGIN)
    else:
        _send_soon(TASK, (table_id, ply), pause)


def _long_turns() -> Turns:
    """Return what this process keeps in mind, with a thread that looks after it."""
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
    """Have the house act for a bot that thinks ahead, in a worker where nothing else waits for it."""
    _send_soon(THINK, (table_id, ply), pause)


def ask_to_finish(table_id: str) -> None:
    """Have the house play a match to its end. Callers ask again until the match is over."""
    _send(FINISH, (table_id,), 0)


def ask_for_sweep() -> None:
    """Have the workers look for what is due."""
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
    """Send a request, in a process that plays moves without waiting for that."""
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
