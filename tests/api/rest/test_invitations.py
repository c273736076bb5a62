"""Programs answer the invitations of their players."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import Player
from api.models import Scope
from tests.api.programs import Program
from tests.tournaments.inviting.test_inviting import invited
from tests.tournaments.people import DUELS, advanced, planned
from tournaments.models import Entry, EntryInvitation, Tournament

pytestmark = pytest.mark.usefixtures("after_commit")


@pytest.fixture
def event(bob: Player) -> Tournament:
    return planned(bob, DUELS)


def test_invited_player_reads_the_invitation_and_accepts(
    program: Program, event: Tournament, alice: Player, bob: Player
) -> None:
    assert program.read("me/invitations") == []
    invited(event, alice, bob)
    [found] = program.read("me/invitations")
    assert (found["tournament"], found["name"], found["by"]) == (event.pk, event.name, "Bob")
    assert program.do(f"tournaments/{event.pk}/accept")["status"] == "entered"
    assert Entry.objects.get().player == alice
    assert program.read("me/invitations") == []
    assert program.refusal(f"tournaments/{event.pk}/accept") == (403, "not-invited")


def test_entering_checks_in_as_well_once_check_in_is_open(program: Program, bob: Player) -> None:
    event = planned(bob, DUELS, check_in_minutes=30)
    path = f"tournaments/{event.pk}/enter"
    assert not program.do(path, checks_in=True)["is_checked_in"]
    advanced(event, event.starts_at - timedelta(minutes=20))
    assert not program.do(path)["is_checked_in"]
    assert program.do(path, checks_in=True)["is_checked_in"]
    assert program.do(path, checks_in=True)["is_checked_in"]


def test_declining_an_invitation_does_not_enter(
    program: Program, event: Tournament, alice: Player, bob: Player
) -> None:
    invited(event, alice, bob)
    assert program.do(f"tournaments/{event.pk}/decline") is None
    assert EntryInvitation.objects.get().answer == EntryInvitation.Answer.DECLINED
    assert not Entry.objects.exists()
    assert program.refusal(f"tournaments/{event.pk}/decline") == (403, "not-invited")


def test_nobody_answers_for_others_or_without_the_scope(
    program: Program, event: Tournament, alice: Player, charlie: Player, bob: Player
) -> None:
    invited(event, alice, bob)
    other = Program.of(charlie)
    assert other.read("me/invitations") == []
    assert other.refusal(f"tournaments/{event.pk}/accept") == (403, "not-invited")
    reader = Program.of(alice, [Scope.READ])
    assert reader.refusal(f"tournaments/{event.pk}/decline") == (403, "no-scope")
    assert EntryInvitation.objects.get().answered_at is None
