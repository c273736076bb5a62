"""URLs for load balancers and monitoring, answered before Django: with any host name, over plain HTTP too, and without
reading a session.

/healthz/live   this process answers
/healthz/ready  this process can serve pages: the database answers and has the tables of this release
/healthz        the whole site is healthy: database, Redis, sweeps, workers, queues; details with access (health.guard)
/metrics        metrics for Prometheus, with access (health.guard)
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.db import close_old_connections

from health import checks
from health.checks import Check
from health.collector import exposition
from health.guard import may_see

logger = logging.getLogger(__name__)

PATIENCE = 5.0
"""Seconds after which a check that hangs counts as failed."""

FRESH = 2.0
"""Seconds for which a result is cached, so that frequent requests cost nothing."""

JSON, TEXT = "application/json", "text/plain; charset=utf-8"
FIGURES = "text/plain; version=0.0.4; charset=utf-8"

Answer = tuple[int, str, bytes]


class Probes:
    def __init__(self, application: Any) -> None:
        self._application = application
        self._pages: dict[str, Callable[[Mapping[str, Any]], Any]] = {
            "/healthz/live": self._live,
            "/healthz/ready": self._ready,
            "/healthz": self._whole,
            "/metrics": self._metrics,
        }
        self._threads = ThreadPoolExecutor(max_workers=1, thread_name_prefix="health")
        self._found: dict[str, tuple[float, list[Check]]] = {}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        page = self._pages.get(scope["path"].rstrip("/"))
        if page is None:
            await self._application(scope, receive, send)
        elif scope["method"] not in ("GET", "HEAD"):
            await _answer(send, (405, TEXT, b"Only GET is answered here.\n"))
        else:
            await _answer(send, await page(scope), with_body=scope["method"] == "GET")

    async def _live(self, scope: Mapping[str, Any]) -> Answer:
        return 200, JSON, b'{"status": "ok"}\n'

    async def _ready(self, scope: Mapping[str, Any]) -> Answer:
        return await self._report(scope, "ready", checks.ready)

    async def _whole(self, scope: Mapping[str, Any]) -> Answer:
        return await self._report(scope, "whole", checks.whole)

    async def _metrics(self, scope: Mapping[str, Any]) -> Answer:
        if not may_see(scope):
            return 403, TEXT, b"Figures are for the site's monitoring.\n"
        return 200, FIGURES, await self._in_thread(exposition)

    async def _report(self, scope: Mapping[str, Any], name: str, check: Callable[[], Iterable[Check]]) -> Answer:
        try:
            found = await self._fresh(name, check)
        except Exception as error:  # whatever a broken part raises, the site is unhealthy
            logger.warning("the health checks could not be completed: %s", type(error).__name__)
            found = [Check("site", "could not be checked", is_well=False)]
        is_well = all(one.is_well for one in found)
        said: dict[str, Any] = {"status": "ok" if is_well else "failing"}
        if may_see(scope):
            said["checks"] = {one.name: {"ok": one.is_well, "state": one.state} for one in found}
        return 200 if is_well else 503, JSON, json.dumps(said).encode() + b"\n"

    async def _fresh(self, name: str, check: Callable[[], Iterable[Check]]) -> list[Check]:
        at, found = self._found.get(name, (-FRESH, []))
        if not found or time.monotonic() - at > FRESH:
            found = await self._in_thread(lambda: list(check()))
            self._found[name] = time.monotonic(), found
        return found

    async def _in_thread(self, job: Callable[[], Any]) -> Any:
        asked = asyncio.get_running_loop().run_in_executor(self._threads, _with_connections, job)
        return await asyncio.wait_for(asked, PATIENCE)


def _with_connections(job: Callable[[], Any]) -> Any:
    close_old_connections()
    try:
        return job()
    finally:
        close_old_connections()


async def _answer(send: Any, answer: Answer, *, with_body: bool = True) -> None:
    status, kind, body = answer
    headers = [(b"content-type", kind.encode()), (b"cache-control", b"no-store")]
    headers.append((b"content-length", str(len(body)).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body if with_body else b""})
