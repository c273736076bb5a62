"""`python -m run.serving PLAN`: start the programs of a site that is set up, and keep them running until Ctrl-C.

Where possible, this process loads the site and forks the programs, which then share its memory.
"""

import asyncio
import os
import shutil
import sys
from asyncio.subprocess import PIPE, STDOUT
from collections.abc import Awaitable, Callable
from contextlib import closing
from functools import partial
from pathlib import Path

from run.printer import say
from run.serving import copies
from run.serving.plan import Plan, from_json
from run.serving.supervisor import Supervisor, end_with_parent, execute, on_signals

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


def main() -> None:
    os.umask(0o077)  # files are private to their owner
    end_with_parent()
    try:
        plan = from_json(sys.argv[1])
        count_together(Path(plan.metrics))
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
        await until(partial(redis_answers, plan.redis_socket))
    if plan.demo:
        await fill(plan.demo)
    for program in plan.programs:
        supervisor.start(program)
    await until(partial(page_answers, plan.host, plan.port))
    for line in (f"is open: {plan.url}", *plan.welcome, "Ctrl-C stops it"):
        say("boneyard", line)


def count_together(folder: Path) -> None:
    """Give the programs an empty folder in which they count metrics together."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)


async def fill(command: list[str]) -> None:
    process = await asyncio.create_subprocess_exec(*command, stdout=PIPE, stderr=STDOUT)
    said, _ = await process.communicate()
    for line in said.decode(errors="replace").strip().splitlines():
        say("boneyard", line)


async def until(check: Callable[[], Awaitable[bool]]) -> None:
    while not await check():
        await asyncio.sleep(0.1)


async def redis_answers(path: str) -> bool:
    answer = await answer_to(b"PING\r\n", asyncio.open_unix_connection(path), seconds=2)
    return answer.startswith(b"+PONG")


async def page_answers(host: str, port: int) -> bool:
    """Return whether the site answers at all, even with an error."""
    request = f"GET / HTTP/1.0\r\nHost: {host}:{port}\r\n\r\n".encode()
    answer = await answer_to(request, asyncio.open_connection(host, port), seconds=10)
    return answer.startswith(b"HTTP/")


async def answer_to(question: bytes, opening: Awaitable[Streams], *, seconds: float) -> bytes:
    """Return the first bytes of an answer, or nothing. It uses no threads: if the process forked meanwhile, any lock
    that a thread holds would stay locked in the child forever."""
    try:
        async with asyncio.timeout(seconds):
            reader, writer = await opening
            with closing(writer):
                writer.write(question)
                return await reader.read(16)
    except OSError:
        return b""


if __name__ == "__main__":
    main()
