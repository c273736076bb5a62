"""Programs make teams, invite partners and answer for their players."""

from __future__ import annotations

import pytest

from accounts.models import Player
from api.models import Scope
from tests.api.programs import Program
from tests.tournaments.people import DUELS, FRIDAY, planned
from tournaments.models import Entry, Team, TeamInvitation, Tournament

pytestmark = pytest.mark.usefixtures("after_commit")
COUPLES = FRIDAY | {"team_size": 2, "least": 4, "rounds": 2}


@pytest.fixture
def event(bob: Player) -> Tournament:
    return planned(bob, COUPLES)


@pytest.fixture
def other(charlie: Player) -> Program:
    return Program.of(charlie)


def test_a_captain_invites_and_the_partner_joins(
    program: Program, other: Program, event: Tournament, charlie: Player
) -> None:
    made = program.do(f"tournaments/{event.pk}/teams", name="The Bones")
    assert (made["name"], made["entry"]["status"]) == ("The Bones", "entered")
    path = f"tournaments/{event.pk}/teams/{made['id']}"
    assert other.read("me/team-invitations") == []
    assert program.do(f"{path}/invite", player=charlie.username) is None
    assert program.do(f"{path}/invite", player=charlie.username) is None
    [invited] = other.read("me/team-invitations")
    assert (invited["tournament"], invited["team"], invited["name"]) == (event.pk, made["id"], "The Bones")
    assert invited["members"] == ["Alice"]
    assert other.do(f"{path}/join")["status"] == "entered"
    assert other.read("me/team-invitations") == []
    assert Team.objects.get().members.count() == 2
    assert other.refusal(f"{path}/join") == (403, "not-invited")


def test_declined_and_withdrawn_invitations_do_not_enter(
    program: Program, other: Program, event: Tournament, charlie: Player
) -> None:
    made = program.do(f"tournaments/{event.pk}/teams", name="The Bones")
    path = f"tournaments/{event.pk}/teams/{made['id']}"
    program.do(f"{path}/invite", player=charlie.username)
    other.do(f"{path}/decline")
    assert other.refusal(f"{path}/decline") == (403, "not-invited")
    program.do(f"{path}/invite", player=charlie.username)
    program.do(f"{path}/take-back", player=charlie.username)
    program.do(f"{path}/take-back", player="Nobody")
    assert not TeamInvitation.objects.exists()
    assert Entry.objects.get().player != charlie


def test_invalid_requests_are_refused_with_a_reason(
    program: Program, other: Program, event: Tournament, alice: Player, bob: Player, charlie: Player
) -> None:
    made = program.do(f"tournaments/{event.pk}/teams", name="The Bones")
    path = f"tournaments/{event.pk}/teams/{made['id']}"
    assert other.refusal(f"{path}/invite", player=charlie.username) == (403, "not-captain")
    assert program.refusal(f"{path}/invite", player="Nobody") == (404, "no-player")
    assert program.refusal(f"tournaments/{event.pk}/teams/4711/invite", player=charlie.username) == (404, "no-team")
    assert program.refusal(f"tournaments/{event.pk}/teams", name="Two") == (409, "in-team")
    assert other.refusal(f"tournaments/{event.pk}/teams", name="The Bones") == (409, "name-taken")
    alone = planned(bob, DUELS, name="Alone")
    assert other.refusal(f"tournaments/{alone.pk}/teams", name="Two") == (409, "no-teams")
    reader = Program.of(alice, [Scope.READ])
    assert reader.refusal(f"{path}/invite", player=charlie.username) == (403, "no-scope")
