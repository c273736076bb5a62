"""`python -m run`: set everything up, start the site and keep it running until Ctrl-C."""

import fcntl
import os
import signal
import socket
import sys
from pathlib import Path
from typing import TextIO

import django
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command

from accounts import demo
from common.database.failures import why_no_connection
from common.database.statistics import gather_statistics
from health.deploy_checks import refuse_if_unsafe
from live.starting import CannotOpen, check_may_open
from run import site
from run.printer import say
from run.redis import NoRedis, redis_server
from run.serving.plan import Plan, as_json
from run.serving.supervisor import end_with_parent
from run.translations.compiling import compile_translations

LONGEST_SOCKET_PATH = 100

BACKLOG = 1024
"""The most connections that may wait until a web process accepts them."""


class CannotStart(Exception):
    """The site cannot start; the message is one sentence for the person who tried."""


def main() -> None:
    os.umask(0o077)  # files are private to their owner
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    end_with_parent()
    signal.signal(signal.SIGINT, stop_at_once)
    try:
        listener, lock = checked_and_claimed()
        prepare()
    except (CannotStart, CannotOpen, NoRedis, ImproperlyConfigured, CommandError) as reason:
        sys.exit(str(reason))
    for descriptor in (listener.fileno(), lock.fileno()):
        os.set_inheritable(descriptor, True)
    # Replace the process, since the supervisor does not need the 100 MB that the preparations have loaded.
    os.execv(sys.executable, [sys.executable, "-m", "run.serving", as_json(plan(listener))])  # noqa: S606


def stop_at_once(*_: object) -> None:
    """End the process without raising KeyboardInterrupt, which would be lost if it was raised in a finaliser, as often
    happens during migrations. There is nothing to clean up, since an unfinished migration is rolled back."""
    os.write(sys.stderr.fileno(), b"\nStopped before the site was open. Nothing is lost.\n")
    os._exit(1)


def checked_and_claimed() -> tuple[socket.socket, TextIO]:
    listener = listen(settings.HOST, settings.PORT)
    if settings.EMBEDDED_REDIS:
        check_path(settings.REDIS_SOCKET)
        redis_server()
    return listener, claim(settings.VAR_DIR)


# --- May it start? ---


def listen(host: str, port: int) -> socket.socket:
    """Return the listening socket for the web processes. From now on browsers wait for the site instead of being
    refused. Raises CannotStart."""
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(BACKLOG)
    except OSError as error:
        another = f"choose another one, for example `make run PORT={port + 1}`"
        raise CannotStart(f"Port {port} of {host} cannot be used ({error.strerror}): {another}.") from error
    except OverflowError as error:
        raise CannotStart(f"PORT={port} is not a valid port: choose a number up to 65535.") from error
    return listener


def check_path(path: Path) -> None:
    if len(os.fsencode(path)) > LONGEST_SOCKET_PATH:
        raise CannotStart(f"The path {path} is too long for a socket: set VAR_DIR= to a shorter one.")


def claim(folder: Path) -> TextIO:
    """Lock the data folder, so that only one site uses it. Raises CannotStart."""
    lock = (folder / "run.lock").open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise CannotStart(f"Boneyard is already running in {folder}: stop it, or set another VAR_DIR=.") from error
    return lock


# --- Starting ---


def prepare() -> None:
    say("boneyard", "compiles translations")
    compile_translations()
    django.setup()
    refuse_if_unsafe()
    for database in settings.VAR_DIR.glob("*.sqlite3*"):
        database.chmod(0o600)  # older versions may have created it readable by everyone
    if reason := why_no_connection():
        raise CannotStart(reason)
    say("boneyard", "brings the database up to date")
    call_command("migrate", verbosity=0, interactive=False)
    gather_statistics()
    check_may_open()
    say("boneyard", "collects static files")
    call_command("collectstatic", verbosity=0, interactive=False)


def plan(listener: socket.socket) -> Plan:
    """Return the plan for `run.serving`."""
    return Plan(
        url=f"http://{settings.HOST}:{settings.PORT}/",
        host=here(listener),
        port=settings.PORT,
        metrics=str(settings.VAR_DIR / "figures"),
        redis=site.redis() if settings.EMBEDDED_REDIS else None,
        redis_socket=str(settings.REDIS_SOCKET),
        demo=[sys.executable, "manage.py", "demo"] if settings.DEMO else [],
        programs=[*site.webs(listener.fileno(), settings.WEB_PROCESSES), site.worker(), site.thinker(), site.slow()],
        welcome=welcome(),
    )


def here(listener: socket.socket) -> str:
    """Return the address at which this machine reaches a listening socket."""
    host = str(listener.getsockname()[0])
    return "127.0.0.1" if host == "0.0.0.0" else host  # noqa: S104


def welcome() -> list[str]:
    if not settings.DEMO:
        return []
    return [f"sign in as {demo.NAME} with the password {demo.PASSWORD}, or play as a guest"]


if __name__ == "__main__":
    main()
