"""How long an answer may take."""

from __future__ import annotations

import socket
import time
from contextlib import suppress
from http.client import HTTPException
from threading import Thread

import pytest
from pytest_django import Settings

from common.errors import UserError
from common.outgoing import addresses
from common.outgoing.posting import Pinned, post


def drip(server: socket.socket) -> None:
    """Answer every request byte by byte, as slowly as the timeout for a single byte allows."""
    visitor, _address = server.accept()
    with visitor, suppress(OSError):
        for _ in range(200):
            visitor.sendall(b"\x16")
            time.sleep(0.05)


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_server_that_answers_bit_by_bit_has_no_more_time_than_others(
    scheme: str, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.OUTGOING_STAYS_HERE = True
    monkeypatch.setattr("common.outgoing.posting.PATIENCE", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as server:
        monkeypatch.setattr(addresses, "PORT", server.getsockname()[1])
        Thread(target=drip, args=(server,), daemon=True).start()
        begun = time.monotonic()
        with pytest.raises((OSError, HTTPException)):
            post(f"{scheme}://127.0.0.1:{server.getsockname()[1]}/", b"{}", {})
    assert time.monotonic() - begun < 5


def test_a_deadline_that_passes_before_there_is_a_socket_holds() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        target = addresses.Target("127.0.0.1", server.getsockname()[1], "/", is_secure=True)
        late = Pinned(target, "127.0.0.1")
        late.cut()
        with pytest.raises(TimeoutError):
            late.connect()
        late.close()


def test_a_connection_that_is_cut_just_before_its_handshake_fails_like_any_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        target = addresses.Target("127.0.0.1", server.getsockname()[1], "/", is_secure=True)
        late = Pinned(target, "127.0.0.1")
        monkeypatch.setattr(late, "_check_not_cut", late.cut)
        with pytest.raises(OSError):  # noqa: PT011 (whichever: the sender notes any)
            late.connect()
        late.close()


@pytest.mark.parametrize("host", ["a..example.org", f"{'a' * 64}.example.org"])
def test_a_name_that_cannot_be_looked_up_is_refused(host: str) -> None:
    with pytest.raises(UserError, match="https://"):
        addresses.read(f"https://{host}/")
