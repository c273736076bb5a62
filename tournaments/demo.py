"""Three demo tournaments for a fresh site: a finished one, a running one, and one that starts in a few minutes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.demo import OTHERS
from accounts.models import Player
from clubs.models import Club
from games import services as tables
from games.models import Seat
from tournaments.life import clockwork, entering, stages
from tournaments.models import Board, Tournament
from tournaments.planning import plans
from tournaments.terms import Breaks, Terms

ORGANISER = OTHERS[0]
BOTS = ("Ada", "Bruno", "Clara", "Dario", "Elsa", "Fedele", "Greta", "Hugo", "Ilaria", "Jakob")
STARTS_IN = timedelta(minutes=5)
RENEWED_IN = timedelta(minutes=15)
"""Lead time of each new demo tournament on a site that stays open; long enough that few run at the same time."""

OVER = Terms(
    name="Kardinaldomino evening",
    description="Four rounds, five deals each. The differences are settled at the end of every round.",
    game="kardinal",
    options={"ending": "games", "games": 5},
    format="table-rounds",
    table_size=4,
    rounds=4,
    schedule=Breaks(time_zone="Europe/Berlin"),
)
RUNNING = Terms(
    name="Two-Step evening",
    description="Five rounds, first to five points. Come and watch.",
    game="two-step",
    options={"target": 5},
    format="swiss",
    rounds=5,
    tie_breaks=("buchholz", "perfect"),
    schedule=Breaks(time_zone="Europe/Berlin", round_minutes=30, seconds=60),
)
COMING = Terms(
    name="Chicken Foot from double-nine down",
    description="Ten rounds, **from double-nine down to double-blank**. A new table for everyone in each round.",
    game="chicken-foot",
    format="descending-doubles",
    table_size=4,
    rounds=10,
    schedule=Breaks(time_zone="Europe/Berlin", round_minutes=12, seconds=45),
    late_rounds=5,
)


def make_demo_tournaments(now: datetime | None = None, *, starts_in: timedelta = STARTS_IN) -> int:
    """Create missing demo tournaments and return their number. One of them is always still to start."""
    now = now or timezone.now()
    organiser = Player.objects.named(ORGANISER).get()
    clubs: list[Club | None] = [*Club.objects.filter(is_private=False).order_by("pk")[:2], None, None]
    made = 0
    if not Tournament.objects.filter(name=OVER.name).exists():
        _hold(_plan(organiser, clubs[0], OVER, now, now - timedelta(days=2)), BOTS[:5], OTHERS)
        made += 1
    if not Tournament.objects.filter(name=RUNNING.name).exists():
        tournament = _plan(organiser, clubs[1], RUNNING, now, now + timedelta(seconds=1))
        _enter(tournament, BOTS[:9], (), tournament.starts_at)
        clockwork.advance(tournament_id=tournament.pk, now=tournament.starts_at)
        made += 1
    if not Tournament.objects.coming().filter(name=COMING.name).exists():
        tournament = _plan(organiser, clubs[0], COMING, now, now + starts_in)
        _enter(tournament, BOTS[:7], (), now)
        made += 1
    return made


def make_demo_organiser() -> str:
    """Give the organiser of the demo tournaments a password and return it; it is the same at every start.

    An existing player of this name keeps their own password, and the result is empty.
    """
    organiser = Player.objects.named(ORGANISER).get()
    password = salted_hmac("tournaments.demo.organiser", organiser.username, algorithm="sha256").hexdigest()[:20]
    if not organiser.has_usable_password():
        organiser.set_password(password)
        organiser.save(update_fields=["password"])
    return password if organiser.check_password(password) else ""


def _plan(organiser: Player, club: Club | None, terms: Terms, now: datetime, starts_at: datetime) -> Tournament:
    opens_at = min(now, starts_at) - timedelta(minutes=1)
    terms = terms.starting(starts_at, registration_at=opens_at)
    tournament = plans.plan(organiser=organiser, club=club, terms=terms)
    stages.announce(tournament_id=tournament.pk, now=opens_at)
    return tournament


def _enter(tournament: Tournament, bots: Sequence[str], people: Sequence[str], now: datetime) -> None:
    clockwork.advance(tournament_id=tournament.pk, now=min(now, tournament.starts_at - timedelta(seconds=1)))
    entering.enter_bots(tournament_id=tournament.pk, names=bots, level=Seat.Bot.MEDIUM)
    for name in people:
        entering.enter(tournament_id=tournament.pk, player=Player.objects.named(name).get())


def _hold(tournament: Tournament, bots: Sequence[str], people: Sequence[str]) -> None:
    """Play a tournament from registration to medals at once; the house plays for everybody."""
    _enter(tournament, bots, people, tournament.starts_at)
    now = tournament.starts_at
    while True:
        clockwork.advance(tournament_id=tournament.pk, now=now)
        tournament.refresh_from_db()
        if tournament.status != Tournament.Status.RUNNING:
            return
        boards = Board.objects.filter(round__tournament=tournament, is_done=False, table__isnull=False)
        for table_id in boards.values_list("table_id", flat=True):
            tables.finish(table_id=str(table_id))
        now += timedelta(minutes=10)
