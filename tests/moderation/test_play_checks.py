"""Comparing how somebody played with what a bot would have played."""

from __future__ import annotations

import pytest
from django.urls import reverse

from accounts.models import Player
from games.models import Move, Table
from moderation import tasks
from moderation.lookups import play
from moderation.models import PlayCheck
from moderation.services import play_checks
from tests.games.pages import browser_of, finished_table
from tests.games.people import seat_of, seated_table
from tests.moderation.conftest import NOW, reported

pytestmark = pytest.mark.usefixtures("after_commit")


@pytest.fixture
def table(alice: Player, bob: Player) -> Table:
    """Return a match that Alice and Bob have finished, playing whatever is legal."""
    return finished_table([alice, bob])


def test_moves_with_a_choice_are_counted_beside_a_bot(table: Table, alice: Player, bob: Player) -> None:
    seat = seat_of(table, alice).number
    found = play.compare(table, seat)
    assert found is not None
    assert 0 <= found.agreed <= found.choices <= table.moves.filter(seat=seat).count()
    assert found.choices > 0
    assert set(found.helped) <= {1 - seat}
    assert found == play.compare(table, seat)  # the bot plays the same each time
    Table.objects.filter(pk=table.pk).update(is_sealed=True)
    assert play_checks.compute(player_id=alice.pk, now=NOW) == 0
    assert play.compare(seated_table([alice, bob]), 0) is None


def test_a_worker_compares_a_match_once_and_the_page_of_the_case_shows_it(
    table: Table, alice: Player, bob: Player, maud: Player
) -> None:
    browser, page = browser_of(maud), reverse("admin:desk_case", args=[reported(alice, bob).case.pk])
    assert "Not compared yet." in browser.get(page).text
    tasks.check_play(alice.pk)
    first = PlayCheck.objects.get()
    assert (first.table, first.player) == (table, alice)
    assert "Points given away" in browser.get(page).text
    tasks.check_play(alice.pk)
    assert PlayCheck.objects.get() == first
    PlayCheck.objects.all().delete()
    Move.objects.filter(table=table).update(by=Move.By.HOUSE)
    tasks.check_play(alice.pk)
    assert PlayCheck.objects.get().choices == 0  # moves of the house are not hers
