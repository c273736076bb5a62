"""The web server: Daphne with limits on requests, on the size and queue of a socket's messages, and on unread data.

python -m live.server -v 0 --no-server-name -b 0.0.0.0 -p 8000 config.asgi:application
"""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

from daphne.cli import CommandLineInterface
from daphne.server import Server, WebSocketFactory
from daphne.ws_protocol import WebSocketProtocol

from common.database import in_use
from live import LET_HEAR, SEND_TEXTS
from live.garbage import collect_in_pauses, collector
from live.requests import limit_requests
from live.sending import frame_of, leading_text, unread, write_at_once
from live.starting import CannotOpen, check_may_open

logger = logging.getLogger(__name__)

OPEN = WebSocketProtocol.STATE_OPEN

FLOOD = 4008
"""The code that closes a socket which sends far more messages than any client needs to."""

LONGEST_MESSAGE = 16 * 1024
"""In bytes; the longest message that any page sends has 4096 characters."""

MOST_WAITING = 200
"""The most messages of one socket that may wait to be handled."""

MOST_UNREAD = 512 * 1024
"""The most bytes that may be waiting for one browser. A browser that falls further behind is disconnected, and gets the
whole state when it reconnects."""

SWITCH = 0.0005
"""Seconds after which a computing thread must release the GIL to a waiting one. With the default of 0.005 the event
loop had to wait that long while the writer thread was laying out tiles."""

CHECK_EVERY, CHECKED_TOGETHER = 2.0, 10
"""Seconds between two timeout checks of a connection, and how many connections are checked in one go."""


class Socket(WebSocketProtocol):
    """A socket that is dropped when its browser sends too much or reads too little."""

    data: bytes
    _hear: Callable[[str], bool] | None = None

    def let_hear(self, hear: Callable[[str], bool]) -> None:
        """Hand texts to this function as soon as they arrive, unless earlier messages are queued; it returns whether it
        has taken the text."""
        self._hear = hear

    def dataReceived(self, data: bytes) -> None:
        """Read short texts here and leave everything else to autobahn, skipping its debug line, which costs time to
        colour."""
        if self.state == OPEN and not (self.data or self.current_frame or self.inside_message):
            while self.state == OPEN and (found := leading_text(data)) is not None:
                text, data = found
                self.onMessage(text, isBinary=False)
        if data:
            self._dataReceived(data)

    def onMessageFrameBegin(self, length: int) -> None:
        super().onMessageFrameBegin(length)
        if self.message_data_total_length > LONGEST_MESSAGE:
            self.transport.abortConnection()

    def onMessage(self, payload: bytes, isBinary: bool) -> None:
        collector.last_message = time.monotonic()
        if self.state != self.STATE_OPEN:
            return  # messages may still arrive after the close
        if hasattr(self, "application_queue") and self.application_queue.qsize() >= MOST_WAITING:
            self.serverClose(FLOOD)
            return
        if not self._was_heard(payload, isBinary):
            super().onMessage(payload, isBinary)

    def _was_heard(self, payload: bytes, isBinary: bool) -> bool:
        if self._hear is None or isBinary or self.muted or not self.application_queue.empty():
            return False
        self.last_ping = time.time()
        return self._hear(payload.decode())

    def serverSend(self, content: str | bytes, binary: bool = False) -> None:
        """Send to the browser; a message to one that is disconnecting is lost."""
        if self.state == OPEN and not self.send_queue and isinstance(content, str):
            self.send_texts([content])
        elif self.state in (OPEN, self.STATE_CONNECTING):
            super().serverSend(content, binary)

    def send_texts(self, texts: Sequence[str]) -> None:
        """Send texts to the browser, in a single write if nothing is queued before them."""
        if self.state != OPEN or self.send_queue:
            for text in texts:
                self.serverSend(text)
            return
        transport = self.transport
        transport.write(frame_of(texts[0]) if len(texts) == 1 else b"".join(map(frame_of, texts)))
        if unread(transport) > MOST_UNREAD:
            logger.info("dropped a socket whose browser does not read: %s", self.path)
            transport.abortConnection()


class BoundedServer(Server):
    _unchecked: list[Any] | None = None
    """Connections still to be checked in this round; some may have ended."""

    def timeout_checker(self) -> None:
        """Check every connection for timeouts every two seconds, as Daphne does, but only a few at a time: if a
        thousand sockets were due for a ping together, nothing else would be handled meanwhile."""
        left = self._unchecked = self._unchecked or list(self.connections)
        for protocol in [left.pop() for _ in range(min(CHECKED_TOGETHER, len(left)))]:
            if protocol in self.connections:
                protocol.check_timeouts()
        pause = CHECK_EVERY * CHECKED_TOGETHER / max(len(self.connections), CHECKED_TOGETHER)
        asyncio.get_running_loop().call_later(pause, self.timeout_checker)

    def run(self) -> None:
        try:
            check_may_open()
        except CannotOpen as reason:
            sys.exit(str(reason))
        in_use.hold()
        WebSocketFactory.protocol = Socket
        limit_requests()
        write_at_once()
        collect_in_pauses()
        sys.setswitchinterval(SWITCH)
        super().run()

    def create_application(self, protocol: Any, scope: dict[str, Any]) -> Any:
        """Serve a connection as Daphne does, and let a socket's consumer receive and send texts without ASGI
        messages."""
        if isinstance(protocol, Socket):
            scope.setdefault("extensions", {}).update({SEND_TEXTS: protocol.send_texts, LET_HEAR: protocol.let_hear})
        return super().create_application(protocol, scope)

    async def handle_reply(self, protocol: Any, message: dict[str, Any]) -> None:
        """Send a part of an answer; if more is to follow, wait until there is room for it."""
        await super().handle_reply(protocol, message)
        if message.get("more_body") and protocol.channel is not None:
            await protocol.channel.have_room()


class CommandLine(CommandLineInterface):
    server_class = BoundedServer


if __name__ == "__main__":
    CommandLine.entrypoint()
