"""Seasons of a league with divisions: founded, drafted, corrected, announced, played, and drafted again."""

from __future__ import annotations

import csv
import io
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Player
from clubs.models import Membership
from common.errors import UserError
from tests.tournaments.people import DUELS, advanced, players, the_house_plays
from tests.tournaments.plans import club_of
from tournaments.divisions import seasons
from tournaments.divisions.seasons import Wanted
from tournaments.life import entering
from tournaments.life.divisions import finished_division, of_season
from tournaments.models import League, Placing, Tournament
from tournaments.pages.exports.files import tournament_json
from tournaments.pages.exports.leagues import league_csv
from tournaments.terms import Terms

HOUR = timedelta(hours=1)
LIKE = Terms.from_columns({**DUELS, "format": "round-robin", "rounds": 0, "least": 2})
TWO = (Wanted("First", 4, 1), Wanted("Second", 4, 0))


@pytest.fixture
def league(olga: Player) -> League:
    club = club_of(olga)
    return seasons.found_league(club_id=club.pk, by=olga, name="Night league", divisions=TWO)


def draft(league: League, olga: Player) -> list[Tournament]:
    now = timezone.now()
    return seasons.draft_season(league_id=league.pk, by=olga, starts_at=now + HOUR, now=now, like=LIKE)


def place(league: League, olga: Player, people: list[Player], rank: int) -> None:
    for player in people:
        seasons.place(league_id=league.pk, by=olga, player=player, rank=rank)


def announced(league: League, olga: Player) -> list[Tournament]:
    assert seasons.announce_season(league_id=league.pk, by=olga, now=timezone.now()) == []
    return of_season(league.pk, seasons.seasons_of(league)[0])


def placed(tournament: Tournament) -> list[tuple[int, str]]:
    return list(Placing.objects.filter(tournament=tournament).values_list("player", "mark"))


def play(tournament: Tournament) -> Tournament:
    now = tournament.starts_at
    tournament = advanced(tournament, now)
    while tournament.status == "running":
        the_house_plays(tournament)
        now += HOUR
        tournament = advanced(advanced(tournament, now), now)
    assert tournament.status == "finished"
    return tournament


def test_two_seasons_with_a_leaver_and_a_newcomer(league: League, olga: Player) -> None:
    draft(league, olga)
    strong, weak = players(4), players(3, first=5)
    place(league, olga, strong, 1)
    place(league, olga, weak, 2)
    first, second = announced(league, olga)
    newcomer, late = players(2, first=8)
    entering.enter(tournament_id=second.pk, player=newcomer)
    with pytest.raises(UserError, match="not placed"):
        entering.enter(tournament_id=first.pk, player=late)
    with pytest.raises(UserError, match="another division"):
        entering.enter(tournament_id=second.pk, player=strong[0])
    first, second = play(first), play(second)
    order, below = ([row["player"] for row in one.final] for one in (first, second))
    entering_again = first.entries.get(player=order[1])
    entering_again.status = "withdrawn"
    entering_again.save()
    upper, lower = draft(league, olga)
    exported = list(csv.DictReader(io.StringIO(league_csv(league))))
    assert {row["season"] for row in exported} == {"1"}
    moves = [(row["division"], row["rank"], row["move"]) for row in exported]
    ranks = [str(row["rank"]) for row in first.final or []]  # ranks may be shared by chance
    assert moves[:4] == [
        ("First", rank, move) for rank, move in zip(ranks, ["stays", "", "stays", "falls"], strict=True)
    ]
    assert [move for division, _rank, move in moves if division == "Second"] == ["rises", "fills", "stays", "stays"]
    assert upper.name == "Night league 2: First"
    assert placed(upper) == [(order[0], "stays"), (order[2], "stays"), (below[0], "rises"), (below[1], "fills")]
    assert placed(lower) == [(order[3], "falls"), (below[2], "stays"), (below[3], "stays")]
    place(league, olga, [Player.objects.get(pk=below[2])], 0)
    upper, lower = announced(league, olga)
    assert [entry.player_id for entry in upper.entries.order_by("seed")] == [one for one, _mark in placed(upper)]
    assert tournament_json(lower)["division"] == {"league": "Night league", "name": "Second", "rank": 2, "season": 2}


def test_a_shared_rank_at_the_cut_goes_by_the_starting_order(league: League, olga: Player) -> None:
    draft(league, olga)
    place(league, olga, players(4), 1)
    place(league, olga, players(4, first=5), 2)
    first, _second = announced(league, olga)
    first = play(first)
    seeds = dict(first.entries.values_list("player", "seed"))
    rows = [row | {"rank": max(1, row["rank"] // 2)} for row in first.final or []]
    Tournament.objects.filter(pk=first.pk).update(final=rows)
    order = finished_division(Tournament.objects.get(pk=first.pk)).order
    ranks = {row["player"]: row["rank"] for row in rows}
    assert list(order) == sorted(order, key=lambda player: (ranks[player], seeds[player]))


def test_a_season_is_drafted_once_and_only_after_the_one_before(league: League, olga: Player) -> None:
    draft(league, olga)
    with pytest.raises(UserError, match="drafted already"):
        draft(league, olga)
    place(league, olga, players(5)[:4], 1)
    with pytest.raises(UserError, match="All places"):
        place(league, olga, players(1, first=6), 1)
    announced(league, olga)
    with pytest.raises(UserError, match="not over"):
        draft(league, olga)


def test_only_those_who_may_plan_in_the_club_may_draft_seasons(league: League, bob: Player) -> None:
    Membership.objects.create(club=league.club, player=bob)
    with pytest.raises(UserError):
        draft(league, bob)
    with pytest.raises(UserError):
        seasons.drop_league(league_id=league.pk, by=bob)


@pytest.mark.parametrize(
    "divisions",
    [[Wanted("A", 4, 0)], [Wanted("A", 4, 1), Wanted("B", 4, 1)], [Wanted("A", 4, 5), Wanted("B", 4, 0)]],
)
def test_divisions_must_have_room_for_rising_and_falling(league: League, olga: Player, divisions: list[Wanted]) -> None:
    with pytest.raises(UserError) as refusal:
        seasons.found_league(club_id=league.club_id, by=olga, name="Other", divisions=divisions)
    assert refusal.value.code == "bad-divisions"


def test_the_page_leads_from_founding_to_the_announced_season(client: Client, olga: Player, bob: Player) -> None:
    club = club_of(olga)
    client.force_login(olga)
    base = f"/club/{club.slug}/leagues/"
    form = {"name": "Night league", "name_1": "First", "name_2": "Second"}
    form |= {f"{part}_{rank}": "4" if part == "places" else "0" for part in ("places", "falls") for rank in range(1, 3)}
    answer = client.post(f"{base}new/", form | {"falls_1": "1"})
    league_url = answer["Location"]
    start = {
        "day": f"{timezone.now() + timedelta(days=3):%Y-%m-%d}",
        "hour": "20:00",
        "preset": "two-step-league-hours",
    }
    client.post(f"{league_url}change/", {"then": "draft", **start})
    client.post(f"{league_url}change/", {"then": "place", "player": bob.username, "rank": "1"})
    draft = client.get(league_url).content.decode()
    assert "placed by the organisers" in draft
    client.logout()
    assert bob.username not in client.get(league_url).content.decode()
    client.force_login(olga)
    client.post(f"{league_url}change/", {"then": "announce"})
    client.logout()
    page = client.get(league_url).content.decode()
    assert bob.username in page
    assert "3 places are free." in page


def test_a_season_is_drafted_on_the_page_of_the_newest_only(client: Client, league: League, olga: Player) -> None:
    client.force_login(olga)
    page = f"/club/{league.club.slug}/leagues/{league.pk}/"
    assert "Draft the next season" in client.get(page).content.decode()
    draft(league, olga)
    place(league, olga, players(4), 1)
    place(league, olga, players(4, first=5), 2)
    for division in announced(league, olga):
        play(division)
    assert "Draft the next season" in client.get(page).content.decode()
    draft(league, olga)
    announced(league, olga)
    assert "Draft the next season" not in client.get(f"{page}?season=1").content.decode()
