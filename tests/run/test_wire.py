"""The browser's types match those of the server."""

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


def test_a_tile_that_hangs_on_a_thread_is_said_as_declared() -> None:
    spot = {"x": 1.5, "y": 0, "angle": 90, "link": [[1.5, 0.5], [2, 3]]}
    mine = {"seat": 0, "hand": ["9-5"], "legal": [{"move": "9-5@9-9", "spot": spot}], "drawn": None}
    assert is_declared("/ws/table/k3x9/", {"type": "mine", "deal": 1, "ply": 1, "mine": mine})
