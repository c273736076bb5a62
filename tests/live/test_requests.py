"""The server's limits on requests, tried with real connections."""

from __future__ import annotations

import socket

import pytest

from live.requests import LONGEST_BODY
from run.trial.whole_site import until
from tests.live.test_server import PATIENCE, serving

GET = b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"


def ask(port: int, *pieces: bytes) -> bytes:
    """Send the pieces of a request; return everything received until the server closes the connection."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        try:
            for piece in pieces:
                connection.sendall(piece)
        except ConnectionError:
            pass  # the server has stopped reading
        answer = []
        try:
            while data := connection.recv(65536):
                answer.append(data)
        except ConnectionError:
            pass
        return b"".join(answer)


def begin(*headers: str) -> bytes:
    return "\r\n".join(["POST / HTTP/1.1", "Host: localhost", "Connection: close", *headers, "", ""]).encode()


def test_a_body_has_a_maximum_length() -> None:
    with serving("page") as server:
        whole = ask(server.port, begin(f"Content-Length: {LONGEST_BODY}"), b"x" * LONGEST_BODY)
        assert whole.endswith(str(LONGEST_BODY).encode())
        assert b" 413 " in ask(server.port, begin(f"Content-Length: {LONGEST_BODY + 1}"))
        small = ask(server.port, begin("Content-Length: 3"), b"abc")
        assert small.startswith(b"HTTP/1.1 200")


def test_a_body_without_a_length_has_the_same_maximum() -> None:
    piece = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
    with serving("page") as server:
        assert ask(server.port, begin("Transfer-Encoding: chunked"), piece, b"0\r\n\r\n").endswith(b"65536")
        answer = ask(server.port, begin("Transfer-Encoding: chunked"), *[piece] * 100)
        assert b" 200 " not in answer


@pytest.mark.parametrize(
    "half",
    [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: localhost\r\n", begin("Content-Length: 10") + b"abc"],
    ids=["nothing", "a line", "headers", "a body"],
)
def test_a_request_that_does_not_end_is_dropped(half: bytes) -> None:
    with serving("page", "tests.live.impatient") as server:
        assert ask(server.port, half) == b""


def test_a_request_that_trickles_in_is_dropped() -> None:
    with (
        serving("page", "tests.live.impatient") as server,
        socket.create_connection(("127.0.0.1", server.port)) as rude,
    ):
        rude.settimeout(0.1)
        until(lambda: is_let_go(rude), PATIENCE)


def is_let_go(connection: socket.socket) -> bool:
    try:
        connection.sendall(b"x")
        return connection.recv(100) == b""
    except TimeoutError:
        return False
    except ConnectionError:
        return True


def test_a_socket_for_live_news_has_no_deadline() -> None:
    with serving("answers", "tests.live.impatient") as server, server.connect() as talker:
        assert ask(server.port, b"GET") == b""  # it was started later, and has been dropped
        talker.send("still here")
        assert talker.recv(PATIENCE) == "still here"


def test_a_streamed_answer_waits_for_its_reader_and_is_aborted_without_one() -> None:
    with serving("pours", "tests.live.impatient") as server:
        with socket.create_connection(("127.0.0.1", server.port)) as rude:
            rude.sendall(GET)
            word, sent, is_gone = server.says().split()
            assert (word, is_gone) == ("sent", "True")
            assert int(sent) < 1_000
        assert ask(server.port, GET).count(b"x") > 3_000 * 31_000
        assert server.says().split() == ["sent", "3000", "False"]
