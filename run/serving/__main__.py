"""`python -m run.serving PLAN`: start the programs of a site that is set up, and keep them running until Ctrl-C.

Where that is possible, it loads the site itself, and the programs are copies of it that share its memory.
"""

import asyncio
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

from run.printer import say
from run.serving import copies
from run.serving.plan import Plan, from_json
from run.serving.supervisor import Supervisor, end_with_parent, execute, on_signals


def main() -> None:
    os.umask(0o077)  # files are private to their owner
    end_with_parent()
    try:
        plan = from_json(sys.argv[1])
        count_together(Path(plan.figures))
        if copies.IS_POSSIBLE:
            copies.load()
        asyncio.run(serve(plan))
    except KeyboardInterrupt:
        sys.exit("\nStopped before the site was open. Nothing is lost.")


async def serve(plan: Plan) -> None:
    supervisor = Supervisor(say, launch=copies.copy if copies.IS_POSSIBLE else execute)
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


async def start(plan: Plan, supervisor: Supervisor) -> None:
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
