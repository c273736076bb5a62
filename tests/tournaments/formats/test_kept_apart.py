"""Those of whom one blocks the other are not seated together where a format can avoid it."""

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


def together(seating: Seating) -> set[frozenset[int]]:
    """The pairs of those kept apart who share a table."""
    return {pair for pair in PAIRS for table in seating.tables if pair <= set(table.entrants)}


def seated(event: Event, seed: int) -> Seating:
    return FORMATS[event.plan.format].seat(event, {one.id for one in event.entrants}, random.Random(seed))


@pytest.mark.parametrize(
    "event",
    [
        at_tables.event(at_tables.doubles(4), 8),
        at_tables.event(at_tables.doubles(4, "random"), 8),
        at_tables.event(at_tables.kardinal(4), 12),
        duelling.event(SWISS, 8),
        duelling.event(SWISS, 40),
    ],
    ids=["spread", "by lot", "kardinal", "swiss", "a large swiss"],
)
def test_they_do_not_meet_in_any_draw(event: Event) -> None:
    apart = replace(event, apart=PAIRS)
    assert not any(together(seated(apart, seed)) for seed in range(20))
    assert any(together(seated(event, seed)) for seed in range(20)) or event.plan.format == "swiss"


def test_they_meet_where_there_is_nobody_else() -> None:
    assert together(seated(replace(duelling.event(SWISS, 2), apart=PAIRS), 1)) == {frozenset({1, 2})}
    assert len(seated(replace(at_tables.event(at_tables.doubles(4), 4), apart=PAIRS), 1).tables) == 1


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
