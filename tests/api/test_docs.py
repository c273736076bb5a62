"""The examples of docs/api.md do what they say, on a site that is served."""

from __future__ import annotations

from doctest import DocTestParser, DocTestRunner

import pytest
from django.conf import settings
from django.utils import timezone
from pytest_django.live_server_helper import LiveServer

from accounts import bots
from accounts.models import Player
from clubs import services as clubs
from games import services as games
from tests.api.programs import Program
from tests.tournaments.inviting.test_inviting import invited
from tests.tournaments.people import DUELS, planned

GUIDE = settings.BASE_DIR / "docs" / "api.md"


@pytest.mark.django_db(transaction=True)
def test_examples_of_the_guide_are_true(live_server: LiveServer, alice: Player, bob: Player) -> None:
    for name in ("Owls", "Rooks"):
        clubs.found(founder=bob, now=timezone.now(), name=name)
    games.open_table(owner=bob, game="two-step", options={}, seconds=60, bots=["", ""], admits_bots=True)
    planned(bob, DUELS, admits_bots=True)
    invited(planned(bob, DUELS, name="Cup"), alice, bob)
    robbie = bots.create_bot(owner=alice, name="Robbie")
    known = {"SITE": live_server.url, "TOKEN": Program.of(alice).token, "ANOTHER_TOKEN": Program.of(bob).token}
    known["BOT_TOKEN"] = Program.of(robbie).token
    examples = DocTestParser().get_doctest(GUIDE.read_text(), known, "api.md", str(GUIDE), 0)
    said: list[str] = []
    result = DocTestRunner(verbose=False).run(examples, out=said.append)
    assert result.attempted > 5
    assert not result.failed, "".join(said)
