"""The server's limits on sockets, tried with real connections."""

from __future__ import annotations

import select
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from live.garbage import Collector
from live.server import FLOOD, LONGEST_MESSAGE, MOST_WAITING
from run.ports import free_port
from run.trial.whole_site import until
from tests.live.applications import PIECE

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60.0
"""Seconds within which a process, a socket or an application must answer."""


@dataclass
class Serving:
    port: int
    process: subprocess.Popen[str]

    def says(self) -> str:
        """Return the next line that the application prints."""
        assert self.process.stdout is not None
        assert select.select([self.process.stdout], [], [], PATIENCE)[0], "The application said nothing."
        return self.process.stdout.readline().strip()

    def connect(self) -> ClientConnection:
        return connect(f"ws://127.0.0.1:{self.port}/", open_timeout=30)


@contextmanager
def serving(application: str, program: str = "live.server") -> Iterator[Serving]:
    port = free_port()
    command = [
        sys.executable,
        "-m",
        program,
        "-v",
        "0",
        "-p",
        str(port),
        f"tests.live.applications:{application}",
    ]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            until(lambda: listens(port) or process.poll() is not None, PATIENCE)
            assert process.poll() is None
            yield Serving(port, process)
        finally:
            process.kill()


def listens(port: int) -> bool:
    """Return whether a server listens on the port. An attempt may also connect to itself, if it is given the same
    port."""
    with closing(socket.socket()) as attempt:
        return attempt.connect_ex(("127.0.0.1", port)) == 0 and attempt.getsockname() != attempt.getpeername()


def send_more_than_can_wait(connection: ClientConnection) -> None:
    """Send too much, then read: a client that is still sending may miss the close code."""
    for _message in range(MOST_WAITING + 100):
        connection.send("{}")
    connection.recv(PATIENCE)


def code_after(doing: Callable[[], object]) -> int:
    """Return the code with which the server closes a socket that does this."""
    with pytest.raises(ConnectionClosed) as closed:
        doing()
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


def test_a_socket_that_does_not_read_is_dropped() -> None:
    with serving("talks") as server, socket.create_connection(("127.0.0.1", server.port)) as rude:
        rude.sendall(
            b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        word, said, has_closed = server.says().split()
        assert (word, has_closed) == ("said", "True")
        assert int(said) < 5_000


def test_a_socket_that_sends_too_much_is_dropped() -> None:
    with serving("is_deaf") as server, server.connect() as flood:
        assert code_after(lambda: send_more_than_can_wait(flood)) == FLOOD


def test_messages_have_a_maximum_length() -> None:
    with serving("answers") as server, server.connect() as talker:
        talker.send("x" * LONGEST_MESSAGE)
        assert talker.recv(PATIENCE) == "x" * LONGEST_MESSAGE
        talker.send(["x" * LONGEST_MESSAGE, "x"])
        with pytest.raises(ConnectionClosed):
            talker.recv(PATIENCE)


@pytest.mark.parametrize("application", ["answers", "answers_at_once"])
def test_sending_to_a_closed_socket_is_not_an_error(application: str) -> None:
    with serving(application) as server, server.connect() as talker:
        talker.close()
        assert server.says() == "over"


MASK = b"\x01\xf0\x7f\x80"


def frame(payload: bytes, *, first: int = 0x81, mask: bytes = MASK) -> bytes:
    """Return a frame as a browser sends it (RFC 6455, 5.2)."""
    length = bytes([0x80 | len(payload)]) if len(payload) < 126 else b"\xfe" + len(payload).to_bytes(2)
    return bytes([first]) + length + mask + bytes(octet ^ mask[at % 4] for at, octet in enumerate(payload))


WORDS = ["a", "ä", "{}", "x" * 125, "y" * 126, "ü" * 62, "z" * 3000, "the last"]


@pytest.mark.parametrize("application", ["answers", "answers_at_once"])
@pytest.mark.parametrize("piece", [1, 5, 64, 10_000])
def test_messages_are_read_in_pieces_of_any_size(piece: int, application: str) -> None:
    sent = b"".join(frame(word.encode()) for word in WORDS)
    sent = frame(b"in ", first=0x01) + frame(b"?", first=0x89) + frame(b"two", first=0x80) + sent
    with serving(application) as server, server.connect() as talker:
        for start in range(0, len(sent), piece):
            talker.socket.sendall(sent[start : start + piece])
        heard = [talker.recv(PATIENCE) for _ in range(len(WORDS))]
        assert heard == ["in two", *WORDS[:-1]]


@pytest.mark.parametrize(
    "sent",
    [
        frame(b"\xff\xfe"),
        frame(b"an\xc3"),
        b"\x81\x02{}",
        frame(b"{}", first=0xC1),
        frame(b"two", first=0x80),
        frame(b"in ", first=0x01) + frame(b"{}"),
        frame(b"{}", first=0x83),
    ],
    ids=["no-utf-8", "half-a-letter", "no-mask", "reserved-bit", "no-beginning", "in-between", "unknown-kind"],
)
def test_invalid_data_drops_the_socket(sent: bytes) -> None:
    with serving("answers") as server, server.connect() as talker:
        talker.socket.sendall(sent)
        with pytest.raises(ConnectionClosed):
            talker.recv(PATIENCE)


def test_a_burst_arrives_in_order_before_the_socket_closes() -> None:
    with serving("bursts") as server, server.connect() as connection:
        heard = list(connection)
        assert heard == [*(f"{number} ä {PIECE}" for number in range(12)), b"\0\xff"]
        assert connection.close_code == 1000


LITTERING = """
import gc
from live.garbage import collect_in_pauses

collect_in_pauses()
before = gc.get_stats()[2]["collections"]
kept = []
for _ in range(300_000):
    circle = []
    circle.append(circle)
    kept.append([circle])
print(gc.get_stats()[2]["collections"] - before, gc.get_stats()[0]["collections"] > 100, gc.get_freeze_count() > 10_000)
"""


def test_no_full_collection_comes_between_moves() -> None:
    done = subprocess.run([sys.executable, "-c", LITTERING], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("0 True True\n", "")


MB = 1024 * 1024


@pytest.mark.parametrize(
    ("seconds", "since_message", "megabytes", "is_due"),
    [
        (119, 60, 100, False),
        (121, 60, 100, True),
        (121, 0.1, 100, False),
        (9000, 0.1, 131, False),
        (9000, 0.1, 132, True),
        (1, 0.1, 132, True),
    ],
    ids=["too-soon", "in-a-pause", "between-moves", "between-moves-for-hours", "too-much-garbage", "at-once"],
)
def test_all_garbage_is_collected_in_pauses_or_once_it_is_too_much(
    seconds: float, since_message: float, megabytes: int, is_due: bool
) -> None:
    collector = Collector(now=1000, memory=100 * MB)
    collector.last_message = 1000 + seconds - since_message
    assert collector.is_due(1000 + seconds, megabytes * MB) is is_due


GROWING = """
import weakref
from live.garbage import MOST_GROWTH, PAUSE, collect_in_pauses
from twisted.internet import reactor

class Circle:
    def __init__(self, size):
        self.itself, self.ballast = self, b"x" * size

collect_in_pauses()
first = weakref.ref(Circle(100))
kept = []
reactor.callLater(4 * PAUSE, lambda: kept.append(first() is not None))
reactor.callLater(4 * PAUSE, Circle, MOST_GROWTH + 1_000_000)
reactor.callLater(8 * PAUSE, reactor.stop)
reactor.run()
print(kept, first())
"""


def test_a_process_that_grows_collects_all_garbage_at_once() -> None:
    done = subprocess.run([sys.executable, "-c", GROWING], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("[True] None\n", "")
