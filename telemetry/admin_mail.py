"""Letters to ADMINS about errors: at most one every ten minutes from each process, without blocking requests."""

from __future__ import annotations

import logging
import queue
import threading
import time

from telemetry.scrubbing import scrubbed

PAUSE = 600.0
"""Seconds between two letters; the next letter says how many errors were left out."""


class AdminMail(logging.Handler):
    """A log handler that, unlike Django's, includes nothing of the request and sends in its own thread."""

    def __init__(self, pause: float = PAUSE) -> None:
        super().__init__(logging.ERROR)
        self._pause = pause
        self._letters: queue.Queue[tuple[str, str]] = queue.Queue(maxsize=10)
        self._lock_thread = threading.Lock()
        self._thread: threading.Thread | None = None
        self._sent_at = float("-inf")
        self._left_out = 0

    def emit(self, record: logging.LogRecord) -> None:
        from django.conf import settings

        if not settings.ADMINS or record.name.startswith("telemetry"):
            return
        if time.monotonic() - self._sent_at < self._pause:
            self._left_out += 1
            return
        self._sent_at = time.monotonic()
        body, self._left_out = self._body(record), 0
        self._start()
        try:
            self._letters.put_nowait((scrubbed(f"{record.levelname} {record.name}"), body))
        except queue.Full:
            self._left_out += 1

    def wait(self) -> None:
        """Wait until all letters are sent."""
        self._letters.join()

    def _body(self, record: logging.LogRecord) -> str:
        more = f"\n\nErrors left out since the last letter: {self._left_out}." if self._left_out else ""
        names = f"request {getattr(record, 'request_id', '')}, table {getattr(record, 'table_id', '')}"
        return f"{scrubbed(self.format(record))}\n\n({names}){more}"

    def _start(self) -> None:
        with self._lock_thread:
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._send_all, name="letters to admins", daemon=True)
                self._thread.start()

    def _send_all(self) -> None:
        from django.core.mail import mail_admins

        while True:
            subject, body = self._letters.get()
            try:
                mail_admins(subject, body)
            except Exception as error:
                logging.getLogger("telemetry.admin_mail").warning(
                    "no letter sent to the admins: %s", type(error).__name__
                )
            finally:
                self._letters.task_done()
