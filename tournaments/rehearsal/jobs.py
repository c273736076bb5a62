"""A rehearsal is asked for, runs behind the pages, and is kept in the cache for the plan as it is: a changed tournament
has another one. Whoever asks for the same again while it runs gets the same; for another one they wait until it is
over."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any

from celery import current_app
from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from common.errors import UserError
from tournaments.base.snapshot import plan_of
from tournaments.models import Entry, Tournament
from tournaments.rehearsal.play import Setup, rehearse

KEPT_SECONDS = 3600
TELL_EVERY = 0.5
ALIVE_SECONDS = 15
"""A rehearsal that has said nothing for so long has died."""
MOST_PLAYERS = 200
USUAL_PLAYERS = 12
QUEUED_SECONDS = 120
"""So long one waits for a worker; then it is not begun any more."""
MOST_ASKED = 6
"""So many wait or run in the whole site: the last of them begins within minutes."""
RUNNING = "rehearsal-running"
"""Held by the one that runs: it takes a whole worker, so the others wait."""


TASK = "tournaments.tasks.rehearse"


@dataclass(frozen=True, slots=True)
class Wish:
    """Which rehearsal of which plan."""

    tournament_id: str
    version: int
    players: int
    no_shows: int

    @property
    def key(self) -> str:
        return f"rehearsal:{self.tournament_id}:{self.version}:{self.players}:{self.no_shows}"


def wish_for(tournament: Tournament, players: int | None = None, no_shows: int = 0) -> Wish:
    """By default with whoever has entered, or as many as there may be."""
    chosen = players or usual_players(tournament)
    chosen = max(2, min(chosen, MOST_PLAYERS))
    return Wish(tournament.pk, tournament.version, chosen, max(0, min(no_shows, chosen - 2)))


def usual_players(tournament: Tournament) -> int:
    entered = tournament.entries.filter(status=Entry.Status.ENTERED).count()
    return entered if entered >= tournament.least else tournament.most or max(USUAL_PLAYERS, tournament.least)


def setup_of(tournament: Tournament, wish: Wish) -> Setup:
    return Setup(
        plan=plan_of(tournament),
        players=wish.players,
        no_shows=wish.no_shows,
        seconds=tournament.seconds,
        round_seconds=_round_seconds(tournament),
        break_seconds=tournament.break_seconds,
        start_seconds=settings.START_PAUSE,
        deal_seconds=settings.DEAL_PAUSE,
        absence=tournament.absence,
        checks_in=bool(tournament.check_in_minutes),
        seed=random.Random(wish.key).randrange(2**32),
        days_between=tournament.days_between,
    )


def _round_seconds(tournament: Tournament) -> int | None:
    minutes = tournament.round_minutes or tournament.days_between * 24 * 60
    return minutes * 60 or None


@dataclass(frozen=True, slots=True)
class State:
    """`none`, `waiting`, `running`, `stopped` or `done`; `far` as `rehearsal.Tell` has it."""

    name: str
    far: list[int]
    result: dict[str, Any] | None = None

    @property
    def percent(self) -> int:
        if len(self.far) != 4:
            return 0
        number, rounds, done, tables = self.far
        return min(99, round(100 * (number - 1 + done / max(tables, 1)) / max(rounds, number)))


def state_of(wish: Wish, now: datetime | None = None) -> State:
    kept = cache.get(wish.key)
    if kept is None:
        return State("none", [])
    if kept["state"] == "done":
        return State("done", kept["far"], kept["result"])
    said = datetime.fromisoformat(kept["at"])
    if (now or timezone.now()) - said > timedelta(seconds=ALIVE_SECONDS):
        return State("stopped", kept["far"])
    return State(kept["state"], kept["far"])


def note(wish: Wish, state: str, far: list[int], result: dict[str, Any] | None = None) -> None:
    kept = {"state": state, "far": far, "at": timezone.now().isoformat(), "result": result}
    cache.set(wish.key, kept, KEPT_SECONDS)


def ask(wish: Wish, *, by: Player, now: datetime | None = None) -> None:
    """Have it run, unless it does or has. The page looks for how far it is.

    Raises UserError (one-at-a-time, too-many-rehearsals).
    """
    if state_of(wish, now).name not in ("none", "stopped"):
        return
    with transaction.atomic():
        Player.objects.select_for_update().get(pk=by.pk)  # two askings of one player come one after the other
        _claim_a_place(wish, by, now or timezone.now())
        note(wish, "waiting", [])
    task = current_app.signature(TASK, tuple(asdict(wish).values()))
    task.apply_async(retry=False, expires=QUEUED_SECONDS)


def _claim_a_place(wish: Wish, by: Player, now: datetime) -> None:
    """A place is free again when what was asked for there is over, or has died. Raises UserError."""
    own = f"rehearsal-of:{by.pk}"
    if not _claim(own, wish, now):
        raise UserError("one-at-a-time", _("One rehearsal at a time: wait until the one that you began is over."))
    if not any(_claim(f"rehearsal-place:{number}", wish, now) for number in range(MOST_ASKED)):
        cache.delete(own)
        raise UserError("too-many-rehearsals", _("Many rehearse just now. Wait a minute, and try again."))


def _claim(place: str, wish: Wish, now: datetime) -> bool:
    if cache.add(place, wish.key, KEPT_SECONDS):
        return True
    holder = cache.get(place)
    if holder not in (None, wish.key) and _is_under_way(cache.get(holder), now):
        return False
    cache.set(place, wish.key, KEPT_SECONDS)
    return True


def _is_under_way(kept: dict[str, Any] | None, now: datetime) -> bool:
    """Queued, or being played."""
    if kept is None or kept["state"] == "done":
        return False
    patience = QUEUED_SECONDS if kept["state"] == "waiting" else ALIVE_SECONDS
    return now - datetime.fromisoformat(kept["at"]) <= timedelta(seconds=patience)


def run(wish: Wish, clock: Callable[[], float]) -> None:
    """Play it to its end, or as far as the time goes; a plan that has changed meanwhile is not played."""
    tournament = Tournament.objects.filter(pk=wish.tournament_id, version=wish.version).first()
    if tournament is None:
        cache.delete(wish.key)
        return
    told = clock()

    def tell(*far: int) -> None:
        nonlocal told
        if clock() - told > TELL_EVERY:
            told = clock()
            note(wish, "running", list(far))

    note(wish, "running", [])
    result = rehearse(setup_of(tournament, wish), clock, tell)
    note(wish, "done", [], asdict(result))
