"""The players whom a tournament may need, so that pages of all others skip the database queries.

Each process caches them until a change is noted, for a minute at most. The sets may hold too many players but never too
few: any code that adds a player calls `note_more_expected`.
"""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass

from django.core.cache import cache
from django.db import transaction

from clubs.models import Membership
from tournaments.models import Call, Entry, EntryInvitation, Tournament

KEY = "tournaments:expected"
REMEMBERED_SECONDS = 60
WITHOUT_REDIS_SECONDS = 5


@dataclass(frozen=True, slots=True)
class Expected:
    """The ids of players in running tournaments, of players who have yet to check in where that is possible now, of
    organisers with open calls, and of players with open invitations.

    `change` is the number of the last noted change, and `until` the monotonic time at which the sets expire.
    """

    change: int
    until: float
    playing: frozenset[int]
    checking_in: frozenset[int]
    called: frozenset[int]
    invited: frozenset[int]


_remembered: Expected | None = None


def note_more_expected() -> None:
    """Make all processes reload the sets once the transaction is committed."""
    transaction.on_commit(lambda: cache.set(KEY, secrets.randbits(48), None), robust=True)


def expected() -> Expected:
    global _remembered
    change, now, known = _last_change(), time.monotonic(), _remembered
    if known is None or known.change != change or known.until < now:
        until = now + (REMEMBERED_SECONDS if change else WITHOUT_REDIS_SECONDS)
        known = _remembered = Expected(change, until, _playing(), _checking_in(), _called(), _invited())
    return known


def _last_change() -> int:
    """Return the number of the last change, or 0 while Redis is down."""
    change: int | None = cache.get(KEY)
    if change is None:
        cache.set(KEY, secrets.randbits(48), None)
        change = cache.get(KEY)
    return change or 0


def _playing() -> frozenset[int]:
    entries = Entry.objects.filter(status=Entry.Status.ENTERED, seed__gt=0, player__isnull=False)
    running = entries.filter(tournament__status=Tournament.Status.RUNNING)
    return frozenset(player for player in running.values_list("player", flat=True) if player)


def _checking_in() -> frozenset[int]:
    entries = Entry.objects.to_check_in().filter(player__isnull=False)
    return frozenset(player for player in entries.values_list("player", flat=True) if player)


def _called() -> frozenset[int]:
    calls = Call.objects.unanswered().filter(board__round__tournament__status=Tournament.Status.RUNNING)
    ids = set(calls.values_list("board__round__tournament", flat=True))
    if not ids:
        return frozenset()
    events = Tournament.objects.filter(pk__in=ids).order_by()
    helpers = Tournament.helpers.through.objects.filter(tournament__in=ids)
    leading = Membership.objects.leading().filter(club__in=events.values("club")).order_by()
    chosen = helpers.values_list("player").union(leading.values_list("player"), events.values_list("organiser"))
    return frozenset(player for (player,) in chosen)


def _invited() -> frozenset[int]:
    return frozenset(EntryInvitation.objects.waiting().values_list("player", flat=True))
