"""An organiser who plays, and acts on their own match: the log says so, and so does a line at the table."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from chat.models import ChatLine
from games.services.chat import PlayersRoom
from tests.tournaments.control.at_tables import about
from tests.tournaments.people import confirmed_players, current_round, started
from tournaments.base import log
from tournaments.control.actions.tables.correct import Correct
from tournaments.models import Board, Tournament

pytestmark = pytest.mark.django_db
WHY = "Their line was cut"


@pytest.fixture
def tournament(olga: Player) -> Tournament:
    """Olga plays in it, too."""
    return started(olga, [olga, *confirmed_players(7)])


def board_of(tournament: Tournament, player: Player, *, plays: bool) -> Board:
    boards = current_round(tournament).boards.select_related("table")
    own = boards.filter(places__entry__player=player)
    return own.get() if plays else boards.exclude(pk__in=own).first()  # type: ignore[return-value]


@pytest.mark.parametrize("plays", [True, False])
def test_what_organisers_do_to_their_own_match_is_shown(
    olga: Player, tournament: Tournament, client: Client, plays: bool
) -> None:
    board = board_of(tournament, olga, plays=plays)
    Correct(board=board.pk, points=[1, 2, 3, 4]).carry_out(**about(tournament, olga), reason=WHY)
    assert log.lines_of(tournament).get().details.get("own", False) is plays
    client.force_login(olga)
    page = client.get(reverse("tournaments:control-log", args=[tournament.pk])).text
    assert ("plays in it" in page) is plays
    lines = ChatLine.objects.filter(author=olga, room__startswith=PlayersRoom.kind)
    assert [WHY in line.text and "As an organiser" in line.text for line in lines] == [True] * plays
