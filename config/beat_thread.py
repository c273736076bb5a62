"""What beat asks for, and `celery worker --with-beat`: beat in a thread of the worker, which saves a process of 100 MB
on a small site.

Celery's own `--beat` starts a process. It does no harm if several workers do this, since every task may run twice.
"""

from __future__ import annotations

import logging
import threading
from datetime import datetime, timedelta
from typing import Any

from celery import bootsteps
from celery.beat import Scheduler, Service
from celery.schedules import schedule
from click import Option

logger = logging.getLogger(__name__)

REST = 1.0
"""Seconds before beat starts again after a failure."""

LONG_AGO = timedelta(days=30)
"""Longer than any pause of the schedule."""

WITH_BEAT = Option(["--with-beat"], is_flag=True, help="Run beat in a thread of this worker.")


class DueAtStart(Scheduler):
    """Asks for everything once when beat starts. It remembers nothing, and what is due once an hour would never be if
    beat never ran for an hour; every task may run more often than it has to."""

    def setup_schedule(self) -> None:
        super().setup_schedule()
        for entry in self.schedule.values():
            entry.last_run_at = entry.default_now() - LONG_AGO


class WhileSomebodyIsThere(schedule):
    """Every so many seconds, and less often while nobody is there: what a sweep would find then, a worker finds by
    itself soon enough, and whoever comes has it asked for at once."""

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
            except Exception as error:  # whatever an absent Redis raises
                logger.warning("beat starts again: %r", error)
            self._over.wait(REST)
