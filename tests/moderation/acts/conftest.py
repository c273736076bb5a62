"""People and cases for tests of acts."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts import roles
from accounts.models import Player
from accounts.standing import Right, check_may
from common.errors import UserError
from moderation.models import Case
from moderation.services import cases
from tests.moderation.conftest import NOW, reported

SOON = NOW + timedelta(days=7)


@pytest.fixture
def hanna(db: None) -> Player:
    """Hanna, a head moderator, whose acts never wait."""
    return of_role("Hanna", roles.Role.HEAD)


def of_role(name: str, role: roles.Role) -> Player:
    player = Player.objects.create_user(username=name, password=f"{name}-likes-bones")
    roles.give_role(player=player, role=role)
    return player


def case_about(player: Player, by: Player, kind: str = "abuse") -> Case:
    """Return a case about a player that the moderator has claimed."""
    case = reported(player, None, kind).case
    return cases.claim(case_id=case.pk, by=by, now=NOW)


def may(player: Player, right: Right) -> bool:
    try:
        check_may(player, right)
    except UserError:
        return False
    return True
