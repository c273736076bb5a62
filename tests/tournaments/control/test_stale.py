"""The slower of two organisers is told what the faster one did."""

from __future__ import annotations

import pytest

from accounts.models import Player
from common.errors import UserError
from tests.tournaments.plans import planned
from tournaments.control import stale
from tournaments.control.actions.plan.announce import Announce
from tournaments.control.actions.players.bots import AddBots

pytestmark = pytest.mark.django_db


def test_the_slower_organiser_hears_of_the_faster_ones_announcement(olga: Player, alice: Player) -> None:
    draft = planned(olga)
    draft.helpers.add(alice)
    seen = stale.seen(draft, stale.CLOCK)
    now = draft.registration_at
    Announce().carry_out(tournament_id=draft.pk, by=alice, seen=seen, now=now)
    with pytest.raises(UserError) as refusal:
        Announce().carry_out(tournament_id=draft.pk, by=olga, seen=seen, now=now)
    assert refusal.value.code == "stale"
    assert "Alice: The tournament was announced." in str(refusal.value)


def test_the_log_knows_the_version_that_each_action_made(olga: Player) -> None:
    draft = planned(olga)
    now = draft.registration_at
    announced = Announce().carry_out(tournament_id=draft.pk, by=olga, now=now)
    bots = AddBots(number=2).carry_out(tournament_id=draft.pk, by=olga, now=now)
    draft.refresh_from_db()
    assert draft.version == bots.details["version"] > announced.details["version"] > 0
