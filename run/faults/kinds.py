"""The kinds of faults. Each breaks something, repairs it and returns a short description of what it did."""

from __future__ import annotations

import asyncio
import random
import signal
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

import psutil
from redis.exceptions import RedisError

from run.faults.stack import Stack

Fault = Callable[[Stack, random.Random], Awaitable[str]]

HOUR = 3600
STALE_REQUESTS = 2000


async def kill(stack: Stack, rng: random.Random) -> str:
    """Kill a program with SIGKILL; the supervisor restarts it."""
    part = rng.choice(stack.parts)
    _signal(stack.processes(part)[:1], signal.SIGKILL)
    return part


async def restart(stack: Stack, rng: random.Random) -> str:
    """Terminate a program gracefully, as an upgrade does; the supervisor restarts it."""
    part = rng.choice(stack.parts)
    # On SIGTERM, PostgreSQL would wait for its clients to disconnect.
    _signal(stack.processes(part)[:1], signal.SIGINT if part == "database" else signal.SIGTERM)
    return part


async def freeze(stack: Stack, rng: random.Random) -> str:
    """Freeze a program for some seconds, so that it exists but does not answer."""
    part, seconds = rng.choice(stack.parts), rng.uniform(1, 8)
    frozen = stack.processes(part)
    _signal(frozen, signal.SIGSTOP)
    try:
        await asyncio.sleep(seconds)
    finally:
        _signal(frozen, signal.SIGCONT)
    return f"{part} for {seconds:.1f} s"


async def cut(stack: Stack, rng: random.Random) -> str:
    """Cut all connections to a part for some seconds."""
    part, seconds = rng.choice(list(stack.proxies)), rng.uniform(0.2, 6)
    stack.proxies[part].cut()
    try:
        await asyncio.sleep(seconds)
    finally:
        stack.proxies[part].mend()
    return f"{part} for {seconds:.1f} s"


async def delay(stack: Stack, rng: random.Random) -> str:
    """Delay all data to and from a part for some seconds."""
    part, seconds = rng.choice(list(stack.proxies)), rng.uniform(2, 6)
    stack.proxies[part].delay = rng.uniform(0.02, 0.3)
    try:
        await asyncio.sleep(seconds)
        return f"{part} by {stack.proxies[part].delay * 1000:.0f} ms for {seconds:.1f} s"
    finally:
        stack.proxies[part].mend()


async def fill_memory(stack: Stack, rng: random.Random) -> str:
    """Leave Redis without memory, so that it refuses all writes."""
    seconds = rng.uniform(1, 6)
    await _limit_memory(stack, 1)
    try:
        await asyncio.sleep(seconds)
    finally:
        await _limit_memory(stack, 0)
    return f"redis for {seconds:.1f} s"


async def fill_queue(stack: Stack, rng: random.Random) -> str:
    """Fill the queue of the bots with stale requests."""
    try:
        await stack.inside("flood", STALE_REQUESTS)
    except RuntimeError:
        return "the queue, but Redis was unavailable"
    return f"the queue with {STALE_REQUESTS} stale requests"


async def set_clock(stack: Stack, rng: random.Random) -> str:
    """Set the clocks of all programs forward or back."""
    ahead = rng.choice([-1, 1]) * rng.choice([rng.uniform(5, 60), rng.uniform(60, HOUR)])
    stack.set_clock(ahead)
    return f"to {ahead:+.0f} s"


ALL: Sequence[Fault] = (kill, restart, freeze, cut, delay, fill_memory, fill_queue, set_clock)
OFTEN: Sequence[Fault] = (kill, kill, kill, restart, freeze, freeze, cut, cut, delay)
"""Faults that are drawn more often, in addition to `ALL`."""


def _signal(processes: Sequence[psutil.Process], number: signal.Signals) -> None:
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            process.send_signal(number)


async def _limit_memory(stack: Stack, size: int) -> None:
    """Limit the memory of Redis; 0 means no limit, which is also what it starts with."""
    with suppress(RedisError):
        await asyncio.to_thread(stack.redis().config_set, "maxmemory", str(size))
