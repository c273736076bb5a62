"""Removal of anything that may be a tile or a secret from texts that leave the site."""

from __future__ import annotations

import re
from typing import Any

TILE = re.compile(r"(?<![\w:-])(?<!\d\.)\d{1,2}-\d{1,2}(?![\w:-]|\.\d)")
LONG_HEX = re.compile(r"\b[0-9a-fA-F]{32,}\b")
BYTES = re.compile(r"b(['\"])(?:\\.|(?!\1).)*\1")
ADDRESS_WITH_PASSWORD = re.compile(r"(\w+://)[^\s/@]+@")
E_MAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")


def scrubbed(text: str) -> str:
    text = ADDRESS_WITH_PASSWORD.sub(r"\1[…]@", text)
    for pattern in (BYTES, LONG_HEX, TILE, E_MAIL):
        text = pattern.sub("[…]", text)
    return text


def scrubbed_tree(value: Any) -> Any:
    """Scrub every text in nested dicts and lists."""
    match value:
        case str():
            return scrubbed(value)
        case dict():
            return {key: scrubbed_tree(inner) for key, inner in value.items()}
        case list() | tuple():
            return [scrubbed_tree(inner) for inner in value]
    return value
