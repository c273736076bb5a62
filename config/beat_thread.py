"""`celery worker --with-beat`: beat in a thread of the worker, which saves a process of 100 MB on a small site.

Celery's own `--beat` starts a process. It does no harm if several workers do this, since every task may run twice.
"""

from __future__ import annotations

import logging
import threading
from typing import Any

from celery import bootsteps
from celery.beat import Service
from click import Option

logger = logging.getLogger(__name__)

REST = 1.0
"""Seconds before beat starts again after a failure."""

WITH_BEAT = Option(["--with-beat"], is_flag=True, help="Run beat in a thread of this worker.")


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
