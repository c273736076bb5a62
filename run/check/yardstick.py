"""A measure of a machine's speed, for comparing test times on two machines."""

import time

ROUNDS = 3_000_000


def yardstick() -> float:
    """Return the seconds that a fixed loop takes on one core."""
    started = time.perf_counter()
    kept: dict[int, int] = {}
    for number in range(ROUNDS):
        key = number * 2_654_435_761 & 0xFFFF
        kept[key] = kept.get(key, 0) + 1
    assert sum(kept.values()) == ROUNDS
    return time.perf_counter() - started
