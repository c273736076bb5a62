"""Tests which matches count for ratings, and who is ranked in them."""

from __future__ import annotations

import pytest
from django.utils import timezone

from accounts.models import Player
from games.models import Move, Seat, SeatStay, Table
from games.state.stored import StoredMatch, pack
from ratings.counting import results
from ratings.models import RatedMatch
from tests.ratings.matches import NOON, counted, match

pytestmark = pytest.mark.django_db


def places(*tables: Table) -> dict[str, int]:
    """Return the places in the only match of these that counts."""
    found = list(results(list(tables)))
    assert len(found) < 2
    names = dict(Player.objects.values_list("pk", "username"))
    return {names[player]: place for one in found for player, place in zip(one.players, one.places, strict=True)}


def test_the_fewest_points_win_at_tables_and_the_most_in_two_step(alice: Player, bob: Player) -> None:
    assert places(match(alice, bob, totals=[30, 12])) == {"Alice": 2, "Bob": 1}
    assert places(match(alice, bob, totals=[10, 7], game="two-step")) == {"Alice": 1, "Bob": 2}


def test_equal_points_share_a_place(alice: Player, bob: Player, charlie: Player) -> None:
    assert places(match(alice, bob, charlie, totals=[5, 30, 30])) == {"Alice": 1, "Bob": 2, "Charlie": 2}


def test_bots_and_guests_are_not_ranked(alice: Player, bob: Player, charlie: Player) -> None:
    Player.objects.filter(pk=charlie.pk).update(is_guest=True, email="")
    table = match(None, charlie, bob, alice)
    assert places(table) == {"Bob": 1, "Alice": 2}
    assert places(match(alice, None)) == {}


def gone(table: Table, player: Player, column: str, *, has_moved: bool = True, seat: int = 0) -> Table:
    """Let a player of a finished match be gone at its end; return the match."""
    Seat.objects.filter(table=table, player=player).update(**{column: True})
    if column == "left":
        SeatStay.objects.filter(table=table, player=player).update(until_ply=9)
        SeatStay.objects.create(table=table, seat=seat, player=None, from_ply=9)
    by = Move.By.PLAYER if has_moved else Move.By.HOUSE
    Move.objects.create(table=table, ply=0, deal=1, seat=seat, text="6-6", by=by, played_at=NOON)
    return table


@pytest.mark.parametrize("column", ["away", "left"])
def test_players_who_are_gone_at_the_end_come_last(column: str, alice: Player, bob: Player, charlie: Player) -> None:
    assert places(gone(match(charlie, bob, alice), charlie, column)) == {"Bob": 1, "Alice": 2, "Charlie": 3}
    assert places(gone(match(charlie, alice), charlie, column)) == {"Alice": 1, "Charlie": 2}


def test_all_who_are_gone_share_the_last_place(alice: Player, bob: Player, charlie: Player) -> None:
    table = gone(match(charlie, bob, alice), charlie, "left")
    Seat.objects.filter(table=table, player=bob).update(away=True)
    Move.objects.create(table=table, ply=1, deal=1, seat=1, text="6-5", by=Move.By.PLAYER, played_at=NOON)
    assert places(table) == {"Alice": 1, "Bob": 2, "Charlie": 2}


@pytest.mark.parametrize("column", ["away", "left"])
def test_players_who_never_made_a_move_are_not_ranked(column: str, alice: Player, bob: Player, charlie: Player) -> None:
    table = gone(match(charlie, bob, alice), charlie, column, has_moved=False)
    assert places(table) == {"Bob": 1, "Alice": 2}


def test_a_match_that_nobody_finished_does_not_count(alice: Player, bob: Player) -> None:
    table = gone(match(alice, bob), alice, "left")
    Move.objects.create(table=table, ply=1, deal=1, seat=1, text="6-5", by=Move.By.PLAYER, played_at=NOON)
    Seat.objects.filter(table=table).update(away=True)
    assert places(table) == {}


def test_packed_matches_are_ranked_as_before(alice: Player, bob: Player) -> None:
    table = gone(match(alice, bob), alice, "left")
    pack(table.pk, StoredMatch(deals=[], moves=list(table.moves.all()))).save()
    Move.objects.filter(table=table).delete()
    assert places(table) == {"Alice": 2, "Bob": 1}


@pytest.mark.parametrize("column", ["away", "left"])
def test_substitutes_who_are_gone_at_the_end_are_not_ranked(
    column: str, alice: Player, bob: Player, charlie: Player
) -> None:
    table = match(charlie, bob, alice)
    SeatStay.objects.filter(table=table, seat=0).update(player=None, bot="easy", until_ply=9)
    SeatStay.objects.create(table=table, seat=0, player=charlie, from_ply=9)
    assert places(gone(table, charlie, column)) == {"Bob": 1, "Alice": 2}


def test_players_who_took_over_a_seat_are_not_ranked(alice: Player, bob: Player, charlie: Player) -> None:
    table = match(charlie, bob, alice)
    SeatStay.objects.filter(table=table, seat=0).update(until_ply=9)
    SeatStay.objects.create(table=table, seat=0, player=charlie, from_ply=9)
    assert places(table) == {"Bob": 1, "Alice": 2}


def test_friendly_sealed_and_voided_matches_do_not_count(alice: Player, bob: Player) -> None:
    assert places(match(alice, bob, visibility=Table.Visibility.INVITED)) == {}
    assert places(match(alice, bob, is_sealed=True)) == {}
    assert places(match(alice, bob, voided_at=timezone.now())) == {}
    assert places(match(alice, bob, visibility=Table.Visibility.CLUB)) == {"Alice": 1, "Bob": 2}


def test_a_tournament_match_without_a_board_was_annulled(alice: Player, bob: Player) -> None:
    assert places(match(alice, bob, visibility=Table.Visibility.SET)) == {}


def test_a_match_that_does_not_count_leaves_no_row(alice: Player, bob: Player) -> None:
    match(alice, None)
    match(alice, bob, minute=1)
    assert counted() == 2
    assert RatedMatch.objects.count() == 1
