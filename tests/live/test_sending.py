"""The short cuts for frames give the same result as autobahn."""

from __future__ import annotations

import pytest
from autobahn.websocket.protocol import PreparedMessage

from live.sending import frame_of


@pytest.mark.parametrize("length", [0, 1, 125, 126, 65_535, 65_536])
def test_frames_are_the_same_as_those_of_autobahn(length: int) -> None:
    text = "é" * (length // 2) + "e" * (length % 2)
    made = PreparedMessage(text.encode(), isBinary=False, applyMask=False, doNotCompress=True)
    assert frame_of(text) == made.payloadHybi
