"""Browsers for tests: live sockets to the real application, each with its player's session."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, ParamSpec, Self, TypeVar

from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.contrib.sessions.backends.db import SessionStore
from django.db import connection

from accounts.models import Player
from config.asgi import application
from live import LET_HEAR, SEND_TEXTS
from tests.declared import check_declared

P = ParamSpec("P")
R = TypeVar("R")


def in_thread(function: Callable[P, R]) -> Callable[P, Coroutine[Any, Any, R]]:
    """Turn `function` into a coroutine that runs in a thread and closes its database connection afterwards."""

    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return function(*args, **kwargs)
        finally:
            connection.close()

    return sync_to_async(run, thread_sensitive=False)


def sign_in(player: Player) -> str:
    """Return a session key that is signed in as `player`."""
    session = SessionStore()
    session["_auth_user_id"] = str(player.pk)
    session["_auth_user_backend"] = "django.contrib.auth.backends.ModelBackend"
    session["_auth_user_hash"] = player.get_session_auth_hash()
    session.save()
    return str(session.session_key)


class Browser:
    """A socket at a table, and everything it has received."""

    def __init__(self, path: str, session: str = "", address: str = "") -> None:
        """Open a socket; `address` is the browser's IP address as reported by a proxy."""
        headers = [(b"origin", b"http://localhost"), (b"host", b"localhost"), (b"x-forwarded-for", address.encode())]
        if session:
            headers.append((b"cookie", f"sessionid={session}".encode()))
        self.path = path
        self.link = WebsocketCommunicator(application, path, headers)
        self.heard: list[dict[str, Any]] = []
        self.deal = self.ply = -1

    @classmethod
    async def at(cls, table_id: str, session: str = "", address: str = "", *, query: str = "") -> Self:
        browser = cls(f"/ws/table/{table_id}/{query}", session, address)
        is_connected, _ = await browser.link.connect(timeout=5)
        assert is_connected
        return browser

    async def send(self, **message: Any) -> None:
        await self.link.send_to(text_data=json.dumps(message))

    async def send_text(self, text: str) -> None:
        await self.link.send_to(text_data=text)

    async def hear(self, seconds: float = 5.0) -> dict[str, Any]:
        message = json.loads(await self.link.receive_from(seconds))
        check_declared(self.path, message)
        self.heard.append(message)
        if "ply" in message:
            self.deal, self.ply = message["deal"], message["ply"]
        return message

    async def hear_until(self, kind: str, seconds: float = 5.0) -> dict[str, Any]:
        """Return the next message of that type, receiving those before it as well."""
        async with asyncio.timeout(seconds):
            while (message := await self.hear(seconds))["type"] != kind:
                pass
        return message

    async def hear_of(self, deal: int, ply: int) -> None:
        """Receive everything until the table is known to have reached this deal and ply."""
        while (self.deal, self.ply) < (deal, ply):
            await self.hear()
        await self.hear_all()

    async def hear_all(self) -> None:
        """Receive everything that has arrived by now."""
        async with asyncio.timeout(60):
            while not await self.link.receive_nothing(timeout=0.004, interval=0.001):
                await self.hear()

    async def leave(self) -> None:
        await self.link.disconnect(timeout=5)


class QuickBrowser(Browser):
    """A browser whose server passes texts to and from the socket without ASGI messages (live/)."""

    def __init__(self, path: str, session: str = "", address: str = "") -> None:
        super().__init__(path, session, address)
        self.taken: list[str] = []
        """The messages that the socket has taken at once."""
        extensions: Any = {SEND_TEXTS: self._hear_texts, LET_HEAR: self._let_hear}
        self.link.scope["extensions"] = extensions

    def _hear_texts(self, texts: Sequence[str]) -> None:
        for text in texts:
            self.link.output_queue.put_nowait({"type": "websocket.send", "text": text})

    def _let_hear(self, hear: Callable[[str], bool]) -> None:
        self._hear = hear

    async def send(self, **message: Any) -> None:
        await self.send_text(json.dumps(message))

    async def send_text(self, text: str) -> None:
        if self.link.input_queue.empty() and self._hear(text):
            self.taken.append(text)
        else:
            await super().send_text(text)


class BotSocket(Browser):
    """A socket that a program opens with an Authorization header, without cookies or a page."""

    def __init__(self, path: str, authorization: str, address: str = "") -> None:
        super().__init__(path)
        headers = [(b"host", b"localhost"), (b"authorization", authorization.encode())]
        headers.append((b"x-forwarded-for", address.encode()))
        self.link = WebsocketCommunicator(application, path, headers)

    async def open(self) -> None:
        is_connected, _ = await self.link.connect(timeout=30)
        assert is_connected
