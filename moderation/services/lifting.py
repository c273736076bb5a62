"""Lifts acts: each kind registers a function that undoes it, which appeals call."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from accounts.models import Player
from moderation.models import Act

Lifting = Callable[[Act, Player, datetime], None]
"""Lifts an act on behalf of a moderator. Idempotent."""

LIFTINGS: dict[str, Lifting] = {}


def register(kind: str, lifting: Lifting) -> None:
    assert kind not in LIFTINGS, kind
    LIFTINGS[kind] = lifting


def can_be_lifted(act: Act) -> bool:
    return act.kind in LIFTINGS and act.state == Act.State.DONE


def lift(act: Act, *, by: Player, now: datetime) -> None:
    """Lift an act if it can be lifted."""
    if can_be_lifted(act):
        LIFTINGS[act.kind](act, by, now)
