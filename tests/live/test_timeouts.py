"""Timeout checks: a few connections at a time, and each once in a round."""

from __future__ import annotations

from collections import Counter

from live.server import CHECKED_TOGETHER, BoundedServer


class Connection:
    """A connection that counts how often it is checked."""

    def __init__(self, seen: Counter[Connection]) -> None:
        self.seen = seen

    def check_timeouts(self) -> None:
        self.seen[self] += 1


async def test_each_connection_is_checked_once_a_round_a_few_at_a_time() -> None:
    seen: Counter[Connection] = Counter()
    all_of_them = [Connection(seen) for _ in range(2 * CHECKED_TOGETHER + 3)]
    server = object.__new__(BoundedServer)
    server.connections = dict.fromkeys(all_of_them)
    for _ in range(2):
        before = seen.total()
        server.timeout_checker()
        assert seen.total() - before == CHECKED_TOGETHER
    server.timeout_checker()
    assert seen == dict.fromkeys(all_of_them, 1)
    ended = all_of_them[:CHECKED_TOGETHER]
    server.timeout_checker()
    for connection in ended:
        del server.connections[connection]
    for _ in range(2):
        server.timeout_checker()
    assert all(seen[connection] == 2 for connection in server.connections)
    assert all(seen[connection] == 1 for connection in ended)
