"""Reading untrusted JSON: members with the required type, or one sentence that says what is wrong."""

from __future__ import annotations

import reprlib
from typing import Any, TypeVar

T = TypeVar("T")

_HEX_DIGITS = frozenset("0123456789abcdef")
_NAMES = {int: "a whole number", str: "text", list: "a list", dict: "an object"}


class ShapeError(ValueError):
    """JSON that does not have the required shape."""


def expect(value: Any, kind: type[T], name: str) -> T:
    """Return `value` if it is of exactly this type (`true` is not a number). Raises ShapeError."""
    if type(value) is not kind:
        raise ShapeError(f"{name} must be {_NAMES[kind]}.")
    return value


def member(value: Any, key: str, kind: type[T]) -> T:
    """Return the member `key` of an object. Raises ShapeError."""
    if key not in expect(value, dict, "This"):
        raise ShapeError(f'"{key}" is missing.')
    return expect(value[key], kind, f'"{key}"')


def texts(value: Any, key: str) -> list[str]:
    """Return the member `key` of an object, a list of strings. Raises ShapeError."""
    return [expect(item, str, f'What is in "{key}"') for item in member(value, key, list)]


def move_pair(value: Any) -> tuple[int, str]:
    """Return a `[seat, move]` pair. Raises ShapeError."""
    pair = expect(value, list, "A move")
    if len(pair) != 2:
        raise ShapeError("A move must be a list of two: seat and text.")
    return expect(pair[0], int, "The seat of a move"), expect(pair[1], str, "The text of a move")


def hex_bytes(text: str, count: int, name: str) -> bytes:
    """Return `count` bytes, given as twice as many lower-case hex digits. Raises ShapeError."""
    if len(text) != 2 * count or not _HEX_DIGITS.issuperset(text):
        raise ShapeError(f"{name} must be {2 * count} hex digits.")
    return bytes.fromhex(text)


def quoted(value: Any) -> str:
    """Return `value` for an error message: shortened, in ASCII."""
    return reprlib.repr(value).encode("ascii", "backslashreplace").decode()
