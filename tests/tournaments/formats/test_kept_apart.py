"""Two entrants of whom one blocks the other are not seated together if the format can avoid it."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from django.utils import timezone

from accounts.models import Player
from accounts.standing import block
from tests.tournaments.formats.duels import duelling
from tests.tournaments.formats.tables import at_tables
from tests.tournaments.people import advanced, current_round, planned, players
from tournaments.formats import FORMATS, Event, Plan, Seating
from tournaments.life import entering
from tournaments.models import Place

PAIRS = frozenset({frozenset({1, 2}), frozenset({3, 4})})
SWISS = Plan("swiss", "two-step", {}, 5)
KNOCKOUT = Plan("knockout", "two-step", {}, 0)


def together(seating: Seating) -> set[frozenset[int]]:
    """Return the pairs to keep apart who share a table."""
    return {pair for pair in PAIRS for table in seating.tables if pair <= set(table.entrants)}


def seated(event: Event, seed: int) -> Seating:
    return FORMATS[event.plan.format].seat(event, {one.id for one in event.entrants}, random.Random(seed))


@pytest.mark.parametrize(
    "event",
    [
        at_tables.event(at_tables.doubles(4), 8),
        at_tables.event(at_tables.doubles(4, "random"), 8),
        at_tables.event(at_tables.doubles(4, "standings"), 8),
        at_tables.event(at_tables.doubles(4, "fixed"), 8),
        at_tables.event(at_tables.kardinal(4), 12),
        duelling.event(SWISS, 8),
        duelling.event(SWISS, 40),
    ],
    ids=["spread", "by lot", "by standings", "fixed", "kardinal", "swiss", "a large swiss"],
)
def test_they_do_not_meet_in_any_draw(event: Event) -> None:
    apart = replace(event, apart=PAIRS)
    assert not any(together(seated(apart, seed)) for seed in range(20))
    assert any(together(seated(event, seed)) for seed in range(20)) or event.plan.format == "swiss"


def test_they_meet_where_there_is_nobody_else() -> None:
    assert together(seated(replace(duelling.event(SWISS, 2), apart=PAIRS), 1)) == {frozenset({1, 2})}
    assert len(seated(replace(at_tables.event(at_tables.doubles(4), 4), apart=PAIRS), 1).tables) == 1


def kept(event: Event, *pairs: tuple[int, int]) -> Event:
    return replace(event, apart=frozenset(map(frozenset, pairs)))


def met(seating: Seating) -> list[set[int]]:
    return [set(table.entrants) for table in seating.tables]


def test_the_first_round_of_a_knockout_gives_them_other_opponents() -> None:
    event = duelling.event(KNOCKOUT, 8)
    assert met(seated(event, 1)) == [{1, 8}, {4, 5}, {2, 7}, {3, 6}]
    assert met(seated(kept(event, (4, 5)), 1)) == [{1, 5}, {4, 8}, {2, 7}, {3, 6}]
    assert met(seated(kept(event, (4, 5), (1, 5)), 1)) == [{1, 8}, {4, 7}, {2, 5}, {3, 6}]
    assert met(seated(kept(event, (1, 8), (4, 5)), 1)) == [{1, 5}, {4, 8}, {2, 7}, {3, 6}]


def test_high_seeds_keep_their_byes_and_an_only_match_is_played() -> None:
    drawn = seated(kept(duelling.event(KNOCKOUT, 5), (4, 5)), 1)
    assert (met(drawn), [who for who, _why in drawn.byes]) == ([{4, 5}], [1, 2, 3])


def test_the_bracket_goes_on_from_the_changed_draw() -> None:
    event = kept(duelling.event(KNOCKOUT, 4), (1, 4))
    assert met(seated(event, 1)) == [{1, 3}, {2, 4}]
    event = replace(duelling.played(event, duelling.the_lower_id, rounds=1), apart=frozenset())
    assert met(seated(event, 1)) == [{1, 2}]
    assert [row.entrant for row in FORMATS["knockout"].standings(event)] == [1, 2, 3, 4]


def test_at_fixed_tables_a_block_made_later_counts_from_the_next_round() -> None:
    event = at_tables.event(at_tables.doubles(4, "fixed"), 8)
    first = seated(event, 1)
    pair = first.tables[0].entrants[:2]
    event = at_tables.with_round(event, first, random.Random(1))
    assert set(pair) <= set(seated(event, 2).tables[0].entrants)
    assert not any(set(pair) <= table for table in met(seated(kept(event, (pair[0], pair[1])), 2)))


@pytest.mark.django_db(transaction=True)
def test_a_tournament_keeps_them_apart(alice: Player) -> None:
    people = players(8)
    for player, other in zip(people[::2], people[1::2], strict=True):
        block(player=player, other=other, now=timezone.now())
    tournament = planned(alice, table_size=4)
    for player in people:
        entering.enter(tournament_id=tournament.pk, player=player)
    tournament = advanced(tournament, tournament.starts_at)
    places = Place.objects.filter(round=current_round(tournament)).select_related("entry")
    board_of = {place.entry.player_id: place.board_id for place in places}
    assert len(board_of) == 8
    for player, other in zip(people[::2], people[1::2], strict=True):
        assert board_of[player.pk] != board_of[other.pk]
