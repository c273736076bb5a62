"""Evenings of teams recounted from their records: the standings of teams follow from them after every round."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import Player
from tests.often import LONG
from tests.tournaments.recount import disagreements, disagreements_of_teams, recount, recount_teams
from tests.tournaments.test_recount import ONE_DEAL_KARDINAL, SHORT_CHICKEN_FOOT
from tournaments.base.standings import standings_of
from tournaments.base.team_standings import team_standings_of
from tournaments.models import Line, Place, Tournament
from tournaments.simulation import CALM, MANY, Mishaps, Simulation

pytestmark = pytest.mark.django_db
COUPLES = {"team_size": 2, "least": 4}

EVENINGS: list[tuple[str, int, Mishaps, dict[str, Any]]] = [
    ("descending-doubles", 4, CALM, SHORT_CHICKEN_FOOT | COUPLES | {"rounds": 2, "table_size": 2}),
    ("descending-doubles", 18, MANY, SHORT_CHICKEN_FOOT | COUPLES),
    ("descending-doubles", 25, MANY, SHORT_CHICKEN_FOOT | {"team_size": 3, "team_reserves": 1, "team_best": 2}),
    ("descending-doubles", 24, MANY, SHORT_CHICKEN_FOOT | COUPLES | {"team_reserves": 2, "absence": "drop"}),
    ("table-rounds", 16, MANY, ONE_DEAL_KARDINAL | COUPLES | {"seating": "standings"}),
    ("table-rounds", 16, MANY, ONE_DEAL_KARDINAL | COUPLES | {"duplicate": True, "no_shows": "house"}),
    *(
        [("descending-doubles", many, MANY, SHORT_CHICKEN_FOOT | COUPLES | {"team_reserves": 1})
         for many in (5, 12, 60, 200)] if LONG else []
    ),
]  # fmt: skip


def named(case: tuple[str, int, Mishaps, dict[str, Any]]) -> str:
    format, players, _mishaps, settings = case
    return f"{format} {players} in teams of {settings['team_size']}, {settings.get('team_reserves', 0)} reserves"


def hold_against_records(tournament: Tournament) -> None:
    tournament.refresh_from_db()
    found = disagreements(recount(tournament), standings_of(tournament))
    found += disagreements_of_teams(recount_teams(tournament), team_standings_of(tournament))
    assert not found, found


def partners_together(tournament: Tournament) -> list[int]:
    """Return the tables at which partners have met."""
    seated = Place.objects.filter(round__tournament=tournament, board__isnull=False)
    pairs = list(seated.values_list("board", "entry__team"))
    return [board for board, team in set(pairs) if pairs.count((board, team)) > 1]


@pytest.mark.parametrize("case", EVENINGS, ids=named)
def test_the_standings_of_teams_follow_from_the_records(
    olga: Player, case: tuple[str, int, Mishaps, dict[str, Any]]
) -> None:
    format, players, mishaps, settings = case
    simulation = Simulation(olga, format, players, seed=players, mishaps=mishaps, settings=settings)

    def early(tournament: Tournament) -> None:
        if tournament.round_number == 1:
            hold_against_records(tournament)

    tournament = simulation.run(early)
    tournament.refresh_from_db()
    assert tournament.status == Tournament.Status.FINISHED
    assert tournament.final_teams
    assert tournament.winners == [row["name"] for row in team_standings_of(tournament) if row["rank"] == 1]
    hold_against_records(tournament)
    rounds, teams = tournament.played_rounds.count(), len(tournament.final_teams)
    assert Line.objects.count() == rounds * teams * tournament.team_size


def test_partners_do_not_meet_all_evening(olga: Player) -> None:
    tournament = Simulation(olga, "descending-doubles", 16, 1, CALM, SHORT_CHICKEN_FOOT | COUPLES).run()
    assert tournament.played_rounds.count() == 4
    assert partners_together(tournament) == []
