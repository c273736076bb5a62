"""At the end of a season, players are told once that they rise or fall, and again only if that changes."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import notices
from accounts.models import Notice, Player
from tests.tournaments.divisions.test_seasons import announced, draft, league, place, play  # noqa: F401 (a fixture)
from tests.tournaments.people import fresh, players
from tournaments.control.restoring import write_after_change
from tournaments.divisions import seasons
from tournaments.life import stages
from tournaments.life.divisions import tell_if_over
from tournaments.models import Board, League, Tournament

FOUR = ("league-rises", "league-falls", "league-fills", "league-stays")


def heard(player: int | None) -> list[str]:
    told = Notice.objects.filter(player=player, kind__in=FOUR).order_by("created_at", "pk")
    return [notices.sentence(notice) for notice in told]


def everything_heard() -> dict[int, list[str]]:
    ids = Notice.objects.filter(kind__in=FOUR).values_list("player", flat=True)
    return {player: heard(player) for player in ids}


@pytest.fixture
def season(league: League, olga: Player) -> list[Tournament]:  # noqa: F811
    """Two divisions of four whose season has been announced."""
    draft(league, olga)
    place(league, olga, players(4), 1)
    place(league, olga, players(4, first=5), 2)
    return announced(league, olga)


def order_of(tournament: Tournament) -> list[int]:
    return [row["player"] for row in fresh(tournament).final or []]


def test_promoted_and_relegated_players_are_told_when_the_last_division_is_over(season: list[Tournament]) -> None:
    first, second = season
    upper = order_of(play(first))
    assert everything_heard() == {}
    lower = order_of(play(second))
    assert everything_heard() == {
        upper[3]: ["Night league, season 1 is over: you are relegated, and play in the division Second next."],
        lower[0]: ["Night league, season 1 is over: you are promoted, and play in the division First next."],
    }
    tell_if_over(fresh(first))
    assert len(everything_heard()) == len(heard(upper[3])) + len(heard(lower[0])) == 2


def test_leavers_are_told_nothing_and_players_who_get_their_places_are_told(season: list[Tournament]) -> None:
    first, second = (play(one) for one in season)
    upper, lower = order_of(first), order_of(second)
    first.entries.filter(player=upper[1]).update(status="withdrawn")
    tell_if_over(first)
    assert heard(lower[1]) == [
        "Night league, after season 1: a place is free, and you are promoted to the division First."
    ]
    assert heard(upper[1]) == []


def test_a_correction_that_changes_the_divisions_is_told(season: list[Tournament]) -> None:
    first, second = (play(one) for one in season)
    upper = order_of(first)
    of_the_last = Board.objects.filter(round__tournament=first, places__entry__player=upper[3])
    for board in of_the_last:  # the last one has now won all matches
        for seat in board.places.all():
            is_last = seat.entry.player_id == upper[3]
            seat.score = {**(seat.score or {}), "points": 9 if is_last else 0, "won": is_last}
            seat.save()
    write_after_change(fresh(first))
    after = order_of(first)
    assert after[3] != upper[3]
    assert heard(upper[3])[1:] == ["Night league, after season 1: something has changed, and you play in First next."]
    assert heard(after[3]) == [
        "Night league, season 1 is over: you are relegated, and play in the division Second next."
    ]
    assert len(heard(order_of(second)[0])) == 1


def test_a_cancelled_division_neither_sends_nor_receives_anybody(season: list[Tournament]) -> None:
    first, second = season
    stages.cancel(tournament_id=second.pk, because="No time")
    play(first)
    assert everything_heard() == {}


def test_changes_before_the_announcement_are_told_with_it(
    league: League,  # noqa: F811
    olga: Player,
    season: list[Tournament],
) -> None:
    first, second = (play(one) for one in season)
    upper, lower = order_of(first), order_of(second)
    Player.objects.filter(pk=upper[1]).update(deletion_due_at=timezone.now() + timedelta(days=14))
    draft(league, olga)
    assert heard(lower[1]) == []
    seasons.announce_season(league_id=league.pk, by=olga, now=timezone.now())
    assert heard(lower[1]) == [
        "Night league, after season 1: a place is free, and you are promoted to the division First."
    ]
    assert [len(heard(player)) for player in (upper[3], lower[0])] == [1, 1]
