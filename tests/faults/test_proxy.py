"""The proxy of `make faults` forwards everything, and cuts and delays when told to."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from run.faults.proxy import Proxy

LINE = b"x" * 300_000 + b"\n"
"""More data than fits into one portion."""

DELAY = 0.2


async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while portion := await reader.read(65536):
        writer.write(portion)
        await writer.drain()
    writer.close()


@asynccontextmanager
async def proxied(*missing: Path) -> AsyncIterator[Proxy]:
    """Run an echo server behind a proxy that also has these unavailable targets."""
    server = await asyncio.start_server(echo, "127.0.0.1", 0)
    proxy = Proxy([*missing, server.sockets[0].getsockname()[1]])
    await proxy.open()
    try:
        yield proxy
    finally:
        proxy.close()
        server.close()


async def echoed(proxy: Proxy) -> bytes:
    """Send a line on a new connection; return everything that comes back before it closes."""
    reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port, limit=2**20)
    try:
        writer.write(LINE)
        writer.write_eof()
        return await reader.read()
    finally:
        writer.close()


async def test_everything_passes_in_both_directions() -> None:
    async with proxied() as proxy:
        assert await echoed(proxy) == LINE


async def test_an_unavailable_target_is_skipped(tmp_path: Path) -> None:
    async with proxied(tmp_path / "nobody") as proxy:
        assert [await echoed(proxy) for _time in range(3)] == [LINE] * 3


async def test_a_cut_ends_connections_and_refuses_new_ones_until_it_is_repaired() -> None:
    async with proxied() as proxy:
        reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
        writer.write(b"before\n")
        assert await reader.readline() == b"before\n"
        proxy.cut()
        with pytest.raises(OSError):  # noqa: PT011
            await _end_of(reader)
        with pytest.raises(OSError):  # noqa: PT011
            await _end_of((await asyncio.open_connection("127.0.0.1", proxy.port))[0])
        proxy.mend()
        assert await echoed(proxy) == LINE
        writer.close()


async def _end_of(reader: asyncio.StreamReader) -> None:
    """Raise OSError when the connection is cut, however that shows."""
    if not await reader.read():
        raise ConnectionResetError


async def test_a_delay_applies_to_all_data() -> None:
    async with proxied() as proxy:
        proxy.delay = DELAY
        started = time.monotonic()
        assert await echoed(proxy) == LINE
        assert time.monotonic() - started >= 2 * DELAY
