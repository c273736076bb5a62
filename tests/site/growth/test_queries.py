"""A page makes as many queries with ten objects of a kind as with two hundred, for every kind of reader."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from clubs import services as clubs
from clubs.models import Club, Membership
from common.caching import fresh
from games.models import Chain, Seat, Table
from games.pages import lobby
from games.state.live_tables import live_tables
from tests.games.pages import browser_of, finished_table
from tests.games.people import seated_table, step
from tests.tournaments.crowds import crowd
from tournaments import expected
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db

FEW, MANY = 10, 200

Filled = Callable[[int], list[str]]
"""A function that fills the site with this many objects and returns the pages that show them."""


def queries(page: str, reader: Player | None) -> list[str]:
    browser = browser_of(reader) if reader else Client()
    browser.get(reverse("games:rules"))
    cache.clear()
    fresh.forget()
    lobby.forget()
    expected._remembered = None
    live_tables.forget()
    with CaptureQueriesContext(connection) as found:
        answer = browser.get(page)
    assert answer.status_code in (200, 404), f"{page}: {answer.status_code}"
    return [query["sql"] for query in found]


def _shapes(asked: list[str]) -> Counter[str]:
    """Count the queries by their form, ignoring values."""
    return Counter(re.sub(r"^SELECT .*? FROM|'[^']*'|\b\d+\b", "…", sql) for sql in asked)


def check(fill: Filled, *readers: Player | None) -> None:
    """Compare the queries of the pages with few and with many objects."""
    before = [{(page, reader): queries(page, reader) for reader in readers} for page in fill(FEW)]
    after = [{(page, reader): queries(page, reader) for reader in readers} for page in fill(MANY)]
    for few, many in zip(before, after, strict=True):
        for (page, reader), one, other in zip(few, few.values(), many.values(), strict=True):
            more = "\n".join(f"{many:+} {sql}" for sql, many in (_shapes(other) - _shapes(one)).items())
            assert len(one) == len(other), f"{page} for {reader} asks {len(one)} and {len(other)}:\n{more}"


def people(number: int) -> list[Player]:
    start = Player.objects.count()
    return Player.objects.bulk_create(
        Player(username=f"Crowd{one}", email=f"crowd{one}@example.org") for one in range(start, start + number)
    )


def tables(owner: Player, number: int, **columns: Any) -> list[Table]:
    """Create running tables of two, each with the owner and somebody else."""
    chain = Chain.new()
    chain.save()
    common: dict[str, Any] = {"game": "two-step", "options": {"target": 3}, "seat_count": 2, "seconds": 60}
    common |= {"status": Table.Status.RUNNING, "owner": owner, "chain": chain, "totals": [0, 0], "turn": 0} | columns
    made = Table.objects.bulk_create(Table(**common) for _ in range(number))
    Seat.objects.bulk_create(
        Seat(table=table, number=seat, player=player)
        for table, other in zip(made, people(number), strict=True)
        for seat, player in enumerate((owner, other))
    )
    return made


def test_the_lobby(alice: Player, bob: Player) -> None:
    def fill(number: int) -> list[str]:
        tables(alice, number, visibility=Table.Visibility.PUBLIC)
        tables(alice, number, visibility=Table.Visibility.PUBLIC, status=Table.Status.OPEN, turn=None)
        Seat.objects.filter(table__status=Table.Status.OPEN, number=1).update(player=None)
        return ["/", "/lobby/tables/"]

    check(fill, None, bob, alice)


def test_a_tables_page_at_any_ply(alice: Player, bob: Player) -> None:
    def fill(number: int) -> list[str]:
        table = seated_table([alice, bob], visibility=Table.Visibility.PUBLIC)
        rng = random.Random(number)
        while table.deal_number < 2:
            step(table.pk, rng)
            table.refresh_from_db()
        for _ in range(number):
            step(table.pk, rng)
        return [table.get_absolute_url()]

    check(fill, None, bob, alice)


def of_event(event: Tournament) -> list[str]:
    names = ("tournament", "live", "players", "control", "control-live", "round")
    numbers = {"round": [1]}
    return [reverse(f"tournaments:{name}", args=[event.pk, *numbers.get(name, [])]) for name in names]


def test_a_tournament_its_standings_and_its_control_room(alice: Player, bob: Player, charlie: Player) -> None:
    def fill(number: int) -> list[str]:
        organiser = Player.objects.create_user(f"Leader{number}", f"leader{number}@example.org")
        event = crowd(organiser, number, 3)
        event.helpers.add(bob)
        Entry.objects.filter(player=charlie).update(status=Entry.Status.WITHDRAWN)
        event.entries.filter(seed=7).update(player=charlie)
        return of_event(event)

    check(fill, None, alice, bob, charlie)


def test_lists_of_tournaments(alice: Player, bob: Player) -> None:
    over: dict[str, Any] = {"status": Tournament.Status.FINISHED, "final": [], "finished_at": timezone.now()}

    def fill(number: int) -> list[str]:
        for one in range(number // 5):
            for host, players, columns in (("Host", 3, {}), ("Past", 2, over)):
                name = f"{host}{number}x{one}x"
                crowd(Player.objects.create_user(name, f"{name}@example.org"), players, 1, **columns)
        return ["/tournaments/", "/tournaments/?when=over", "/"]

    check(fill, None, alice)


def test_a_club(alice: Player, bob: Player, charlie: Player) -> None:
    def fill(number: int) -> list[str]:
        founder = Player.objects.create_user(f"Founder{number}", f"founder{number}@example.org")
        club = clubs.found(founder=founder, now=timezone.now(), name=f"Club of {number}")
        Membership.objects.bulk_create(Membership(club=club, player=player) for player in [bob, *people(number)])
        Membership.objects.create(club=club, player=charlie, role=Membership.Role.OFFICER, minds_members=True)
        tables(founder, number, club=club, visibility=Table.Visibility.CLUB)
        for one in range(number // 5):
            clubs.publish(club_id=club.pk, by=founder, now=timezone.now(), title=f"News {one}", text="**Come**")
        return [club.get_absolute_url(), reverse("clubs:live", args=[club.slug])]

    check(fill, None, alice, bob, charlie)


def test_the_directory_of_clubs(alice: Player) -> None:
    def fill(number: int) -> list[str]:
        made = Club.objects.bulk_create(Club(slug=f"c{number}x{one}", name=f"C {one}") for one in range(number))
        Membership.objects.bulk_create(Membership(club=club, player=alice) for club in made)
        return ["/clubs/"]

    check(fill, None, alice)


def test_a_profile(alice: Player, bob: Player, charlie: Player) -> None:
    first = finished_table([alice, bob])

    def fill(number: int) -> list[str]:
        over = {"status": Table.Status.FINISHED, "result": first.result, "finished_at": timezone.now(), "turn": None}
        tables(alice, number, visibility=Table.Visibility.PUBLIC, **over)
        names = ("games:matches_of", "ratings:of")
        return [alice.get_absolute_url(), *(reverse(name, args=[alice.username]) for name in names)]

    check(fill, None, alice, charlie)
