"""If somebody leaves a round robin early, their opponents are told that matches do not count, and pages show it."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts.models import Player
from tests.html import dense
from tests.tournaments.control.test_told import heard, seated
from tests.tournaments.people import DUELS, advanced, entry_of, players, started, the_house_plays
from tests.tournaments.teams.test_matches import begun, in_teams
from tournaments.base.standings import standings_of
from tournaments.life import entering
from tournaments.models import Place, Tournament
from tournaments.pages.entry_page import reasons_of

pytestmark = pytest.mark.django_db
ROBIN = {**DUELS, "format": "round-robin", "rounds": 0}


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    cache.clear()


def withdraws(tournament: Tournament, player: Player) -> None:
    entering.withdraw(tournament_id=tournament.pk, player=player)


def with_a_leaver(olga: Player, *, after: bool) -> tuple[Tournament, Player, Player]:
    """Return a round robin of four after one round, the player who left during or `after` it, and the opponent."""
    tournament = started(olga, players(4), ROBIN)
    leaver, other = seated(tournament)
    if not after:
        withdraws(tournament, leaver)
    the_house_plays(tournament)
    tournament = advanced(tournament, timezone.now())
    if after:
        withdraws(tournament, leaver)
    return tournament, leaver, other


@pytest.mark.parametrize("after", [False, True])
def test_the_opponent_is_told_that_the_match_does_not_count(olga: Player, after: bool) -> None:
    tournament, leaver, other = with_a_leaver(olga, after=after)
    assert heard(other, "does-not-count") == [
        f"League, round 1: {leaver.username} left before half of their matches were played, so your match with "
        f"{leaver.username} counts for neither."
    ]
    for player in (leaver, *seated(tournament, 2)):
        assert heard(player, "does-not-count") == []


def test_where_everybody_plays_on_nobody_is_told(olga: Player) -> None:
    tournament = started(olga, players(4), DUELS)
    leaver, other = seated(tournament)
    withdraws(tournament, leaver)
    assert heard(other, "does-not-count") == []


def test_the_opponent_has_come_and_the_leaver_is_last(olga: Player) -> None:
    tournament, leaver, other = with_a_leaver(olga, after=True)
    said = " ".join(reasons_of(tournament, entry_of(tournament, other)).rank)
    assert "You have not come to any table" not in said
    assert standings_of(tournament)[-1]["entry"] == entry_of(tournament, leaver).pk


def test_the_cross_table_has_uncounted_results_in_brackets(olga: Player) -> None:
    tournament, _leaver, other = with_a_leaver(olga, after=True)
    page = dense(Client().get(tournament.get_absolute_url()).text)
    place = Place.objects.get(round__number=1, entry__player=other)
    assert place.score is not None
    assert f'<td class="number">({int(place.score["won"])})</td>' in page
    assert "Results in brackets count for nobody" in page


def test_a_team_is_told_once_nobody_of_the_other_is_left(olga: Player) -> None:
    people = players(8)
    tournament, teams = in_teams(olga, people, 2, format="team-round-robin", rounds=0)
    tournament = begun(tournament)
    captain = next(player for player in seated(tournament) if player in people)
    (team,) = [team for team in teams if team.pk == entry_of(tournament, captain).team_id]
    one, other = (entry.player for entry in team.members.select_related("player").order_by("line"))
    assert one is not None
    assert other is not None
    withdraws(tournament, one)
    met = [player for number in (1, 2) for player in seated(tournament, number)]
    assert [heard(player, "does-not-count") for player in met] == [[]] * 4
    withdraws(tournament, other)
    told = [player for player in met if heard(player, "does-not-count")]
    assert len(told) == 2
    assert f"your match with {team.name} counts for neither" in heard(told[0], "does-not-count")[0]
