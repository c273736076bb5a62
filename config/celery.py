"""The Celery application, its queues and signal handlers, and the beat schedule."""

import os
import sys
import threading
import time
import warnings
from contextlib import AbstractContextManager
from functools import partial
from typing import Any

from celery import Celery, signals
from celery.exceptions import SecurityWarning

from config.beat_thread import TOGETHER, WITH_BEAT, BeatThread, SlowerWhenQuiet
from telemetry.context import about

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

# The warning is about pickles sent to workers that run as root; ours accept only JSON.
warnings.simplefilter("ignore", SecurityWarning)

app = Celery("boneyard")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.user_options["worker"].add(WITH_BEAT)
app.steps["worker"].add(BeatThread)

# Four queues, so that long tasks delay nobody. Workers of `bots` play the moves of bots and absent players, those of
# `clock` meet deadlines. The other two have a process of their own with a single slot. In `thinking`, bots that think
# ahead compute for up to half a second, masters for up to two. In `slow`, a rehearsal computes for up to a minute
# without a pause, and decoding a picture or exporting a player's data may take a lot of memory. Tasks that take longer,
# such as an analysis, let others go first every few seconds.
app.conf.task_default_queue = "clock"
app.conf.task_routes = {
    "games.tasks.act": {"queue": "bots"},
    "games.tasks.finish": {"queue": "bots"},
    "games.tasks.think": {"queue": "thinking"},
    "tournaments.tasks.rehearse": {"queue": "slow"},
    "clubs.tasks.make_emblem": {"queue": "slow"},
    "moderation.tasks.check_play": {"queue": "slow"},
    "api.tasks.deliver": {"queue": "slow"},
    "accounts.tasks.make_export": {"queue": "slow"},
    "accounts.tasks.expire": {"queue": "slow"},
    "games.tasks.pack": {"queue": "slow"},
    "ratings.tasks.count": {"queue": "slow"},
    "coach.tasks.analyse": {"queue": "slow"},
    "coach.tasks.make_problems": {"queue": "slow"},
    "health.tasks.count_rows": {"queue": "slow"},
}


@signals.celeryd_init.connect
@signals.beat_init.connect
def be_patient(**kwargs: object) -> None:
    """Let workers and beat wait longer for Redis than a page or a move does, but not forever."""
    patience = {"socket_timeout": 5.0, "socket_connect_timeout": 5.0}
    app.conf.broker_transport_options = {**app.conf.broker_transport_options, **patience}


@signals.worker_init.connect
@signals.beat_init.connect
def check_before_starting(**kwargs: object) -> None:
    """Exit if a check of `live.starting` fails."""
    from common.database import in_use
    from live.starting import CannotOpen, check_may_open

    try:
        check_may_open()
    except CannotOpen as reason:
        sys.exit(str(reason))
    in_use.hold()


_over = threading.Event()
_named: dict[str, AbstractContextManager[None]] = {}


@signals.worker_init.connect
@signals.beat_init.connect
def refuse_unsafe_settings(**kwargs: object) -> None:
    """Refuse to start with settings that are unsafe on a public site."""
    from health.deploy_checks import refuse_if_unsafe

    refuse_if_unsafe()


@signals.worker_init.connect
def check_mail_server(**kwargs: object) -> None:
    from health.mail_server import try_mail_server

    threading.Thread(target=try_mail_server, name="mail server", daemon=True).start()


@signals.task_prerun.connect
def name_task(task_id: str, task: Any, args: tuple[Any, ...], **kwargs: object) -> None:
    """Name the task, and the table it is for, in every log line until it ends."""
    is_of_table = task.name in ("games.tasks.act", "games.tasks.finish", "games.tasks.think")
    named = about(task_id, str(args[0]) if is_of_table and args else "")
    named.__enter__()
    _named[task_id] = named


@signals.task_postrun.connect
def end_task(task_id: str, **kwargs: object) -> None:
    if named := _named.pop(task_id, None):
        named.__exit__(None, None, None)


@signals.worker_init.connect
def start_fallback(**kwargs: object) -> None:
    """Start looking for overdue work immediately, even while the worker waits for Redis."""
    from config.fallback import run_repeatedly
    from games.tasks import catch_up as tables
    from tournaments.tasks import catch_up as tournaments

    threading.Thread(target=run_repeatedly, args=([tables, tournaments], _over), name="fallback", daemon=True).start()


@signals.celeryd_after_setup.connect
def take_turns(instance: Any, **kwargs: object) -> None:
    """Take the site's turns in a thread: in a worker for bots, their moves and those of absent players; in a worker for
    thinking, the moves of bots that think ahead."""
    queues = instance.app.amqp.queues.consume_from
    if "bots" not in queues and "thinking" not in queues:
        return
    from config.fallback import run_logged
    from games.services import act_together
    from games.state import dispatch
    from games.state.turns import Turns

    turns = Turns(lambda dues: run_logged(partial(act_together, dues)))
    if "bots" in queues:
        dispatch.take_here(turns)
    if "thinking" in queues:
        dispatch.take_thoughts_here(turns)
    threading.Thread(target=turns.run, name="house", daemon=True).start()
    signals.worker_shutting_down.connect(lambda **_: turns.stop(), weak=False)


@signals.worker_shutting_down.connect
def stop_fallback(**kwargs: object) -> None:
    _over.set()


EVERY_SECOND = SlowerWhenQuiet(1.0)
# A sweep that has waited too long is useless: the next one does the same work.
app.conf.beat_schedule = {
    "sweep": {"task": "games.tasks.sweep", "schedule": EVERY_SECOND, "options": {"expires": 5}},
    "sweep tournaments": {"task": "tournaments.tasks.sweep", "schedule": EVERY_SECOND, "options": {"expires": 5}},
    "sweep letters": {"task": "accounts.tasks.sweep_letters", "schedule": 10.0, "options": {"expires": 10}},
    "expire": {"task": "accounts.tasks.expire", "schedule": 3600.0, "options": {"expires": 3000}},
    "count rows": {"task": "health.tasks.count_rows", "schedule": 3600.0, "options": {"expires": 3000}},
    "pack matches": {"task": "games.tasks.pack", "schedule": 600.0, "options": {"expires": 500}},
    "count for ratings": {"task": "ratings.tasks.count", "schedule": 30.0, "options": {"expires": 25}},
    "sweep analyses": {"task": "coach.tasks.sweep", "schedule": 60.0, "options": {"expires": 50}},
    "make problems": {"task": "coach.tasks.make_problems", "schedule": 600.0, "options": {"expires": 500}},
    "remind of turns": {"task": "games.tasks.remind", "schedule": 60.0, "options": {"expires": 50}},
    "remind players": {"task": "tournaments.tasks.remind", "schedule": 60.0, "options": {"expires": 50}},
    "sweep series": {"task": "tournaments.tasks.sweep_series", "schedule": 600.0, "options": {"expires": 500}},
    "sweep webhooks": {"task": "api.tasks.sweep_webhooks", "schedule": 10.0, "options": {"expires": 10}},
    "sweep pictures": {"task": "clubs.tasks.sweep_pictures", "schedule": 60.0, "options": {"expires": 50}},
    "close abandoned tables": {
        "task": "games.tasks.close_abandoned_tables",
        "schedule": 60.0,
        "options": {"expires": 50},
    },
    "renew the demo": {"task": "moderation.tasks.renew_demo", "schedule": 120.0, "options": {"expires": 100}},
    "close forgotten tables": {"task": "games.tasks.close_forgotten_tables", "schedule": 3600.0},
    **{
        f"sign of life of {queue}": {
            "task": "health.tasks.give_sign",
            "args": (queue,),
            "schedule": seconds,
            "options": {"queue": queue, "expires": 10},
        }
        for queue, seconds in (("bots", 15.0), ("thinking", 15.0), ("clock", 15.0), ("slow", 30.0))
    },
}
# Tasks of a few milliseconds, which are sent in one message to each queue.
app.conf.beat_together = {
    *("sweep", "sweep tournaments", "sweep letters", "sweep webhooks", "sweep pictures"),
    *("remind of turns", "remind players", "close abandoned tables", "sweep analyses"),
    *(f"sign of life of {queue}" for queue in ("bots", "thinking", "clock", "slow")),
    "count for ratings",
}


@app.task(name=TOGETHER, ignore_result=True)
def do_together(parts: list[tuple[str, list[Any], float]]) -> None:
    """Run several small tasks in turn, skipping those that have expired. If one fails, the others still run."""
    from config.fallback import run_logged

    for name, args, until in parts:
        if time.time() < until:
            run_logged(partial(_do, name, args))


def _do(name: str, args: list[Any]) -> None:
    app.tasks[name](*args)
