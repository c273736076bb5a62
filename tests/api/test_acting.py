"""What programs do for their players: the same as buttons on pages, with the same refusals."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone
from pytest_django import Settings

from accounts import standing
from accounts.models import Player
from api.models import Scope
from clubs import services as clubs
from clubs.models import Club, JoinRequest, Membership
from games.models import Seat, Table
from tests.api.programs import Program
from tests.games.people import seated_table
from tests.tournaments.people import DUELS, planned
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def other(bob: Player) -> Program:
    """Bob's program, with a token that has all scopes."""
    return Program.of(bob)


def opened(program: Program, **wishes: Any) -> Any:
    return program.do("tables", game="two-step", seats=["", ""], **wishes)


# --- Tables ---


def test_challenge_is_a_table_by_invitation(program: Program, other: Program) -> None:
    table = opened(program, visibility="invited")
    assert other.refusal(f"tables/{table['id']}/join") == (404, "not-found")
    code = table["invitation"].partition("?invitation=")[2]
    joined = other.do(f"tables/{table['id']}/join", invitation=code)
    assert [seat["player"] for seat in joined["seats"]] == ["Alice", "Bob"]
    assert joined["invitation"] is None


def test_seats_are_taken_and_given_back(program: Program, other: Program, bob: Player) -> None:
    table = opened(program)
    other.do(f"tables/{table['id']}/join", seat=1)
    assert Seat.objects.filter(table=table["id"], player=bob).exists()
    other.do(f"tables/{table['id']}/get-up")
    assert not Seat.objects.filter(player=bob).exists()
    assert other.refusal(f"tables/{table['id']}/close") == (403, "not-owner")
    program.do(f"tables/{table['id']}/close")
    assert Table.objects.get().status == Table.Status.CLOSED


def test_table_starts_early_with_bots(program: Program, after_commit: None) -> None:
    table = opened(program)
    started = program.do(f"tables/{table['id']}/start")
    assert [seat["bot"] for seat in started["seats"]] == ["", "medium"]


def test_match_is_left_for_good(program: Program, alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob], game="two-step")
    program.do(f"tables/{table.pk}/leave")
    assert Seat.objects.get(player=alice).left


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"game": "chess"}, "bad-options"),
        ({"options": {"target": "none"}}, "bad-options"),
        ({"seconds": 1}, "bad-options"),
        ({"seats": ["", "genius"]}, "bad-seats"),
        ({"seats": ["medium", "medium"]}, "bad-seats"),
        ({"seats": [""] * 100}, "invalid"),
        ({"visibility": "set"}, "invalid"),
    ],
)
def test_invalid_table_is_not_opened(program: Program, wrong: dict[str, Any], code: str) -> None:
    assert program.refusal("tables", **{"game": "two-step", **wrong}) == (422, code)
    assert not Table.objects.exists()


def test_table_of_a_club_is_opened_by_members_only(program: Program, other: Program, bob: Player) -> None:
    club = clubs.found(founder=bob, now=timezone.now(), name="Owls")
    wish = {"visibility": "club", "club": club.slug}
    assert program.refusal("tables", game="two-step", **wish) == (403, "not-a-member")
    assert opened(other, **wish)["club"] == club.slug
    assert program.refusal("tables", game="two-step", visibility="club", club="Owls\0") == (422, "invalid")


def test_suspended_player_sits_nowhere(program: Program, alice: Player) -> None:
    standing.impose(player=alice, kind="no-play", reason="Rude", now=timezone.now())
    answer = program.post("tables", {"game": "two-step", "seats": ["", ""]})
    assert (answer.status_code, answer.json()["code"]) == (403, "no-play")
    assert "Reason: Rude" in answer.json()["detail"]


def test_very_many_tables_are_refused_as_on_the_pages(program: Program, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "tables": "1/hour"}
    opened(program)
    assert program.refusal("tables", game="two-step") == (429, "too-often")


# --- Tournaments ---


def test_player_enters_checks_in_and_withdraws(program: Program, alice: Player, bob: Player) -> None:
    event = planned(bob, DUELS)
    assert program.do(f"tournaments/{event.pk}/enter", contribution="ab" * 16)["status"] == "entered"
    assert Entry.objects.get(player=alice).contribution == "ab" * 16
    assert program.refusal(f"tournaments/{event.pk}/check-in") == (409, "not-open")
    Tournament.objects.update(status=Tournament.Status.CHECK_IN)
    assert program.do(f"tournaments/{event.pk}/check-in")["is_checked_in"]
    assert program.refusal(f"tournaments/{event.pk}/sit-out") == (409, "not-running")
    assert program.do(f"tournaments/{event.pk}/withdraw")["status"] == "withdrawn"
    assert program.refusal(f"tournaments/{event.pk}/withdraw") == (409, "not-entered")


def test_nobody_enters_what_is_hidden_or_frozen(program: Program, bob: Player) -> None:
    club = clubs.found(founder=bob, now=timezone.now(), name="Owls", is_private=True)
    event = planned(bob, DUELS, club)
    assert program.refusal(f"tournaments/{event.pk}/enter") == (404, "not-found")
    Tournament.objects.update(club=None, frozen_at=timezone.now())
    assert program.refusal(f"tournaments/{event.pk}/enter") == (403, "frozen")


# --- Clubs ---


def test_player_joins_and_leaves_an_open_club(program: Program, alice: Player, bob: Player) -> None:
    club = clubs.found(founder=bob, now=timezone.now(), name="Owls")
    program.do(f"clubs/{club.slug}/join")
    assert Membership.objects.filter(club=club, player=alice).exists()
    program.do(f"clubs/{club.slug}/leave")
    assert not Membership.objects.filter(club=club, player=alice).exists()


def test_player_asks_to_join_and_withdraws_the_request(program: Program, bob: Player) -> None:
    club = clubs.found(founder=bob, now=timezone.now(), name="Owls", admission=Club.Admission.REQUEST)
    assert program.refusal(f"clubs/{club.slug}/join") == (409, "not-open")
    program.do(f"clubs/{club.slug}/ask", line="Let me in")
    assert JoinRequest.objects.get().line == "Let me in"
    program.do(f"clubs/{club.slug}/withdraw")
    assert JoinRequest.objects.get().answer == JoinRequest.Answer.WITHDRAWN


# --- What a token may do ---


@pytest.mark.parametrize(
    ("scope", "path"),
    [
        (Scope.TABLES, "tables"),
        (Scope.TABLES, "tables/x/join"),
        (Scope.TOURNAMENTS, "tournaments/x/enter"),
        (Scope.CLUBS, "clubs/x/join"),
    ],
)
def test_acts_need_a_token_with_their_scope(visitor: Program, alice: Player, scope: Scope, path: str) -> None:
    others = [one for one in Scope.of(alice) if one is not scope]
    assert visitor.refusal(path) == (401, "no-token")
    assert Program.of(alice, others).refusal(path) == (403, "no-scope")


def test_cookies_of_a_browser_do_nothing(visitor: Program, alice: Player) -> None:
    visitor.client.force_login(alice)
    assert visitor.refusal("tables", game="two-step") == (401, "no-token")
    assert not Table.objects.exists()
