"""Tests who may enter the control room."""

from __future__ import annotations

import pytest

from accounts.models import Player
from clubs.models import Club, Membership
from tests.tournaments.control.at_pages import WHY, browser, done, page
from tests.tournaments.people import (
    current_round,
    fresh,
    players,
    started,
)
from tournaments.base.log import lines_of
from tournaments.control.actions import ACTIONS
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def _player(name: str) -> Player:
    return Player.objects.create_user(name, f"{name}@example.org", "pips-and-doubles")


@pytest.fixture
def club(alice: Player) -> Club:
    club = Club.objects.create(name="Friends", slug="friends")
    Membership.objects.create(club=club, player=alice, role="owner")
    return club


@pytest.fixture
def hanna(db: None) -> Player:
    """Return a helper."""
    return _player("Hanna")


@pytest.fixture
def otto(club: Club) -> Player:
    """Return an officer in charge of the club's tournaments."""
    otto = _player("Otto")
    Membership.objects.create(club=club, player=otto, role="officer", minds_tournaments=True)
    return otto


@pytest.fixture
def greta(club: Club) -> Player:
    """Return an officer in charge of other things."""
    greta = _player("Greta")
    Membership.objects.create(club=club, player=greta, role="officer", minds_members=True)
    return greta


@pytest.fixture
def paul(db: None) -> Player:
    """Return a participant."""
    return _player("Paul")


@pytest.fixture
def sam(db: None) -> Player:
    """Return a stranger."""
    return _player("Sam")


@pytest.fixture
def running(olga: Player, hanna: Player, otto: Player, paul: Player, club: Club) -> Tournament:
    for member in (olga, hanna):
        Membership.objects.create(club=club, player=member)
    tournament = started(olga, [paul, *players(7)], club=club, round_minutes=30)
    tournament.helpers.add(hanna)
    return tournament


@pytest.mark.parametrize("who", ["olga", "hanna", "otto"])
def test_organisers_come_in(who: str, running: Tournament, request: pytest.FixtureRequest) -> None:
    client = browser(request.getfixturevalue(who))
    board = current_round(running).boards.first()
    assert board is not None
    for name in ("control", "control-live", "control-log", "rehearsal", "rehearsal-progress"):
        assert client.get(page(name, running)).status_code == 200
    assert client.get(page("control-action", running, "replay"), {"board": board.pk}).status_code == 200
    assert done(client, running, "extend", minutes=5).status_code == 302
    assert lines_of(running).get().by == request.getfixturevalue(who)


@pytest.mark.parametrize("who", ["paul", "sam", "greta", None])
def test_nobody_else_comes_in(who: str | None, running: Tournament, request: pytest.FixtureRequest) -> None:
    client = browser(request.getfixturevalue(who) if who else None)
    for name in ("control", "control-live", "control-log", "rehearsal", "rehearsal-progress"):
        assert client.get(page(name, running)).status_code == 404
    before = fresh(running).version
    for slug in ACTIONS:
        address = page("control-action", running, slug)
        assert client.get(address).status_code == 404
        assert client.post(address, {"reason": WHY, "minutes": 5, "board": 1, "entry": 1}).status_code == 404
    assert not lines_of(running).exists()
    assert fresh(running).version == before


def test_a_former_helper_has_no_access(hanna: Player, running: Tournament) -> None:
    client = browser(hanna)
    running.helpers.remove(hanna)
    assert done(client, running, "extend", minutes=5).status_code == 404
