"""Connections are quickly re-established after a long outage of the database."""

from psycopg_pool.base import AttemptWithBackoff

from config.parts.pool import pooled

LONGEST_PAUSE = 3.0


def test_the_pauses_between_connection_attempts_are_limited() -> None:
    attempt = AttemptWithBackoff(timeout=pooled({}, 8)["OPTIONS"]["pool"]["reconnect_timeout"])
    now, pauses = 0.0, []
    while not attempt.time_to_give_up(now):
        attempt.update_delay(now)
        pauses.append(attempt.delay)
        now += attempt.delay
    assert len(pauses) > 1
    assert max(pauses) <= LONGEST_PAUSE
