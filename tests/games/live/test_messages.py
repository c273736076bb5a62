"""The messages that a client may send."""

import pytest

from common.errors import UserError
from games.live import messages_in


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"type": "move", "move": "5-3@9-5", "ply": 41}', messages_in.Play(move="5-3@9-5", ply=41)),
        ('{"type": "sync"}', messages_in.Sync()),
        ('{"type": "ready"}', messages_in.Ready()),
        ('{"type": "back"}', messages_in.Back()),
        ('{"type": "contribute", "bytes": "%s"}' % ("ab" * 16), messages_in.Contribute(bytes="ab" * 16)),
        ('{"type": "chat", "text": "Good luck!"}', messages_in.Chat(text="Good luck!")),
        ('{"type": "hint"}', messages_in.AskForHint()),
        ('{"type": "ping"}', messages_in.Ping()),
    ],
)
def test_every_message_is_read(text: str, message: messages_in.Message) -> None:
    assert messages_in.read(text) == message


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (None, "unreadable-message"),
        ("", "unreadable-message"),
        ("{", "unreadable-message"),
        ('"\ud800"', "unreadable-message"),
        ("[" * 4000, "bad-field"),
        ("x" * 4097, "too-long"),
        ("[1]", "bad-field"),
        ("3", "bad-field"),
        ("{}", "unknown-type"),
        ('{"type": "cheat"}', "unknown-type"),
        ('{"type": 3}', "bad-field"),
        ('{"type": "move", "move": "draw"}', "bad-field"),
        ('{"type": "move", "move": "draw", "ply": -1}', "bad-field"),
        ('{"type": "move", "move": "draw", "ply": 1.5}', "bad-field"),
        ('{"type": "move", "move": "draw", "ply": true}', "bad-field"),
        ('{"type": "move", "move": 7, "ply": 1}', "bad-field"),
        ('{"type": "move", "move": "%s", "ply": 1}' % ("9" * 25), "bad-field"),
        ('{"type": "move", "move": "draw", "ply": 1, "seat": 2}', "bad-field"),
        ('{"type": "contribute", "bytes": "AB"}', "bad-field"),
        ('{"type": "contribute", "bytes": "%s\\n"}' % ("ab" * 16), "bad-field"),
        ('{"type": "chat", "text": ""}', "bad-field"),
        ('{"type": "chat", "text": "%s"}' % ("a" * 501), "bad-field"),
    ],
)
def test_anything_else_is_refused_with_a_code(text: str | None, code: str) -> None:
    with pytest.raises(UserError) as refused:
        messages_in.read(text)
    assert refused.value.code == code
