"""Rehearsals in the background: a worker plays one at a time, and the result is cached by the plan's version.

A changed tournament needs a new rehearsal. Asking again for the same one returns it; for a different one, an
organiser has to wait until it is over.
"""

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
from kombu.exceptions import OperationalError

from accounts.models import Player
from common.errors import UserError
from tournaments.models import Entry, Tournament
from tournaments.rehearsal.play import BUDGET, Setup, rehearse

TELL_EVERY = 0.5
ALIVE_SECONDS = 15
"""A rehearsal that has not reported for this long is taken to have died."""
MOST_PLAYERS = 200
USUAL_PLAYERS = 12
MOST_WAITING = 5
"""How many rehearsals may be queued on the whole site; few enough that the last one begins within minutes."""
QUEUED_SECONDS = int((MOST_WAITING + 1) * (BUDGET + 10))
"""How long a rehearsal may be queued before it expires."""

TASK = "tournaments.tasks.rehearse"


@dataclass(frozen=True, slots=True)
class Wish:
    """A request for a rehearsal of one version of a plan."""

    tournament_id: str
    version: int
    players: int
    no_shows: int

    @property
    def key(self) -> str:
        return f"rehearsal:{self.tournament_id}:{self.version}:{self.players}:{self.no_shows}"


def wish_for(tournament: Tournament, players: int | None = None, no_shows: int = 0) -> Wish:
    """Return what to rehearse, by default with the usual number of players; team events get complete teams only."""
    chosen = players or usual_players(tournament)
    size = tournament.team_size or 1
    chosen = min(chosen, MOST_PLAYERS)
    chosen = max(2 * size, chosen - chosen % size)
    return Wish(tournament.pk, tournament.version, chosen, max(0, min(no_shows, chosen - 2)))


def usual_players(tournament: Tournament) -> int:
    entered = tournament.entries.filter(status=Entry.Status.ENTERED).count()
    if entered >= max(tournament.least, tournament.expected or 0):
        return entered
    return tournament.expected or tournament.most or max(USUAL_PLAYERS, tournament.least)


def setup_of(tournament: Tournament, wish: Wish) -> Setup:
    return Setup(
        terms=tournament.terms,
        players=wish.players,
        no_shows=wish.no_shows,
        start_seconds=settings.START_PAUSE,
        deal_seconds=settings.DEAL_PAUSE,
        seed=random.Random(wish.key).randrange(2**32),
    )


@dataclass(frozen=True, slots=True)
class State:
    """The state of a rehearsal: `none`, `waiting`, `running`, `stopped` or `done`; `far` has the arguments of
    `play.Tell`."""

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
    if not _is_under_way(kept, now or timezone.now()):
        return State("stopped", kept["far"])
    return State(kept["state"], kept["far"])


def _is_under_way(kept: dict[str, Any], now: datetime) -> bool:
    """Return whether a rehearsal is still queued or has reported recently."""
    patience = {"waiting": QUEUED_SECONDS, "running": ALIVE_SECONDS}.get(kept["state"], 0)
    return now - datetime.fromisoformat(kept["at"]) <= timedelta(seconds=patience)


def note(wish: Wish, state: str, far: list[int], result: dict[str, Any] | None = None) -> None:
    kept = {"state": state, "far": far, "at": timezone.now().isoformat(), "result": result}
    cache.set(wish.key, kept, _kept_seconds())


def _kept_seconds() -> int:
    minutes: int = settings.KEEP_REHEARSALS_MINUTES
    return max(60 * minutes, QUEUED_SECONDS)


def ask(wish: Wish, *, by: Player, now: datetime | None = None) -> None:
    """Queue a rehearsal unless it is queued or done. The open page polls for its progress.

    Raises UserError (one-at-a-time, too-many-rehearsals, no-workers).
    """
    now = now or timezone.now()
    if state_of(wish, now).name not in ("none", "stopped"):
        return
    own = f"rehearsal-of:{by.pk}"
    with transaction.atomic():
        Player.objects.select_for_update().get(pk=by.pk)  # handle one player's requests one after another
        earlier = cache.get(cache.get(own, ""))
        if earlier and _is_under_way(earlier, now):
            raise UserError("one-at-a-time", _("One rehearsal at a time: wait until the one that you began is over."))
        if waiting() >= MOST_WAITING:
            raise UserError(
                "too-many-rehearsals", _("Many rehearsals are running right now. Wait a minute, and try again.")
            )
        cache.set(own, wish.key, _kept_seconds())
        note(wish, "waiting", [])
    try:
        current_app.send_task(TASK, tuple(asdict(wish).values()), retry=False, expires=QUEUED_SECONDS)
    except OperationalError as error:
        cache.delete(wish.key)
        raise UserError("no-workers", _("Nobody can play it at the moment. Try again in a minute.")) from error


def waiting() -> int:
    """Return how many rehearsals are queued; 0 if Redis is down."""
    queue = current_app.amqp.router.route({}, TASK)["queue"]
    try:
        with current_app.connection_for_read() as connection:
            return queue.bind(connection.default_channel).queue_declare().message_count
    except OperationalError:
        return 0


def run(wish: Wish, clock: Callable[[], float]) -> None:
    """Play a rehearsal to its end or until its budget is used up; do nothing if the plan has changed meanwhile."""
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
