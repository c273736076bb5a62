"""The whole site as several machines would run it: two web processes, a worker for each queue, and beat. All of them
reach PostgreSQL and Redis, and visitors reach the web processes, through our proxies."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import psutil
import psycopg
from psycopg.conninfo import make_conninfo
from redis import Redis
from redis.exceptions import RedisError

from run import site
from run.faults.proxy import Proxy
from run.ports import free_port
from run.postgres import new_postgres
from run.redis import redis_command
from run.serving.supervisor import Program, Say, Supervisor, execute
from run.trial.environment import NOT_INHERITED, ROOT

PACES = {"BOT_PAUSE": "0.3", "FORCED_PAUSE": "0.3", "AWAY_PAUSE": "0.3", "DEAL_PAUSE": "1", "START_PAUSE": "1"}
NO_LIMITS = {"GUEST_RATE": "100000/minute", "TABLE_RATE": "100000/hour", "TABLE_RATE_OF_ADDRESS": "100000/hour"}
WORKERS = {"bots": 4, "thinking": 1, "clock": 2, "slow": 1}
"""How many threads the worker of each queue has."""


class Stack:
    """A running site as an asynchronous context manager; its programs end with it."""

    def __init__(self, folder: Path, say: Say) -> None:
        self.folder = folder
        self.redis_socket = folder / "redis.sock"
        self.postgres = new_postgres(folder / "postgres")
        self._ports = {"web a": free_port(), "web b": free_port()}
        self.proxies = {
            "database": Proxy([self.postgres.socket]),
            "redis": Proxy([self.redis_socket]),
            "web": Proxy(list(self._ports.values())),
        }
        self._clock = folder / "clock"
        self.set_clock(0.0)
        self._say = say
        self.environment: Mapping[str, str] = {}
        self._stores = Supervisor(say)
        self._programs = Supervisor(say)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.proxies['web'].port}"

    @property
    def parts(self) -> list[str]:
        """Return the names of all programs, in the order of their dependencies."""
        return ["database", "redis", *self._ports, *WORKERS, "beat"]

    def now(self) -> datetime:
        """Return the time by the clock of the site."""
        return datetime.now(UTC) + timedelta(seconds=self._ahead)

    def set_clock(self, ahead: float) -> None:
        """Set the clock of all programs of the site this many seconds ahead of the machine's."""
        self._ahead = ahead
        written = self._clock.with_suffix(".new")
        written.write_text(str(ahead))
        written.replace(self._clock)

    async def __aenter__(self) -> Stack:
        try:
            for proxy in self.proxies.values():
                await proxy.open()
            self.environment = self._environment_of_programs()
            self._stores.start(Program("database", self.postgres.command))
            self._stores.start(Program("redis", redis_command(self.redis_socket)))
            await until(self.stores_answer)
            await self.manage("migrate", "-v", "0")
            await self.manage("collectstatic", "-v", "0", "--no-input")
        except BaseException:
            await self.__aexit__()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
        for proxy in self.proxies.values():
            proxy.close()
        await self._stores.stop()

    def _environment_of_programs(self) -> dict[str, str]:
        ours = {name: value for name, value in os.environ.items() if name not in NOT_INHERITED}
        figures = self.folder / "figures"
        figures.mkdir()
        return {
            **ours,
            **PACES,
            **NO_LIMITS,
            "DJANGO_SETTINGS_MODULE": "run.faults.settings",
            "MOVED_CLOCK": str(self._clock),
            "VAR_DIR": str(self.folder / "var"),
            "DEMO": "0",
            "DATABASE_URL": f"postgresql://{self.postgres.user}@127.0.0.1:{self.proxies['database'].port}/postgres",
            "DATABASE_POOL": "8",
            "REDIS_URL": f"redis://127.0.0.1:{self.proxies['redis'].port}/0",
            "PROMETHEUS_MULTIPROC_DIR": str(figures),
            "PATH": os.pathsep.join([str(self.postgres.programs), os.environ.get("PATH", "")]),
        }

    # --- Its programs ---

    async def open(self) -> None:
        """Start all programs of the site."""
        self._programs = Supervisor(self._say, partial(execute, environment=self.environment))
        for name, port in self._ports.items():
            self._programs.start(replace(site.web("127.0.0.1", port), name=name))
        for queue, threads in WORKERS.items():
            self._programs.start(Program(queue, site.worker_of(queue, threads=threads)))
        self._programs.start(site.beat())
        await until(self.is_up)

    async def close(self) -> None:
        """Stop all programs of the site except the database and Redis."""
        await self._programs.stop()

    async def manage(self, *arguments: str) -> str:
        """Run a command of manage.py; return its output. Raises RuntimeError."""
        return await asyncio.to_thread(self._manage, *arguments)

    async def inside(self, function: str, *arguments: object) -> Any:
        """Run a function of `run.faults.inside` in a separate process; return its result."""
        code = f"import json; from run.faults import inside; print(json.dumps(inside.{function}(*{arguments!r})))"
        said = await self.manage("shell", "-v", "0", "-c", code)
        return json.loads(said.strip().splitlines()[-1])

    def _manage(self, *arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            env=self.environment,
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"manage.py {arguments[0]}: {done.stdout}")
        return done.stdout

    def _pid(self, part: str) -> int | None:
        return (self._stores if part in ("database", "redis") else self._programs).pid(part)

    def processes(self, part: str) -> list[psutil.Process]:
        """Return the processes of a program, its main process first; none while it is not running."""
        try:
            if (pid := self._pid(part)) is None:
                return []
            whole = psutil.Process(pid)
            return [whole, *whole.children(recursive=True)]
        except psutil.NoSuchProcess:
            return []

    # --- Is it up? ---

    def is_up(self) -> bool:
        """Return whether every program is running and ready for work."""
        return (
            all(self._pid(part) for part in self.parts)
            and self.stores_answer()
            and self._workers_listen()
            and all(_is_ready(port) for port in self._ports.values())
        )

    def stores_answer(self) -> bool:
        try:
            self.connect().close()
            return bool(self.redis().ping())
        except (RedisError, psycopg.Error):
            return False

    def connect(self) -> psycopg.Connection:
        """Return a direct connection to PostgreSQL, without a proxy. Raises psycopg.Error."""
        where = make_conninfo(host=str(self.postgres.socket.parent), user=self.postgres.user, dbname="postgres")
        return psycopg.connect(where, autocommit=True)

    def _workers_listen(self) -> bool:
        """Return whether the workers of all queues are waiting for tasks, which they do with BRPOP."""
        try:
            return len([one for one in self.redis().client_list() if one["cmd"] == "brpop"]) >= len(WORKERS)
        except RedisError:
            return False

    def redis(self) -> Redis:
        """Return a direct connection to Redis, without a proxy."""
        return Redis(unix_socket_path=str(self.redis_socket), socket_timeout=5)


def _is_ready(port: int) -> bool:
    try:
        with urlopen(f"http://127.0.0.1:{port}/healthz/ready", timeout=5) as answer:
            return answer.status == 200
    except OSError:
        return False


async def until(holds: Callable[[], bool], seconds: float = 120) -> None:
    """Wait until a condition holds; checking it may block. Raises TimeoutError."""
    async with asyncio.timeout(seconds):
        while not await asyncio.to_thread(holds):
            await asyncio.sleep(0.25)
