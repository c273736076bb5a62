"""How quick a machine is, so that what tests take on two machines can be compared."""

import time

ROUNDS = 3_000_000


def yardstick() -> float:
    """The seconds that a fixed loop takes on one core."""
    started = time.perf_counter()
    kept: dict[int, int] = {}
    for number in range(ROUNDS):
        key = number * 2_654_435_761 & 0xFFFF
        kept[key] = kept.get(key, 0) + 1
    assert sum(kept.values()) == ROUNDS
    return time.perf_counter() - started
