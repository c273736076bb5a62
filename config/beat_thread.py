"""The scheduler for beat, and `celery worker --with-beat`, which runs beat in a thread of the worker and so saves a
process of 100 MB on a small site.

Celery's own `--beat` starts a process. Several workers may do this at once, since every task may run twice.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from celery import bootsteps
from celery.beat import ScheduleEntry, Scheduler, Service
from celery.schedules import schedule
from click import Option

logger = logging.getLogger(__name__)

REST = 1.0
"""Seconds before beat starts again after a failure."""

LONG_AGO = timedelta(days=30)
"""Longer than any interval of the schedule."""

WITH_BEAT = Option(["--with-beat"], is_flag=True, help="Run beat in a thread of this worker.")


TOGETHER = "config.do_together"
"""The name of the task that runs several others."""

SLACK = 0.25
"""Seconds by which a task may be sent early, so that one message holds all that are due at about the same time."""


class DueAtStart(Scheduler):
    """A scheduler that sends every task once when beat starts. It stores nothing, so if beat never ran for a whole
    hour, an hourly task would otherwise never be due; running a task too often does no harm.

    Tasks named in `beat_together` that are due at the same time are sent in one message to each queue: sending,
    receiving and acknowledging a message costs more than most of these tasks.
    """

    def setup_schedule(self) -> None:
        super().setup_schedule()
        for entry in self.schedule.values():
            entry.last_run_at = entry.default_now() - LONG_AGO

    def tick(self, *args: object, **options: object) -> float:
        """Send all tasks that are due; return the seconds until the next one is."""
        found: list[tuple[Any, bool, float]] = [(entry, *self.is_due(entry)) for entry in self.schedule.values()]
        slack = SLACK if any(is_due for _, is_due, _ in found) else 0.0
        wait, due = float(self.max_interval or REST), list[Any]()
        for entry, is_due, seconds in found:
            if is_due or seconds < slack:
                due.append(self.reserve(entry))
            wait = min(wait, seconds if is_due or seconds >= slack else entry.schedule.seconds)
        for message in self._messages(due):
            self.apply_entry(message, producer=self.producer)
        return wait

    def _messages(self, due: list[Any]) -> Iterator[ScheduleEntry]:
        small, by_queue = self.app.conf.get("beat_together", ()), defaultdict[str, list[Any]](list)
        for entry in due:
            if entry.name in small:
                queue = self.app.amqp.router.route(dict(entry.options), entry.task)["queue"].name
                by_queue[queue].append(entry)
        for queue, entries in by_queue.items():
            yield entries[0] if len(entries) == 1 else self._together(queue, entries)
        yield from (entry for entry in due if entry.name not in small)

    def _together(self, queue: str, entries: list[Any]) -> ScheduleEntry:
        """Return one message for several tasks, the first to expire in front. Each keeps its own expiry time."""
        now = time.time()
        entries = sorted(entries, key=lambda entry: (entry.options["expires"], entry.name))
        parts = [(entry.task, list(entry.args), now + entry.options["expires"]) for entry in entries]
        options = {"queue": queue, "expires": max(entry.options["expires"] for entry in entries)}
        return self.Entry(name=TOGETHER, task=TOGETHER, args=(parts,), options=options, app=self.app)


class SlowerWhenQuiet(schedule):
    """A schedule that runs every `seconds`, and less often while nobody uses the site. Workers then find overdue work
    themselves soon enough, and the first visitor triggers a sweep immediately."""

    SECONDS_WHEN_QUIET = 5.0

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self._usual = timedelta(seconds=seconds)

    def is_due(self, last_run_at: datetime) -> Any:
        from live.visits import is_quiet

        self.run_every = timedelta(seconds=self.SECONDS_WHEN_QUIET) if is_quiet() else self._usual
        return super().is_due(last_run_at)

    def __reduce__(self) -> tuple[Any, ...]:
        return self.__class__, (self._usual.total_seconds(),)


class BeatThread(bootsteps.StartStopStep):
    def __init__(self, parent: Any, with_beat: bool = False, **options: Any) -> None:
        super().__init__(parent, **options)
        self.enabled = with_beat
        self._over = threading.Event()
        self._service: Service | None = None

    def start(self, parent: Any) -> None:
        threading.Thread(target=self._run, args=(parent.app,), name="beat", daemon=True).start()

    def stop(self, parent: Any) -> None:
        self._over.set()
        if self._service is not None:
            self._service.stop()

    def _run(self, app: Any) -> None:
        while not self._over.is_set():
            self._service = Service(app, scheduler_cls=app.conf.beat_scheduler)
            try:
                self._service.start()
            except Exception as error:  # whatever is raised while Redis is down
                logger.warning("beat failed and restarts: %r", error)
            self._over.wait(REST)
