"""The Celery application, and the schedule of its beat."""

import os
import threading
import warnings

from celery import Celery, signals
from celery.exceptions import SecurityWarning

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

# It warns of pickles sent to workers that run as root; ours accept JSON only.
warnings.simplefilter("ignore", SecurityWarning)

app = Celery("boneyard")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

# Three queues, so that long tasks delay nobody: the house plays in `bots`, deadlines are met in `clock`, and `slow` has
# a process of its own with a single slot, because a rehearsal computes for up to a minute without a pause, decoding a
# picture takes a lot of memory, and so may a player's data.
app.conf.task_default_queue = "clock"
app.conf.task_routes = {
    "games.tasks.act": {"queue": "bots"},
    "games.tasks.finish": {"queue": "bots"},
    "tournaments.tasks.rehearse": {"queue": "slow"},
    "clubs.tasks.make_emblem": {"queue": "slow"},
    "moderation.tasks.check_play": {"queue": "slow"},
    "accounts.tasks.make_export": {"queue": "slow"},
    "accounts.tasks.expire": {"queue": "slow"},
}


@signals.celeryd_init.connect
@signals.beat_init.connect
def be_patient(**kwargs: object) -> None:
    """Let workers and beat wait longer for Redis than a page or a move does, but not for ever."""
    patience = {"socket_timeout": 5.0, "socket_connect_timeout": 5.0}
    app.conf.broker_transport_options = {**app.conf.broker_transport_options, **patience}


_over = threading.Event()


@signals.worker_init.connect
def begin_standing_in(**kwargs: object) -> None:
    """Start doing overdue work at once, even while the worker waits for Redis."""
    from config.standing_in import stand_in
    from games.tasks import catch_up as tables
    from tournaments.tasks import catch_up as tournaments

    threading.Thread(target=stand_in, args=([tables, tournaments], _over), name="standing in", daemon=True).start()


@signals.worker_shutting_down.connect
def end_standing_in(**kwargs: object) -> None:
    _over.set()


# A sweep that has waited too long is worthless: the next one does the same.
app.conf.beat_schedule = {
    "sweep": {"task": "games.tasks.sweep", "schedule": 1.0, "options": {"expires": 5}},
    "sweep tournaments": {"task": "tournaments.tasks.sweep", "schedule": 1.0, "options": {"expires": 5}},
    "sweep letters": {"task": "accounts.tasks.mail_notices", "schedule": 10.0, "options": {"expires": 10}},
    "expire": {"task": "accounts.tasks.expire", "schedule": 3600.0, "options": {"expires": 3000}},
    "remind of turns": {"task": "games.tasks.remind", "schedule": 60.0, "options": {"expires": 50}},
    "remind players": {"task": "tournaments.tasks.remind", "schedule": 60.0, "options": {"expires": 50}},
    "sweep series": {"task": "tournaments.tasks.sweep_series", "schedule": 600.0, "options": {"expires": 500}},
    "sweep pictures": {"task": "clubs.tasks.sweep_pictures", "schedule": 60.0, "options": {"expires": 50}},
    "close abandoned tables": {
        "task": "games.tasks.close_abandoned_tables",
        "schedule": 60.0,
        "options": {"expires": 50},
    },
    "close forgotten tables": {"task": "games.tasks.close_forgotten_tables", "schedule": 3600.0},
}
