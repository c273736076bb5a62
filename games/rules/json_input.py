"""JSON from outside: its members with the type they must have, or one sentence that says what is wrong."""

from __future__ import annotations

import reprlib
from typing import Any, TypeVar

T = TypeVar("T")

_HEX_DIGITS = frozenset("0123456789abcdef")
_NAMES = {int: "a whole number", str: "text", list: "a list", dict: "an object"}


class ShapeError(ValueError):
    """Something that is not what it must be."""


def expect(value: Any, kind: type[T], name: str) -> T:
    """`value`, if it is of exactly this kind (true is no number)."""
    if type(value) is not kind:
        raise ShapeError(f"{name} must be {_NAMES[kind]}.")
    return value


def member(value: Any, key: str, kind: type[T]) -> T:
    """The member `key` of an object."""
    if key not in expect(value, dict, "This"):
        raise ShapeError(f'"{key}" is missing.')
    return expect(value[key], kind, f'"{key}"')


def texts(value: Any, key: str) -> list[str]:
    """The member `key` of an object, a list of texts."""
    return [expect(item, str, f'What is in "{key}"') for item in member(value, key, list)]


def move_pair(value: Any) -> tuple[int, str]:
    """A `[seat, move]` pair."""
    pair = expect(value, list, "A move")
    if len(pair) != 2:
        raise ShapeError("A move must be a list of two: seat and text.")
    return expect(pair[0], int, "The seat of a move"), expect(pair[1], str, "The text of a move")


def hex_bytes(text: str, count: int, name: str) -> bytes:
    """`count` bytes, written as twice as many lower-case hex digits."""
    if len(text) != 2 * count or not _HEX_DIGITS.issuperset(text):
        raise ShapeError(f"{name} must be {2 * count} hex digits.")
    return bytes.fromhex(text)


def quoted(value: Any) -> str:
    """`value` for a sentence, cut short, in ASCII."""
    return reprlib.repr(value).encode("ascii", "backslashreplace").decode()
