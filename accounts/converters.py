"""URL converter for player names, whatever characters they contain."""

from __future__ import annotations

import re
from urllib.parse import unquote

SPECIAL = re.compile(r"[%/]|^\.+$")
"""Characters that would have a special meaning in a URL."""


class PlayerName:
    """A player's name. The site only allows plain letters (`accounts.names`), but simulations and imports may use
    any."""

    regex = "[^/]{1,200}"

    def to_python(self, value: str) -> str:
        return unquote(value)

    def to_url(self, value: str) -> str:
        return SPECIAL.sub(_written, value)


def _written(found: re.Match[str]) -> str:
    return "".join(f"%{ord(letter):02X}" for letter in found[0])
