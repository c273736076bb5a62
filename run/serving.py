"""`python -m run.serving PLAN`: start the programs of a site that is set up, and keep them running until Ctrl-C.

It loads nothing of the site itself, so that it takes little memory.
"""

import asyncio
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

from run.printer import say
from run.supervisor import Program, Supervisor, end_with_parent


@dataclass(frozen=True)
class Plan:
    """What is to be started, and said once the site is open."""

    url: str
    port: int
    figures: str
    """The folder in which the programs count figures for monitoring."""
    redis: Program | None
    redis_socket: str
    demo: list[str]
    """The command that fills an empty site, if it is to be filled."""
    programs: list[Program]
    welcome: list[str]


def as_json(plan: Plan) -> str:
    return json.dumps(asdict(plan))


def from_json(text: str) -> Plan:
    told = json.loads(text)
    told["redis"] = Program(**told["redis"]) if told["redis"] else None
    told["programs"] = [Program(**program) for program in told["programs"]]
    return Plan(**told)


def main() -> None:
    os.umask(0o077)  # files are private to their owner
    end_with_parent()
    try:
        asyncio.run(serve(from_json(sys.argv[1])))
    except KeyboardInterrupt:
        sys.exit("\nStopped before the site was open. Nothing is lost.")


async def serve(plan: Plan) -> None:
    supervisor = Supervisor(say)
    whole = asyncio.current_task()
    assert whole
    on_signals(whole.cancel)
    try:
        await start(plan, supervisor)
        await asyncio.Event().wait()
    except asyncio.CancelledError:
        say("boneyard", "stops")
    finally:
        on_signals(lambda: None)  # once is enough
        await supervisor.stop()


def on_signals(action: Callable[[], object]) -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, action)


async def start(plan: Plan, supervisor: Supervisor) -> None:
    count_together(Path(plan.figures))
    if plan.redis:
        supervisor.start(plan.redis)
        await until(lambda: redis_answers(plan.redis_socket))
    if plan.demo:
        await asyncio.to_thread(fill, plan.demo)
    for program in plan.programs:
        supervisor.start(program)
    await until(lambda: page_answers(plan.port))
    for line in (f"is open: {plan.url}", *plan.welcome, "Ctrl-C stops it"):
        say("boneyard", line)


def count_together(folder: Path) -> None:
    """Give the programs an empty folder in which they count figures for monitoring."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)


def fill(command: list[str]) -> None:
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    for line in done.stdout.strip().splitlines():
        say("boneyard", line)


async def until(check: Callable[[], bool]) -> None:
    while not await asyncio.to_thread(check):
        await asyncio.sleep(0.1)


def redis_answers(path: str) -> bool:
    with socket.socket(socket.AF_UNIX) as link:
        link.settimeout(2)
        try:
            link.connect(path)
            link.sendall(b"PING\r\n")
            return link.recv(16).startswith(b"+PONG")
        except OSError:
            return False


def page_answers(port: int) -> bool:
    try:
        urlopen(f"http://127.0.0.1:{port}/", timeout=10).close()
    except HTTPError:
        return True  # an error is an answer, too
    except OSError:
        return False
    return True


if __name__ == "__main__":
    main()
