"""Incoming messages: everything that a client may send over the live socket (docs/live-protocol.md)."""

from __future__ import annotations

from typing import Annotated

import msgspec
from django.utils.translation import gettext_lazy as _
from msgspec import Meta, Struct

from common.errors import UserError

LONGEST_MESSAGE = 4096


class Incoming(Struct, tag_field="type", forbid_unknown_fields=True):
    """A message from a client; `type` says which."""


class Play(Incoming, tag="move"):
    move: Annotated[str, Meta(max_length=24)]
    ply: Annotated[int, Meta(ge=0)]


class Sync(Incoming, tag="sync"):
    pass


class Ready(Incoming, tag="ready"):
    pass


class Back(Incoming, tag="back"):
    pass


class Contribute(Incoming, tag="contribute"):
    bytes: Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")]


class Chat(Incoming, tag="chat"):
    text: Annotated[str, Meta(min_length=1, max_length=500)]


class Phrase(Incoming, tag="phrase"):
    phrase: Annotated[str, Meta(max_length=20)]


class AskForHint(Incoming, tag="hint"):
    pass


class Ping(Incoming, tag="ping"):
    pass


Message = Play | Sync | Ready | Back | Contribute | Chat | Phrase | AskForHint | Ping

_decoder = msgspec.json.Decoder(Message)


def read(text: str | None) -> Message:
    """Decode a text frame. Raises UserError (too-long, unreadable-message, unknown-type, bad-field)."""
    if text is None:
        raise UserError("unreadable-message", _("Messages are JSON text, not bytes."))
    if len(text) > LONGEST_MESSAGE:
        raise UserError("too-long", _("That message is too long; nothing was done."))
    try:
        return _decoder.decode(text)
    except msgspec.ValidationError as error:
        raise _refusal(str(error)) from error
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise UserError("unreadable-message", _("That message is not JSON; nothing was done.")) from error


def _refusal(problem: str) -> UserError:
    if problem.startswith("Invalid value") or "missing required field `type`" in problem:
        return UserError("unknown-type", _("There is no such message; nothing was done."))
    sentence = _("A field of that message is missing or wrong; nothing was done: %(problem)s") % {"problem": problem}
    return UserError("bad-field", sentence)
