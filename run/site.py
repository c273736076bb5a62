"""The programs that make up the site on one machine, with their commands."""

import sys

from django.conf import settings

from run.redis import redis_command
from run.serving.supervisor import Program

DAPHNE = [sys.executable, "-m", "live.server", "-v", "0", "--no-server-name"]
APPLICATION = "config.asgi:application"
CELERY = [sys.executable, "-m", "celery", "--quiet", "-A", "config"]


def redis() -> Program:
    return Program("redis", redis_command(settings.REDIS_SOCKET))


def web(host: str, port: int) -> Program:
    return Program("web", [*DAPHNE, "-b", host, "-p", str(port), APPLICATION])


def webs(listener: int, count: int) -> list[Program]:
    """Return web processes that share one listening socket, given as its file descriptor. Whichever is free accepts
    the next connection; while they restart, connections wait instead of being refused."""
    command = [*DAPHNE, "--fd", str(listener), APPLICATION]
    names = ["web"] if count == 1 else [f"web-{number}" for number in range(1, count + 1)]
    return [Program(name, command, files=(listener,)) for name in names]


def worker() -> Program:
    """Return the worker for bots and clocks, with beat in one of its threads. It uses threads, since its tasks wait for
    the database and share cached matches."""
    return Program("worker", [*worker_of("bots,clock", threads=4), "--with-beat"])


def thinker() -> Program:
    """Return the worker for bots that think ahead: a separate process with low priority, so that their computations
    delay nobody."""
    return Program("thinker", [*worker_of("thinking", threads=1), "--prefetch-multiplier", "1"], niceness=5)


def slow() -> Program:
    """Return the worker for long computations: a separate process with low priority, so that bots and clocks do not
    have to wait."""
    return Program("slow", [*worker_of("slow", threads=1), "--prefetch-multiplier", "1"], niceness=10)


def beat() -> Program:
    """Return beat as a separate process, for sites whose workers run without it."""
    return Program("beat", [*CELERY, "beat", "--pidfile", ""])


def worker_of(queues: str, *, threads: int) -> list[str]:
    """Return the command of a worker for some of the queues."""
    options = ["--pool", "threads", "--concurrency", str(threads), "-Q", queues, "--hostname", f"{queues}@%h"]
    return [*CELERY, "worker", *options, "--without-gossip", "--without-mingle", "--without-heartbeat"]
