"""`python -m run`: set everything up, start the site and keep it running until Ctrl-C."""

import asyncio
import fcntl
import os
import shutil
import signal
import socket
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import TextIO
from urllib.error import HTTPError
from urllib.request import urlopen

import django
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from redis import Redis
from redis.exceptions import ConnectionError as NoAnswer

from accounts import demo
from health.deploy_checks import refuse_if_unsafe
from live.starting import CannotOpen, check_may_open
from run import site
from run.printer import say
from run.redis import NoRedis, redis_server
from run.supervisor import Supervisor, end_with_parent
from run.translations.compiling import compile_translations

LONGEST_SOCKET_PATH = 100


class CannotStart(Exception):
    """The site cannot start; the message is one sentence for whoever tried."""


def main() -> None:
    os.umask(0o077)  # files are private to their owner
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    end_with_parent()
    try:
        with checked_and_claimed():
            prepare()
            asyncio.run(serve())
    except (CannotStart, CannotOpen, NoRedis, ImproperlyConfigured) as reason:
        sys.exit(str(reason))
    except KeyboardInterrupt:
        sys.exit("\nStopped before the site was open. Nothing is lost.")


def checked_and_claimed() -> TextIO:
    check_port(settings.HOST, settings.PORT)
    if settings.EMBEDDED_REDIS:
        check_path(settings.REDIS_SOCKET)
        redis_server()
    return claim(settings.VAR_DIR)


# --- May it start? ---


def check_port(host: str, port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            another = f"choose another one, for example `make run PORT={port + 1}`"
            raise CannotStart(f"Port {port} of {host} cannot be used ({error.strerror}): {another}.") from error
        except OverflowError as error:
            raise CannotStart(f"PORT={port} is no port: choose a number up to 65535.") from error


def check_path(path: Path) -> None:
    if len(os.fsencode(path)) > LONGEST_SOCKET_PATH:
        raise CannotStart(f"The path {path} is too long for a socket: choose a shorter folder with VAR_DIR=.")


def claim(folder: Path) -> TextIO:
    """Lock the data folder, so that only one site uses it. Raises CannotStart."""
    lock = (folder / "run.lock").open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise CannotStart(f"Boneyard runs already with the data in {folder}: stop it, or choose VAR_DIR=.") from error
    return lock


# --- Starting ---


def prepare() -> None:
    say("boneyard", "compiles translations")
    compile_translations()
    django.setup()
    refuse_if_unsafe()
    for database in settings.VAR_DIR.glob("*.sqlite3*"):
        database.chmod(0o600)  # older versions may have created it readable for all
    say("boneyard", "brings the database up to date")
    call_command("migrate", verbosity=0, interactive=False)
    check_may_open()
    say("boneyard", "collects static files")
    call_command("collectstatic", verbosity=0, interactive=False)


async def serve() -> None:
    supervisor = Supervisor(say)
    whole = asyncio.current_task()
    assert whole
    on_signals(whole.cancel)
    try:
        await start(supervisor)
        await asyncio.Event().wait()
    except asyncio.CancelledError:
        say("boneyard", "stops")
    finally:
        on_signals(lambda: None)  # once is enough
        await supervisor.stop()


def on_signals(action: Callable[[], object]) -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, action)


async def start(supervisor: Supervisor) -> None:
    count_together(settings.VAR_DIR / "figures")
    if settings.EMBEDDED_REDIS:
        supervisor.start(site.redis())
    await until(redis_answers)
    if settings.DEMO:
        await asyncio.to_thread(fill)
    supervisor.start(site.web(settings.HOST, settings.PORT))
    supervisor.start(site.worker())
    supervisor.start(site.slow())
    supervisor.start(site.beat())
    await until(page_answers)
    welcome()


def count_together(folder: Path) -> None:
    """Give the programs an empty folder in which they count figures for monitoring."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)


def fill() -> None:
    said = StringIO()
    call_command("demo", stdout=said)
    say("boneyard", said.getvalue().strip())


async def until(check: Callable[[], bool]) -> None:
    while not await asyncio.to_thread(check):
        await asyncio.sleep(0.1)


def redis_answers() -> bool:
    try:
        return Redis.from_url(settings.REDIS_URL).ping()
    except NoAnswer:
        return False


def page_answers() -> bool:
    try:
        urlopen(f"http://127.0.0.1:{settings.PORT}/", timeout=10).close()
    except HTTPError:
        return True  # an error is an answer, too
    except OSError:
        return False
    return True


def welcome() -> None:
    say("boneyard", f"is open: http://{settings.HOST}:{settings.PORT}/")
    if settings.DEMO:
        say("boneyard", f"sign in as {demo.NAME} with the password {demo.PASSWORD}, or play as a guest")
    say("boneyard", "Ctrl-C stops it")


if __name__ == "__main__":
    main()
