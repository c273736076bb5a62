"""Browsers of people with each role, and a case to judge."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from django.test import Client

from accounts import roles
from accounts.models import Player
from chat.models import ChatLine
from games.models import Table
from games.services.chat import PlayersRoom
from moderation.evidence.subject import Subject
from moderation.models import Case
from moderation.services import cases, reporting
from tests.games.pages import browser_of
from tests.games.people import play_any, seated_table
from tests.moderation.conftest import NOW

ROLES = [None, *roles.Role]


@pytest.fixture
def as_role(db: None) -> Callable[[roles.Role | None], Client]:
    """Return the browser of somebody with a role, or of a player without any."""

    def browser(role: roles.Role | None) -> Client:
        player = Player.objects.create_user(username=f"{role or 'nobody'}".replace(" ", "-").title())
        if role:
            roles.give_role(player=player, role=role)
        return browser_of(player)

    return browser


@pytest.fixture
def running(alice: Player, bob: Player) -> Table:
    """Return a table in the middle of its first deal."""
    table = seated_table([alice, bob])
    for _ in range(12):
        play_any(table.pk, random.Random(5))
    return Table.objects.get(pk=table.pk)


@pytest.fixture
def insult(running: Table, vera: Player, charlie: Player) -> Case:
    """Return the case of Vera, who has insulted the players of a running match."""
    room = PlayersRoom(running.pk).key
    before = ChatLine.objects.create(room=room, author=charlie, text="Good luck!", said_at=NOW)
    line = ChatLine.objects.create(room=room, author=vera, text="What a brick.", said_at=NOW)
    table = {"id": running.pk, "ply": 5}
    evidence = {"room": room, "line": line.pk, "lines": [{"id": before.pk, "name": "charlie", "text": before.text}]}
    subject = Subject("line", str(line.pk), vera, room, {**evidence, "table": table})
    sent = reporting.report(subject=subject, kind="abuse", text="Rude", reporter=charlie, address=None, now=NOW)
    return sent.case


@pytest.fixture
def claimed(insult: Case, maud: Player) -> Case:
    return cases.claim(case_id=insult.pk, by=maud, now=NOW)
