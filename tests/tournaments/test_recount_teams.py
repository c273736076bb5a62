"""Evenings of teams recounted from their records: the standings of teams follow from them after every round."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import Player
from tests.often import LONG
from tests.tournaments.recount import disagreements, disagreements_of_teams, recount, recount_teams
from tests.tournaments.recount.played import Entrant, Event, Played, Sat
from tests.tournaments.recount.teams import in_teams
from tests.tournaments.test_recount import CORRECTED, FIRST_TO_ONE, ONE_DEAL_KARDINAL, SHORT_CHICKEN_FOOT
from tournaments.base.standings import standings_of
from tournaments.life.teams.standings import team_standings_of
from tournaments.models import Line, Place, Tournament
from tournaments.simulation import CALM, MANY, Mishaps, Simulation

pytestmark = pytest.mark.django_db
COUPLES = {"team_size": 2, "least": 4}
ALL_OF_TEAMS = ["sonneborn-berger", "table-points", "direct", "seed"]

EVENINGS: list[tuple[str, int, Mishaps, dict[str, Any]]] = [
    ("descending-doubles", 4, CALM, SHORT_CHICKEN_FOOT | COUPLES | {"rounds": 2, "table_size": 2}),
    ("descending-doubles", 18, MANY, SHORT_CHICKEN_FOOT | COUPLES),
    ("descending-doubles", 25, MANY, SHORT_CHICKEN_FOOT | {"team_size": 3, "team_reserves": 1, "team_best": 2}),
    ("descending-doubles", 24, MANY, SHORT_CHICKEN_FOOT | COUPLES | {"team_reserves": 2, "absence": "drop"}),
    ("table-rounds", 16, MANY, ONE_DEAL_KARDINAL | COUPLES | {"seating": "standings", "handicap_step": 30}),
    ("table-rounds", 16, MANY, ONE_DEAL_KARDINAL | COUPLES | {"duplicate": True, "no_shows": "house"}),
    ("team-swiss", 5, CALM, FIRST_TO_ONE | COUPLES),
    ("team-swiss", 18, MANY, FIRST_TO_ONE | COUPLES | {"team_reserves": 1, "rounds": 4}),
    ("team-swiss", 16, MANY, SHORT_CHICKEN_FOOT | {"team_size": 4, "least": 8, "no_shows": "house"}),
    ("team-swiss", 14, CORRECTED, {"options": {"target": 3}} | COUPLES | {"team_reserves": 1}),
    ("team-round-robin", 8, CORRECTED, ONE_DEAL_KARDINAL | COUPLES),
    ("table-rounds", 12, CORRECTED, ONE_DEAL_KARDINAL | COUPLES),
    ("team-round-robin", 12, MANY, FIRST_TO_ONE | COUPLES | {"cycles": 2, "tie_breaks": ALL_OF_TEAMS}),
    ("team-round-robin", 16, MANY, ONE_DEAL_KARDINAL | {"team_size": 3, "team_reserves": 1, "least": 6}),
    *(
        [("team-swiss", many, MANY, FIRST_TO_ONE | COUPLES | {"team_reserves": 1}) for many in (8, 40, 200)] if LONG
        else []
    ),
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


@pytest.mark.either_database
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


# --- The example of the manual ---

ANNA, BEN, CARLA, DAVID = 1, 2, 3, 4


def sat(entry: int, points: int) -> Sat:
    return Sat(entry, 0, points, [points], won=False, shared=False, settlement=0, came=True)


def of_the_manual(best: int = 0) -> Event:
    """Return Anna and Ben against Carla and David, two rounds."""
    plan = {"format": "descending-doubles", "options": {}, "duplicate": False, "tie_breaks": [], "no_shows": "worst"}
    rounds = [((12, 0), (5, 20)), ((4, 17), (20, 4))]
    played = [
        Played([[sat(ANNA, one), sat(CARLA, two)], [sat(BEN, three), sat(DAVID, four)]], set(), LINE_UPS)
        for (one, two), (three, four) in rounds
    ]
    entrants = [Entrant(id, id, has_left=False) for id in (ANNA, BEN, CARLA, DAVID)]
    return Event({**plan, "counting_version": 2, "team_size": 2, "team_best": best}, entrants, played, LINE_UPS)


LINE_UPS = {1: [ANNA, BEN], 2: [CARLA, DAVID]}


def test_the_example_of_the_manual_is_counted_as_it_says() -> None:
    first, second = in_teams(of_the_manual())
    assert (first["team"], first["score"], first["best_line"]) == (1, "41", "16")
    assert (second["team"], second["rank"], second["score"], second["best_line"]) == (2, 2, "41", "17")
    assert [row["score"] for row in in_teams(of_the_manual(best=1))] == ["16", "17"]
