"""A proxy in front of a program that delays data or cuts connections, as a bad network does."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

Address = Path | int
"""A socket file, or a port of this machine."""

PORTION = 65536


class Proxy:
    def __init__(self, targets: Sequence[Address]) -> None:
        """Forward connections to the targets in turn, skipping those that do not answer."""
        self.delay = 0.0
        self.port = 0
        self._targets = list(targets)
        self._is_cut = False
        self._open: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        self._server = await asyncio.start_server(self._pass_on, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    def close(self) -> None:
        if self._server is not None:
            self._server.close()
        self.cut()

    def cut(self) -> None:
        """Cut all connections and refuse new ones until `mend` is called."""
        self._is_cut = True
        for writer in self._open:
            writer.transport.abort()

    def mend(self) -> None:
        self._is_cut = False
        self.delay = 0.0

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._open.add(writer)
        try:
            if not self._is_cut and (link := await self._connect()):
                await self._join(reader, writer, *link)
        finally:
            self._open.discard(writer)
            writer.transport.abort()

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter] | None:
        self._targets.append(self._targets.pop(0))
        for target in self._targets:
            try:
                if isinstance(target, Path):
                    return await asyncio.open_unix_connection(target)
                return await asyncio.open_connection("127.0.0.1", target)
            except OSError:
                continue
        return None

    async def _join(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        far_reader: asyncio.StreamReader,
        far_writer: asyncio.StreamWriter,
    ) -> None:
        self._open.add(far_writer)
        try:
            await asyncio.gather(self._pump(reader, far_writer), self._pump(far_reader, writer))
        except OSError:
            pass
        finally:
            self._open.discard(far_writer)
            far_writer.transport.abort()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Forward data until the reader's side ends."""
        while portion := await reader.read(PORTION):
            if self.delay:
                await asyncio.sleep(self.delay)
            writer.write(portion)
            await writer.drain()
        if writer.can_write_eof():
            writer.write_eof()
