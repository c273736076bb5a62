"""Fan-out of live news: processor time per message to all sockets of a room, by our hub and by a Channels group.

    python bench/sockets/fanout.py [--sockets 50] [--messages 500]

Both run in this process, with a temporary Redis server. A group puts each message into every socket's channel, where it
is read, decrypted and decoded again; the hub (live/hub/) encodes it once and passes the same text to all its sockets.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))

from run.redis import redis_command  # noqa: E402

TEXT = "x" * 900
"""A text as long as the news of a move at a table of four."""


class Socket:
    """A watcher that counts the texts it receives."""

    def __init__(self) -> None:
        self.player_id: int | None = None
        self.received = 0

    def would_hear(self, author_id: int, *, is_phrase: bool) -> bool:
        return True

    def push_at_once(self, texts: Sequence[str]) -> bool:
        self.received += len(texts)
        return True

    async def push(self, text: str) -> None: ...

    async def resync(self) -> None:
        return


async def by_hub(sockets: int, messages: int) -> None:
    from live.hub import News, hub

    watchers = [Socket() for _ in range(sockets)]
    for watcher in watchers:
        await hub().watch("room", watcher)
    for _ in range(messages):
        await hub().send(News("room", everyone=[TEXT]))
    await asyncio.sleep(0)
    assert all(watcher.received == messages for watcher in watchers)


async def by_group(sockets: int, messages: int) -> None:
    from live.hub import channel_layer

    layer = channel_layer()
    channels = [await layer.new_channel() for _ in range(sockets)]
    for channel in channels:
        await layer.group_add("bench", channel)
    for _ in range(messages):
        await layer.group_send("bench", {"type": "news", "text": TEXT})
        for channel in channels:
            assert (await layer.receive(channel))["text"] == TEXT


def measured(way: Callable[[int, int], Awaitable[None]], sockets: int, messages: int) -> float:
    """Return the milliseconds of processor time for sending a message to all sockets."""
    started = time.process_time()
    asyncio.run(way(sockets, messages))  # type: ignore[arg-type]
    return (time.process_time() - started) / messages * 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sockets", type=int, default=50)
    parser.add_argument("--messages", type=int, default=500)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        redis = Path(folder) / "redis.sock"
        os.environ |= {"DJANGO_SETTINGS_MODULE": "config.settings", "REDIS_URL": f"unix://{redis}"}
        server = subprocess.Popen(redis_command(redis))
        while not redis.exists():
            time.sleep(0.05)
        try:
            import django

            django.setup()
            hub = measured(by_hub, wanted.sockets, wanted.messages)
            group = measured(by_group, wanted.sockets, wanted.messages)
        finally:
            server.terminate()
            server.wait(10)
    print(f"{wanted.sockets} sockets: hub {hub:.2f} ms a message, group {group:.2f} ms ({group / hub:.0f} times)")


if __name__ == "__main__":
    main()
