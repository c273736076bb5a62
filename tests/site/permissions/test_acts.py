"""Every act of moderation is open to exactly the roles listed in acts.txt (README.md)."""

from __future__ import annotations

import pytest

from accounts import roles
from accounts.models import Player
from accounts.services import create_guest
from moderation import acts
from tests.accounts.roles.staff import of_staff
from tests.site.permissions.asking import FOLDER, expected, row
from tests.site.permissions.people import COLUMNS, STAFF

pytestmark = pytest.mark.django_db


def test_every_act_is_open_to_the_right_roles(alice: Player) -> None:
    people = {"guest": create_guest(), **{name: of_staff(role, f"Stella{name}") for name, role in STAFF.items()}}
    rows = {
        f"{slug} ACT": row(
            slug, "ACT", ["no", *(_may(people.get(column, alice), kind.severity) for column in COLUMNS[1:])]
        )
        for slug, kind in acts.KINDS.items()
    }
    then = expected(FOLDER / "acts.txt")
    assert {key: one.split() for key, one in rows.items()} == {key: one.split() for key, one in then.items()}, (
        "acts.txt differs. If these answers are right, it should say:\n" + "\n".join(rows.values())
    )


def _may(player: Player, severity: roles.Severity) -> str:
    if roles.may_act_alone(player, severity):
        return "alone"
    return "waits" if roles.may_act(player, severity) else "no"
