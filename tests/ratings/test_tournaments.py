"""A result of a tournament that is annulled or corrected changes nobody's rating, unless that is undone."""

from __future__ import annotations

import pytest
from django.utils import timezone

from accounts.models import Player
from games.models import Table
from ratings.models import Counted, RatedMatch
from tests.ratings.matches import counted, match
from tests.tournaments.control.at_tables import about, board
from tests.tournaments.people import DUELS, advanced, players, started, the_house_plays
from tournaments.control.actions.tables.correct import Correct
from tournaments.control.actions.tables.replay import Replay
from tournaments.control.actions.undo import Undo
from tournaments.models import Board, Tournament

pytestmark = pytest.mark.django_db
WHY = "The lights went out."


@pytest.fixture
def played(charlie: Player, alice: Player, bob: Player) -> Tournament:
    """Return a tournament with one finished match between Alice and Bob, which has been counted."""
    tournament = started(charlie, players(4), DUELS)
    the_house_plays(tournament)
    tournament = advanced(tournament, timezone.now())
    between_people = match(alice, bob, totals=[1, 0], game="two-step", visibility=Table.Visibility.SET)
    Board.objects.filter(pk=board(tournament).pk).update(table=between_people)
    counted("two-step")
    assert list(RatedMatch.objects.values_list("pk", flat=True)) == [between_people.pk]
    return tournament


def test_a_corrected_result_does_not_count_until_that_is_undone(played: Tournament, charlie: Player) -> None:
    act = Correct(board=board(played).pk, points=[9, 4]).carry_out(**about(played, charlie), reason=WHY)
    assert Counted.objects.get(game="two-step").redo_from is not None
    counted("two-step")
    assert not RatedMatch.objects.exists()
    Undo(act=act.pk).carry_out(**about(played, charlie), reason=WHY)
    counted("two-step")
    assert RatedMatch.objects.count() == 1


def test_an_annulled_match_does_not_count(charlie: Player, alice: Player, bob: Player) -> None:
    tournament = started(charlie, players(4), DUELS)
    (first, *_others) = Board.objects.filter(round__tournament=tournament).order_by("number")
    between_people = match(alice, bob, totals=[1, 0], game="two-step", visibility=Table.Visibility.SET)
    Board.objects.filter(pk=first.pk).update(table=between_people)
    counted("two-step")
    assert RatedMatch.objects.count() == 1
    Replay(board=first.pk).carry_out(**about(tournament, charlie), reason=WHY)
    counted("two-step")
    assert not RatedMatch.objects.exists()
