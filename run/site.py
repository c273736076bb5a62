"""The programs that make up the site on one machine, and how each is started."""

import sys

from django.conf import settings

from run.redis import redis_command
from run.supervisor import Program

CELERY = [sys.executable, "-m", "celery", "--quiet", "-A", "config"]


def redis() -> Program:
    return Program("redis", redis_command(settings.REDIS_SOCKET))


def web(host: str, port: int) -> Program:
    daphne = [sys.executable, "-m", "live.server", "-v", "0", "--no-server-name", "-b", host, "-p", str(port)]
    return Program("web", [*daphne, "config.asgi:application"])


def worker() -> Program:
    """Return the worker for bots and clocks, with beat in one of its threads: threads, since its tasks wait for the
    database and share cached matches."""
    return Program("worker", [*_worker("bots,clock", threads=4), "--with-beat"])


def slow() -> Program:
    """Return the worker for long computations: a process of its own with low priority, so that bots and clocks do
    not wait."""
    return Program("slow", ["nice", "-n", "10", *_worker("slow", threads=1), "--prefetch-multiplier", "1"])


def _worker(queues: str, *, threads: int) -> list[str]:
    options = ["--pool", "threads", "--concurrency", str(threads), "-Q", queues, "--hostname", f"{queues}@%h"]
    return [*CELERY, "worker", *options, "--without-gossip", "--without-mingle", "--without-heartbeat"]
