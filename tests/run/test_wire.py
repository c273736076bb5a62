"""The types that the browser's code is checked with are those of the server."""

from typing import Any

import pytest

from run.wire import FILE, declarations
from tests.declared import is_declared


def test_the_written_types_are_those_of_the_server() -> None:
    assert FILE.read_text() == declarations(), "`make wire` writes them."


PONG: dict[str, Any] = {"type": "pong", "deal": 1, "ply": 1}


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("/ws/table/k3x9/", PONG | {"more": 1}),
        ("/ws/table/k3x9/", {"type": "pong", "deal": 1}),
        ("/ws/table/k3x9/", PONG | {"ply": "1"}),
        ("/ws/table/k3x9/", {"type": "ping"}),
        ("/ws/lobby/", PONG),
    ],
)
def test_what_is_said_otherwise_than_declared_is_found(address: str, message: dict[str, Any]) -> None:
    assert is_declared("/ws/table/k3x9/", PONG)
    assert not is_declared(address, message)
