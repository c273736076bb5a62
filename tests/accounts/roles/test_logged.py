"""Giving and taking a role is in the action log."""

from __future__ import annotations

import pytest

from accounts import roles
from accounts.models import Player
from accounts.roles import Role
from action_log.models import LogLine
from action_log.services import describe
from moderation import log
from tests.accounts.roles.staff import of_staff

pytestmark = pytest.mark.django_db


def said(player: Player) -> list[str]:
    lines = LogLine.objects.of(log.ACCOUNT, player.pk).with_people().order_by("id")
    return [describe(line) for line in lines]


def test_who_gives_and_takes_a_role_is_logged(alice: Player) -> None:
    admin = of_staff(Role.SITE_ADMIN)
    roles.give_role(player=alice, role=Role.HELPER, by=admin)
    roles.give_role(player=alice, role=Role.HEAD, by=admin)
    roles.take_role(player=alice, by=admin)
    assert said(alice) == [
        "Stella gave Alice the role “helper”.",
        "Stella gave Alice the role “head”.",
        "Stella took the role “head” away from Alice.",
    ]


def test_changes_by_the_operator_are_logged(alice: Player) -> None:
    roles.give_role(player=alice, role=Role.MODERATOR)
    roles.take_role(player=alice)
    assert said(alice) == [
        "The operator of the site gave Alice the role “moderator”.",
        "The operator of the site took the role “moderator” away from Alice.",
    ]


def test_what_changes_nothing_is_not_logged(alice: Player) -> None:
    roles.take_role(player=alice)
    assert said(alice) == []
    roles.give_role(player=alice, role=Role.HELPER)
    roles.give_role(player=alice, role=Role.HELPER)
    assert len(said(alice)) == 1
