"""Strangers learn nothing of a private club except its name and how to join, whatever URL they try."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone
from pytest_django import Settings

from accounts.models import Player
from clubs import services as clubs
from clubs.log import lines_of
from clubs.models import Club, Invitation
from games import services as games
from games.live.access import open_visit as open_visit_to_table
from games.models import Table
from games.pages import lobby
from games.state.live_tables import live_tables
from tests.tournaments import chatting
from tests.tournaments.people import DUELS, advanced, after_the_break, planned, started, tables_of, the_house_plays
from tournaments.calendars import addresses as calendar_addresses
from tournaments.live.access import open_visit
from tournaments.models import Tournament
from tournaments.planning.series import repeating
from tournaments.season import seasons

pytestmark = pytest.mark.usefixtures("after_commit")

APPS = ("accounts", "clubs", "games", "tournaments")
INSIDE = ("Mellon", "Quirin", "Quasimodo")
"""Words that only occur in what members may read; members have such names, too."""


BECOMING_ANOTHER = ("/guest/", "/play/two-step/", "/preferences/name/")
"""Buttons that turn the reader into a player, or change their name."""


@pytest.fixture(autouse=True)
def fresh_boards(settings: Settings) -> Iterator[None]:
    """Clear the caches, and lift rate limits, which would hide the real answers."""
    settings.LIMITS = dict.fromkeys(settings.LIMITS, "10000/minute")
    lobby.forget()
    yield
    lobby.forget()
    live_tables.forget()


@dataclass
class House:
    """A private club with plenty of content."""

    club: Club
    tournaments: dict[str, Tournament] = field(default_factory=dict)
    tables: list[Table] = field(default_factory=list)
    fillings: list[dict[str, Any]] = field(default_factory=list)
    """Values for the parameters of URLs; each parameter gets the last value that is given."""


@pytest.fixture
def house() -> House:
    owner, other, third, fourth = (
        Player.objects.create_user(name, f"{name}@example.org", "likes-bones")
        for name in ("Quirin", "Quirina", "Quasimodo", "Quasimodine")
    )
    now = timezone.now()
    facts: dict[str, Any] = {
        "name": "Night Owls",
        "about": "Mellon is our word.",
        "is_private": True,
        "admission": "invited",
    }
    club = clubs.found(founder=owner, now=now, **facts)
    invitation = clubs.invite(
        club_id=club.pk, by=owner, now=now, valid_for=timedelta(days=7), most_uses=None, text="Mellon"
    )
    for player in (other, third, fourth):
        clubs.join_by_invitation(secret=invitation.secret, player=player, now=now)
    said = clubs.publish(club_id=club.pk, by=owner, now=now, title="Mellon", text="Say Mellon and enter.")
    season = seasons.set_season(
        club_id=club.pk,
        by=owner,
        name="Mellon",
        first_day=date(now.year, 1, 1),
        last_day=date(now.year, 12, 31),
        counts_best=None,
    )
    people = [owner, other, third, fourth]
    plan = DUELS | {"name": "Mellon", "description": "Mellon", "rounds": 1}
    over = started(owner, people, plan, club=club)
    the_house_plays(over)
    over = advanced(over, timezone.now())
    over = advanced(over, after_the_break(over))
    assert over.status == Tournament.Status.FINISHED
    running = started(owner, people, plan, club=club)
    coming = planned(owner, plan, club=club)
    coming = repeating.repeat(tournament_id=coming.pk, rule="FREQ=WEEKLY", days_ahead=14).tournaments.latest(
        "starts_at"
    )
    for tournament in (over, running, coming):
        chatting.say(tournament_id=tournament.pk, player=owner, text=f"Mellon {tournament.pk}")
    choices: dict[str, Any] = {"game": "two-step", "options": {}, "seconds": 60, "visibility": Table.Visibility.CLUB}
    waiting = games.open_table(owner=owner, club=club, bots=["", ""], **choices)
    house = House(club, {"over": over, "running": running, "coming": coming})
    house.tables = [waiting, tables_of(over)[0], tables_of(running)[0]]
    usual = {
        "slug": club.slug,
        "name": "Quirin",
        "number": 1,
        "game": "two-step",
        "announcement_id": said.pk,
        "invitation_id": invitation.pk,
        "request_id": 1,
        "ban_id": 1,
        "series_id": coming.series_id,
        "season_id": season.pk,
        "secret": "not-a-secret",
        "token": "not-a-token",
        "notice_id": "00000000-0000-0000-0000-000000000000",
        "verb": "pause",
    }
    entries = {one.pk: one.entries.order_by("pk").first() for one in house.tournaments.values()}
    for tournament in house.tournaments.values():
        entry = entries[tournament.pk]
        house.fillings.append({**usual, "tournament_id": tournament.pk, "entry_id": entry.pk if entry else 1})
    house.fillings += [{**usual, "table_id": table.pk} for table in house.tables]
    return house


def addresses(house: House, **others: Any) -> list[str]:
    """Return every named URL of the site with all values for its parameters."""
    found = set()
    for name, gaps in _named(get_resolver()):
        for filling in house.fillings:
            known = filling | others
            if gaps <= known.keys():
                found.add(reverse(name, kwargs={gap: known[gap] for gap in gaps}))
    return sorted(found)


def _named(resolver: URLResolver, namespace: str = "") -> Iterator[tuple[str, set[str]]]:
    for one in resolver.url_patterns:
        if isinstance(one, URLResolver):
            if one.namespace in (*APPS, None):
                yield from _named(one, f"{one.namespace}:" if one.namespace else namespace)
        elif isinstance(one, URLPattern) and one.name and namespace:
            yield f"{namespace}{one.name}", set(one.pattern.converters)


def given_away(answer: Any, address: str) -> list[str]:
    """Return members-only words that are in the answer and were not in the question."""
    if answer.streaming:
        return ["the records"]
    text = answer.content.decode(errors="replace") + answer.headers.get("Location", "")
    return [word for word in INSIDE if word in text and word not in address]


def browsers(stranger: Player) -> Iterator[Client]:
    yield Client()
    browser = Client()
    browser.force_login(stranger)
    yield browser


def test_there_are_addresses_to_try_and_members_do_read_what_is_inside(house: House) -> None:
    """Without this the following tests would prove nothing."""
    found = addresses(house)
    assert len(found) > 150
    member = Client()
    member.force_login(Player.objects.get(username="Quirin"))
    telling = [address for address in found if given_away(member.get(address), address)]
    assert len(telling) > 40


def test_no_page_gives_away_what_is_inside(house: House, alice: Player) -> None:
    secret = calendar_addresses.calendar_secret(player=alice)
    for browser in browsers(alice):
        for address in addresses(house, secret=secret):
            answer = browser.get(address)
            assert answer.status_code < 500, address
            assert not given_away(answer, address), (address, given_away(answer, address))


def test_no_button_gives_away_or_changes_what_is_inside(house: House, alice: Player) -> None:
    def inside() -> list[Any]:
        tournaments = Tournament.objects.order_by("pk").values_list("pk", "status", "version")
        seats = Table.objects.order_by("pk").values_list("pk", "status", "seats__player")
        acts = lines_of(house.club).exclude(by=alice).count()
        return [list(tournaments), list(seats.order_by("pk", "seats__number")), acts, house.club.memberships.count()]

    before = inside()
    for browser in browsers(alice):
        for address in addresses(house):
            if address in BECOMING_ANOTHER:
                continue
            answer = browser.post(address, {"text": "Hello", "reason": "Why", "line": "Let me in"})
            assert answer.status_code < 500, address
            assert not given_away(answer, address), address
            if answer.status_code == 302:  # the next page says what was done
                assert not given_away(browser.get(answer.headers["Location"]), address), address
        assert not given_away(browser.get("/clubs/"), ""), "what was refused is said there"
    assert inside() == before


def test_lists_and_searches_find_nothing_inside(house: House, alice: Player) -> None:
    asked = [
        *("/clubs/?q=Mellon", "/clubs/?q=Night", "/clubs/?order=members", "/clubs/?language=en"),
        *(f"/tournaments/?club={house.club.slug}", f"/tournaments/?club={house.club.slug}&when=over"),
        *(f"/tournaments/new/?club={house.club.slug}", f"/tournaments/new/?like={house.tournaments['over'].pk}"),
        *(f"/club/{house.club.slug}/?page=2", f"/open/two-step/?club={house.club.slug}", "/games/of/Quirin/?page=1"),
    ]
    for browser in browsers(alice):
        for address in asked:
            answer = browser.get(address, follow=True)
            assert not given_away(answer, address), address


def test_no_socket_opens(house: House, alice: Player) -> None:
    for visitor in (AnonymousUser(), alice):
        for tournament in house.tournaments.values():
            assert open_visit(tournament_id=tournament.pk, player=visitor) is None
        for table in house.tables:
            assert open_visit_to_table(table_id=table.pk, player=visitor, invited=[]) is None


def test_a_link_that_is_not_valid_any_more_gives_nothing_away(house: House, alice: Player) -> None:
    invitation = Invitation.objects.get()
    clubs.revoke(invitation_id=invitation.pk, by=Player.objects.get(username="Quirin"), now=timezone.now())
    for browser in browsers(alice):
        answer = browser.get(invitation.get_absolute_url())
        assert "Night Owls" in answer.text
        assert not given_away(answer, "")
