"""Fair decks: a hash chain whose anchor is published before anyone contributes, with one link for each deal.

See docs/fair-deals.md.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import sha256

from games.rules.tiles import Tile

SCHEME = "boneyard-chain/1"
LENGTH = 4096
"""Links in a chain: more than any match has deals."""

MILESTONE_STEP = 64

SECRET_BYTES = 32
CONTRIBUTION_BYTES = 16
_DRAW_BYTES = 4


def new_secret() -> bytes:
    """Return a random secret: the last link of a new chain."""
    return secrets.token_bytes(SECRET_BYTES)


def new_contribution() -> bytes:
    """Return random bytes for a seat, which its player may replace."""
    return secrets.token_bytes(CONTRIBUTION_BYTES)


@lru_cache(maxsize=8192)
def link(secret: bytes, length: int, number: int) -> bytes:
    """Return link `number` of the chain; link 0 is its anchor, link `length` its secret."""
    if not 0 <= number <= length:
        raise ValueError(f"a chain of {length} has no link {number}")
    steps = length - number
    return hash_times(_milestones(secret, length)[steps // MILESTONE_STEP], steps % MILESTONE_STEP)


@lru_cache(maxsize=1024)
def _milestones(secret: bytes, length: int) -> tuple[bytes, ...]:
    """Return one link in every `MILESTONE_STEP`, the secret first.

    Cached, because a match uses the links in the order that takes most hashing: farthest from the secret first.
    """
    links = [secret]
    for _ in range(length // MILESTONE_STEP):
        links.append(hash_times(links[-1], MILESTONE_STEP))
    return tuple(links)


def leads_to(anchor: bytes, link: bytes, number: int) -> bool:
    """Return whether `link` is link `number` of the chain that `anchor` announced."""
    return hmac.compare_digest(hash_times(link, number), anchor)


def hash_times(value: bytes, times: int) -> bytes:
    for _ in range(times):
        value = sha256(value).digest()
    return value


def deck(tiles: Sequence[Tile], link: bytes, contributions: Sequence[bytes], number: int) -> tuple[Tile, ...]:
    """Return the deck of deal `number`: `tiles` (given in the order of `full_set`), shuffled in a way that no single
    party could determine."""
    shuffled = list(tiles)
    numbers = _stream(_deal_key(link, contributions, number))
    for last in range(len(shuffled) - 1, 0, -1):  # Fisher–Yates shuffle
        other = _below(last + 1, numbers)
        shuffled[last], shuffled[other] = shuffled[other], shuffled[last]
    return tuple(shuffled)


def _deal_key(link: bytes, contributions: Sequence[bytes], number: int) -> bytes:
    message = SCHEME.encode() + number.to_bytes(8, "big") + b"".join(contributions)
    return hmac.digest(link, message, "sha256")


def _stream(key: bytes) -> Iterator[int]:
    """Yield 32-bit numbers, four bytes each, from HMAC blocks counted from 0."""
    counter = 0
    while True:
        block = hmac.digest(key, counter.to_bytes(8, "big"), "sha256")
        for start in range(0, len(block), _DRAW_BYTES):
            yield int.from_bytes(block[start : start + _DRAW_BYTES], "big")
        counter += 1


def _below(bound: int, numbers: Iterator[int]) -> int:
    """Return a number below `bound` with equal probability for all, skipping numbers that would introduce a bias."""
    limit = 2**32 - 2**32 % bound
    return next(number for number in numbers if number < limit) % bound
