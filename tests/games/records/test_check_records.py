"""`manage.py check_records` reports exactly what is wrong in the database."""

import random
import threading
from concurrent.futures import ThreadPoolExecutor
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from pytest_django import DjangoAssertNumQueries

from accounts.models import Player
from games.models import Chain, Deal, Move, Seat, Table
from tests.games.pages import finished_table, open_table
from tests.games.people import play_any, seated_table, step

pytestmark = pytest.mark.django_db(transaction=True)


SNAPSHOT = 3
"""The queries that begin and end a snapshot."""


@pytest.fixture
def table(alice: Player, bob: Player) -> Table:
    return finished_table([alice, bob])


@pytest.fixture
def running(alice: Player, bob: Player) -> Table:
    """Return a table ten moves into its match."""
    table = seated_table([alice, bob])
    for _ in range(10):
        play_any(table.pk, random.Random(3))
    table.refresh_from_db()
    return table


def complaints(*arguments: str) -> list[str]:
    """Return the problems reported, without the table's id, after checking the exit code."""
    out = StringIO()
    code: object = 0
    try:
        call_command("check_records", *arguments, stdout=out)
    except SystemExit as end:
        code = end.code
    *problems, summary = out.getvalue().splitlines()
    assert code == int(bool(problems))
    assert summary.endswith("0 wrong.") is not bool(problems)
    return [problem.split(": ", 1)[1] for problem in problems]


def test_what_was_played_is_in_order(table: Table, running: Table, alice: Player) -> None:
    open_table(alice)
    assert complaints() == []


def test_one_table_can_be_checked_alone(table: Table, running: Table) -> None:
    Table.objects.filter(pk=running.pk).update(totals=[1, 0])
    assert complaints("--table", table.pk) == []
    assert complaints("--table", running.pk) == ["totals: stored is [1, 0], replayed [0, 0]"]


def test_a_table_that_is_not_there_is_said(db: None) -> None:
    with pytest.raises(CommandError, match="There is no table 'nothing'"):
        call_command("check_records", "--table", "nothing")


def test_the_summary_counts(table: Table, running: Table) -> None:
    Table.objects.filter(pk=running.pk).update(ply=9)
    out = StringIO()
    with pytest.raises(SystemExit):
        call_command("check_records", stdout=out)
    assert out.getvalue().splitlines()[-1] == "2 tables checked, 1 wrong."


# Moves


def test_an_unreadable_move(running: Table) -> None:
    Move.objects.filter(table=running, ply=2).update(text="DRAW")
    assert complaints() == ["deal 1, move 3: This is not a move."]


def test_an_illegal_move(running: Table) -> None:
    Move.objects.filter(table=running, ply=0).update(text="pass")
    [complaint] = complaints()
    assert complaint.startswith("deal 1, move 1: ")


def test_a_move_of_the_wrong_seat(running: Table) -> None:
    move = Move.objects.get(table=running, ply=0)
    Move.objects.filter(pk=move.pk).update(seat=1 - move.seat)
    assert complaints() == [f"deal 1, move 1: Seat {move.seat} is on turn, not seat {1 - move.seat}."]


def test_a_move_that_is_missing(running: Table) -> None:
    Move.objects.filter(table=running, ply=4).delete()
    assert complaints()[0] == "ply 4: missing, 5 comes next"


def test_the_last_move_is_missing(running: Table) -> None:
    Move.objects.filter(table=running, ply=9).delete()
    assert "ply: stored is 10, replayed 9" in complaints()


def test_a_move_in_a_deal_that_is_not_there(running: Table) -> None:
    Move.objects.filter(table=running, ply=9).update(deal=2)
    assert complaints() == ["ply 9: it cannot belong to deal 2", "ply: stored is 10, replayed 9", *_turn(running)]


def _turn(running: Table) -> list[str]:
    last = running.moves.get(ply=9).seat
    return [] if last == running.turn else [f"turn: stored is {running.turn}, replayed {last}"]


# Deals


def test_a_wrong_score(table: Table) -> None:
    deal = Deal.objects.filter(table=table).last()
    assert deal is not None
    assert deal.scores is not None
    Deal.objects.filter(pk=deal.pk).update(scores=[9, 9])
    assert complaints() == [f'deal {deal.number}: "scores" must be {deal.scores}, not [9, 9].']


def test_a_wrong_reason(table: Table) -> None:
    deal = Deal.objects.filter(table=table).last()
    assert deal is not None
    Deal.objects.filter(pk=deal.pk).update(reason="blocked")
    assert complaints() == [f"deal {deal.number}: \"reason\" must be out, not 'blocked'."]


def test_a_result_too_early(running: Table) -> None:
    Deal.objects.filter(table=running).update(reason="out", scores=[0, 0])
    assert complaints() == ['deal 1: The deal is not over, but there is a "result".']


def test_a_result_that_is_missing(table: Table) -> None:
    number = Deal.objects.filter(table=table).count()
    Deal.objects.filter(table=table, number=number).update(reason="", scores=None)
    assert complaints() == [f'deal {number}: The deal is over, but there is no "result".']


def test_a_wrong_seat_that_draws_first(running: Table) -> None:
    Deal.objects.filter(table=running).update(first=1)
    assert complaints() == ['deal 1: "first" must be 0.']


def test_a_deck_that_somebody_chose(running: Table) -> None:
    """The first two tiles go to the same hand, so the moves fit either deck."""
    deal = Deal.objects.get(table=running)
    deck = deal.deck.split()
    deck[0], deck[1] = deck[1], deck[0]
    Deal.objects.filter(pk=deal.pk).update(deck=" ".join(deck))
    assert complaints() == ["deal 1: The deck does not follow from the link and the contributions."]


def test_an_invalid_deck(running: Table) -> None:
    Deal.objects.filter(table=running).update(deck="6-6 6-6")
    assert complaints() == ["deal 1: The deck is not the whole set, every tile once."]


def test_a_gap_between_deals(table: Table) -> None:
    first = Move.objects.filter(table=table).earliest("ply")
    Deal.objects.filter(table=table, number=first.deal).update(number=999)
    assert f"ply 0: it cannot belong to deal {first.deal}" in complaints()


# What makes decks fair


def test_a_contribution_exchanged_afterwards(running: Table) -> None:
    Seat.objects.filter(table=running, number=1).update(contribution="ff" * 16)
    assert complaints() == ["deal 1: The deck does not follow from the link and the contributions."]


def test_a_contribution_of_no_bytes(running: Table) -> None:
    Seat.objects.filter(table=running, number=1).update(contribution="?")
    assert complaints() == ["fair: A contribution must be 32 hex digits."]


def test_an_anchor_that_does_not_fit_its_chain(running: Table) -> None:
    Chain.objects.filter(pk=running.chain_id).update(anchor="00" * 32)
    assert complaints() == [
        "anchor: it does not follow from the chain's secret",
        "deal 1: The link does not lead to the anchor.",
    ]


def test_a_secret_exchanged_afterwards(alice: Player) -> None:
    table = open_table(alice)
    Chain.objects.filter(pk=table.chain_id).update(secret=b"s" * 32)
    assert complaints() == ["anchor: it does not follow from the chain's secret"]


# The table's columns


def test_a_wrong_ply(running: Table) -> None:
    Table.objects.filter(pk=running.pk).update(ply=11)
    assert complaints() == ["ply: stored is 11, replayed 10"]


def test_a_wrong_turn(running: Table) -> None:
    assert running.turn is not None
    Table.objects.filter(pk=running.pk).update(turn=1 - running.turn)
    assert complaints() == [f"turn: stored is {1 - running.turn}, replayed {running.turn}"]


def test_a_wrong_deal_number(running: Table) -> None:
    Table.objects.filter(pk=running.pk).update(deal_number=2)
    assert complaints() == ["deal number: stored is 2, replayed 1"]


def test_wrong_totals(table: Table) -> None:
    assert table.result is not None
    Table.objects.filter(pk=table.pk).update(totals=[7, 7])
    assert complaints() == [f"totals: stored is [7, 7], replayed {table.result['totals']}"]


def test_wrong_winners(table: Table) -> None:
    assert table.result is not None
    winners = table.result["winners"]
    Table.objects.filter(pk=table.pk).update(result=table.result | {"winners": [0, 1]})
    assert complaints() == [f'"winners" must be {winners}, not [0, 1].']


def test_a_match_that_was_ended_too_early(running: Table) -> None:
    result = {"totals": [0, 0], "winners": [0]}
    Table.objects.filter(pk=running.pk).update(status="finished", result=result, finished_at=running.opened_at)
    assert complaints() == [
        'The match is not over, but there is a "result".',
        "status: stored is 'finished', replayed 'running'",
    ]


def test_a_match_that_was_never_ended(table: Table) -> None:
    Table.objects.filter(pk=table.pk).update(status="running")
    assert complaints() == ["status: stored is 'running', replayed 'finished'"]


def test_a_running_match_without_a_beginning(alice: Player) -> None:
    table = open_table(alice, bots=["", "easy"])
    Table.objects.filter(pk=table.pk).update(status="running")
    assert complaints() == ["status: stored is 'running', but no deal was ever dealt"]


def test_a_running_match_at_which_the_house_would_never_act(running: Table) -> None:
    Table.objects.filter(pk=running.pk).update(due_at=None)
    assert complaints() == ["due at: the match goes on, but the house would never act"]


def test_a_finished_match_at_which_something_is_due(table: Table) -> None:
    Table.objects.filter(pk=table.pk).update(due_at=table.finished_at)
    assert complaints() == ["due at: the match is over, nothing is due"]


def test_options_that_the_game_does_not_have(running: Table) -> None:
    Table.objects.filter(pk=running.pk).update(options={"speed": 3})
    assert complaints() == ["Chicken Foot has no option 'speed'."]


# Seats


def test_a_seat_that_is_not_there(running: Table) -> None:
    Seat.objects.filter(table=running, number=1).delete()
    assert complaints()[0] == "seats: found [0], not 0 to 1"


def test_a_match_with_a_free_seat(running: Table) -> None:
    Seat.objects.filter(table=running, number=1).update(player=None)
    assert complaints() == ["seat 1: nobody sits there"]


def test_many_tables_are_read_one_after_the_other(
    table: Table, alice: Player, bob: Player, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(3):
        finished_table([alice, bob])
    with django_assert_max_num_queries(1 + 4 * (8 + SNAPSHOT)):
        assert complaints() == []


MORE_THAN_ARE_READ_AT_ONCE = 150


def closed_tables(owner: Player, count: int) -> None:
    """Create tables at which nothing was played."""
    chain = Chain.new()
    chain.save()
    rows = Table.objects.bulk_create(
        Table(game="two-step", seat_count=2, seconds=60, owner=owner, chain=chain, status="closed", totals=[0, 0])
        for _table in range(count)
    )
    Seat.objects.bulk_create(
        Seat(table=row, number=number, contribution="00" * 16) for row in rows for number in range(2)
    )


def test_it_works_beside_play(alice: Player, bob: Player) -> None:
    """It blocks nobody, and nobody blocks it."""
    tables = [seated_table([alice, bob], game="kardinal", options={"ending": "games", "games": 9}) for _ in range(2)]
    closed_tables(alice, MORE_THAN_ARE_READ_AT_ONCE)
    is_checked = threading.Event()

    def keep_playing(table: Table) -> int:
        moves, rng = 0, random.Random(1)
        try:
            while not is_checked.is_set() and step(table.pk, rng):
                moves += 1
        finally:
            connection.close()
        return moves

    with ThreadPoolExecutor(len(tables)) as threads:
        playing = [threads.submit(keep_playing, table) for table in tables]
        try:
            assert [complaints() for _time in range(3)] == [[]] * 3
        finally:
            is_checked.set()
        assert all(moves.result() > 0 for moves in playing)
