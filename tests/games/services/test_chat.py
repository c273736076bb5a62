"""Who speaks to whom at a table."""

from __future__ import annotations

import pytest

from accounts.models import Player
from games import services
from tests.games.people import seated_table

pytestmark = pytest.mark.django_db(transaction=True)


def test_whoever_has_left_for_good_is_an_onlooker(alice: Player, bob: Player, charlie: Player) -> None:
    """As on the table's page: the others still play, and the one who left has seen a hand."""
    table = seated_table([alice, bob])
    services.leave_for_good(table_id=table.pk, player_id=alice.pk)
    assert services.say(table_id=table.pk, player=alice, text="I had the double nine").room == "onlookers"
    services.say(table_id=table.pk, player=charlie, text="Really?")
    his = services.last_lines(table_id=table.pk, seat=1, is_over=False)
    hers = services.last_lines(table_id=table.pk, seat=None, is_over=False)
    assert [line["text"] for line in his] == []
    assert [line["text"] for line in hers] == ["I had the double nine", "Really?"]
