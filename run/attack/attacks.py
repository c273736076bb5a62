"""All attacks in order, and the report about them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence

from run.attack.in_bulk import deaf_visitors, hostile_messages, hostile_requests, idle_sockets
from run.attack.on_matches import cheating_house, clock_put_back, passes_of_kardinaldomino, sealed_tables
from run.attack.on_pages import (
    endless_body,
    foreign_host,
    guessed_passwords,
    half_requests,
    held_lock,
    many_at_once,
    pictures,
    secrets_of_a_match,
)
from run.attack.on_programs import death_of_web, deaths, hanging_redis, one_account_with_all_bots, records
from run.attack.on_sockets import (
    cut_sockets,
    flood_of_lines,
    foreign_pages,
    listener_in_redis,
    sockets_of_a_session,
    talk_after_the_end,
)
from run.attack.target import Target, memory, status_of
from run.trial.visitors import statuses

Attack = Callable[[Target], Iterator[str]]
Say = Callable[[str], object]

SHORT: Sequence[Attack] = (
    foreign_host,
    endless_body,
    secrets_of_a_match,
    foreign_pages,
    talk_after_the_end,
    flood_of_lines,
    sockets_of_a_session,
)
"""The quick attacks."""

ALL: Sequence[Attack] = (
    *SHORT,
    sealed_tables,
    cheating_house,
    passes_of_kardinaldomino,
    clock_put_back,
    death_of_web,
    half_requests,
    many_at_once,
    cut_sockets,
    pictures,
    guessed_passwords,
    listener_in_redis,
    hanging_redis,
    one_account_with_all_bots,
    deaths,
    held_lock,
    hostile_messages,
    hostile_requests,
    idle_sockets,
    deaf_visitors,
    records,
)

MOST_MEMORY = 300.0
"""Megabytes that the web process may use after all attacks."""


def attack(target: Target, attacks: Sequence[Attack], say: Say) -> list[str]:
    """Carry out attacks one after another; return what broke."""
    statuses.clear()
    found: list[str] = []
    for one in attacks:
        started = time.monotonic()
        broken = faults_of(one, target)
        found += broken
        verdict = "; ".join(broken) or "holds"
        say(f"{one.__name__.replace('_', ' '):28} {time.monotonic() - started:6.1f} s   {verdict}")
    found += aftermath(target, say)
    return found


def faults_of(one: Attack, target: Target) -> list[str]:
    """Carry out one attack and return the faults it found; an attack that breaks off also counts as a fault."""
    try:
        return list(one(target))
    except Exception as error:
        return [f"{one.__name__.replace('_', ' ')} broke off: {error!r}"]


def aftermath(target: Target, say: Say) -> Iterator[str]:
    """Yield what is wrong after all attacks."""
    held = memory(target)
    most = status_of(target, "VmHWM") / 1024
    say(f"web process: {held:.0f} MB, at most {most:.0f} MB; answers: {dict(sorted(statuses.items()))}")
    if held > MOST_MEMORY:
        yield f"the web process holds {held:.0f} MB"
    if statuses[500]:
        yield f"{statuses[500]} answers were server errors (500)"
    if tracebacks := target.log.count("Internal Server Error"):
        yield f"the log has {tracebacks} server errors"
