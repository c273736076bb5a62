"""The web server: Daphne with limits on requests, and on what a socket may leave unread, send at once and have queued.

python -m live.server -v 0 --no-server-name -b 0.0.0.0 -p 8000 config.asgi:application
"""

from __future__ import annotations

import gc
import logging
import sys
from typing import Any

from daphne.cli import CommandLineInterface
from daphne.server import Server, WebSocketFactory
from daphne.ws_protocol import WebSocketProtocol
from twisted.internet.task import LoopingCall

from live.requests import bound_requests
from live.sending import frame_of, unread, write_at_once
from live.starting import CannotOpen, check_may_open

logger = logging.getLogger(__name__)

FLOOD = 4008
"""The code that closes a socket which sends far more than anyone needs to."""

LONGEST_MESSAGE = 16 * 1024
"""In bytes; the longest message that any page sends has 4096 characters."""

MOST_WAITING = 200
"""The most messages of one socket that may wait to be handled."""

MOST_UNREAD = 512 * 1024
"""Bytes on the way to one browser. A browser that is further behind gets the whole state when it reconnects."""

FULL_COLLECTION = 120.0
"""Seconds between two full garbage collections. With 250 tables, one takes 0.2 s in which nobody gets an answer, and
Python by itself makes one every few seconds while tables open."""
NEVER = 10**9


class Socket(WebSocketProtocol):
    """A socket that is dropped when its browser sends too much or reads too little."""

    def onMessageFrameBegin(self, length: int) -> None:
        super().onMessageFrameBegin(length)
        if self.message_data_total_length > LONGEST_MESSAGE:
            self.transport.abortConnection()

    def onMessage(self, payload: bytes, isBinary: bool) -> None:
        if self.state != self.STATE_OPEN:
            return  # it may still arrive after the close
        if hasattr(self, "application_queue") and self.application_queue.qsize() >= MOST_WAITING:
            self.serverClose(FLOOD)
            return
        super().onMessage(payload, isBinary)

    def serverSend(self, content: str | bytes, binary: bool = False) -> None:
        """Send to the browser; if it is just disconnecting, the message is lost, as on any line."""
        if self.state not in (self.STATE_CONNECTING, self.STATE_OPEN):
            return
        if isinstance(content, str) and self.state == self.STATE_OPEN and not self.send_queue:
            self.transport.write(frame_of(content))
        else:
            super().serverSend(content, binary)
        if unread(self.transport) > MOST_UNREAD:
            logger.info("dropped a socket whose browser does not read: %s", self.path)
            self.transport.abortConnection()


class BoundedServer(Server):
    def run(self) -> None:
        try:
            check_may_open()
        except CannotOpen as reason:
            sys.exit(str(reason))
        WebSocketFactory.protocol = Socket
        bound_requests()
        write_at_once()
        collect_rarely()
        super().run()

    async def handle_reply(self, protocol: Any, message: dict[str, Any]) -> None:
        """Send a part of an answer; if there is more to come, wait until there is room for it."""
        await super().handle_reply(protocol, message)
        if message.get("more_body") and protocol.channel is not None:
            await protocol.channel.have_room()


def collect_rarely() -> None:
    """Let garbage collection look through what is new as usual, through everything now and then, and never through what
    has been loaded."""
    gc.freeze()
    young, middle, _ = gc.get_threshold()
    gc.set_threshold(young, middle, NEVER)
    LoopingCall(gc.collect).start(FULL_COLLECTION, now=False)


class CommandLine(CommandLineInterface):
    server_class = BoundedServer


if __name__ == "__main__":
    CommandLine.entrypoint()
