"""URL converter for player names: whatever a name is made of, it has an address."""

from __future__ import annotations

import re
from urllib.parse import unquote

TELLING = re.compile(r"[%/]|^\.+$")
"""What would mean something else in an address."""


class PlayerName:
    """Names that people choose are plain letters (`accounts.names`); a simulation or an import may bring any others."""

    regex = "[^/]{1,200}"

    def to_python(self, value: str) -> str:
        return unquote(value)

    def to_url(self, value: str) -> str:
        return TELLING.sub(_written, value)


def _written(found: re.Match[str]) -> str:
    return "".join(f"%{ord(letter):02X}" for letter in found[0])
