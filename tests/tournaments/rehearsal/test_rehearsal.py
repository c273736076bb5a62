"""Rehearsals: bots play an event in memory as planned, in limited time, and without a trace."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, replace
from datetime import timedelta
from itertools import count
from typing import Any

import pytest
from celery import current_app
from django.apps import apps
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from kombu import Queue
from pytest_django import Settings
from redis import Redis

from accounts.models import Player
from common.errors import UserError
from tests.tournaments.people import planned
from tests.tournaments.people import players as people
from tournaments import tasks
from tournaments.formats import FORMATS
from tournaments.models import Tournament
from tournaments.rehearsal import jobs, play
from tournaments.rehearsal.play import Setup, rehearse
from tournaments.terms import Breaks, Dates, Terms

A_MINUTE = Breaks(seconds=60)
PLAYED = {
    "descending-doubles": Terms(
        format="descending-doubles",
        game="chicken-foot",
        options={"set": 9, "high": 9, "low": 6},
        rounds=4,
        table_size=4,
        schedule=A_MINUTE,
    ),
    "table-rounds": Terms(
        format="table-rounds",
        game="kardinal",
        options={"ending": "games", "games": 1, "limit": 100},
        rounds=3,
        table_size=4,
        schedule=A_MINUTE,
    ),
    "swiss": Terms(format="swiss", game="two-step", options={"target": 1}, rounds=4, schedule=A_MINUTE),
    "round-robin": Terms(format="round-robin", game="two-step", options={"target": 1}, schedule=A_MINUTE),
    "knockout": Terms(format="knockout", game="two-step", options={"target": 1}, third_place=True, schedule=A_MINUTE),
    "double-elimination": Terms(format="double-elimination", game="two-step", options={"target": 1}, schedule=A_MINUTE),
    **{
        format: Terms(format=format, game="two-step", options={"target": 1}, team_size=2, schedule=A_MINUTE)
        for format in ("team-swiss", "team-round-robin")
    },
    "rolling": Terms(
        format="rolling",
        game="chicken-foot",
        options={"set": 9, "high": 9, "low": 9},
        table_size=4,
        schedule=Breaks(seconds=10, round_minutes=30),
    ),
    "swiss-cut": Terms(
        format="swiss-cut", game="two-step", options={"target": 1}, rounds=2, advancing=4, schedule=A_MINUTE
    ),
    "stages": Terms(
        format="stages",
        game="two-step",
        options={"target": 1},
        qualifying="round-robin",
        groups=2,
        advancing=2,
        deciding="knockout",
        schedule=A_MINUTE,
    ),
}


def still() -> float:
    """Return the time of a stopped clock."""
    return 0.0


def setup(format: str = "descending-doubles", players: int = 11, no_shows: int = 0, **terms: Any) -> Setup:
    return Setup(replace(PLAYED[format], **terms), players, no_shows, start_seconds=15, deal_seconds=12)


def test_a_league_lasts_until_its_last_date() -> None:
    result = rehearse(setup("swiss", 4, schedule=Dates(days=7)), still)
    assert result.seconds == (len(result.rounds) - 1) * 7 * 86_400 + result.rounds[-1].seconds


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("players", [2, 5, 9])
def test_every_format_is_played_to_a_final_table(format: str, players: int) -> None:
    players *= FORMATS[format].sample.get("team_size", 1)
    result = rehearse(setup(format, players), still)
    assert result.is_whole
    assert sorted(row[0] for row in result.standings) == list(range(1, players + 1))
    for each in result.rounds:
        seated = [entrant for table in each.tables for entrant, _points in table]
        if not FORMATS[format].is_rolling:  # where one round has many tables for everybody
            assert max(Counter([*seated, *each.byes]).values()) == 1
        assert sum(count * size for count, size in each.sizes) == len(seated)
    assert result.seconds >= sum(each.seconds for each in result.rounds)


def test_the_same_wish_is_played_the_same() -> None:
    assert rehearse(setup(), still) == rehearse(setup(), still)


def test_absentees_play_one_round_without_check_in() -> None:
    result = rehearse(setup(players=10, no_shows=2), still)
    in_round = [{one for table in each.tables for one, _ in table} | set(each.byes) for each in result.rounds]
    assert set(result.no_shows) <= in_round[0]
    assert not set(result.no_shows) & in_round[1]


def test_players_who_have_not_checked_in_are_never_seated() -> None:
    result = rehearse(setup(players=10, no_shows=2, check_in_minutes=5), still)
    assert all(one not in result.no_shows for each in result.rounds for table in each.tables for one, _ in table)


def test_kept_absentees_are_seated_in_every_round() -> None:
    result = rehearse(setup(players=8, no_shows=2, absence="keep", check_in_minutes=5), still)
    assert all(each.sizes == [(2, 4)] for each in result.rounds)


def test_a_round_is_cut_when_its_time_is_over() -> None:
    result = rehearse(setup(schedule=Breaks(seconds=60, round_minutes=1)), still)
    assert all(each.seconds == 60 and each.cut for each in result.rounds)
    assert result.seconds == 4 * 60 + 3 * 60


def test_with_the_same_tiles_all_tables_have_equal_decks() -> None:
    result = rehearse(setup(players=8, duplicate=True), still)
    assert {len(each.sizes) for each in result.rounds} == {1}


def test_with_a_handicap_the_bots_are_rated_apart() -> None:
    result = rehearse(setup(players=5, rounds=2, handicap_step=50), still)
    scores = {entrant: [int(brought) for brought in rounds] for entrant, _rank, _score, rounds in result.standings}
    points = [dict(seat for table in each.tables for seat in table) for each in result.rounds]
    added = {one: {scores[one][number] - each[one] for number, each in enumerate(points)} for one in scores}
    assert added == {1: {-4}, 2: {-2}, 3: {0}, 4: {2}, 5: {4}}


def test_when_the_time_is_spent_it_says_how_far_it_came() -> None:
    seconds = count()
    result = rehearse(setup(players=40), lambda: float(next(seconds)) * 1.5)
    assert not result.is_whole
    assert 0 < len(result.rounds) < 4
    assert len(result.standings) == 40


def test_quicker_bots_take_over_when_it_takes_long() -> None:
    seconds = count()
    result = rehearse(setup(players=12), lambda: float(next(seconds)) * 3)
    assert play.QUICK in result.levels


def test_it_tells_how_far_it_is() -> None:
    told: list[tuple[int, ...]] = []
    rehearse(setup(players=8), still, lambda *far: told.append(far))
    assert told[0] == (1, 4, 1, 2)
    assert told[-1] == (4, 4, 2, 2)


def draft(olga: Player, **more: Any) -> Tournament:
    tournament = planned(olga, **more)
    Tournament.objects.filter(pk=tournament.pk).update(status=Tournament.Status.DRAFT)
    return Tournament.objects.get(pk=tournament.pk)


def _everything() -> dict[str, int]:
    return {
        model.__name__: model._default_manager.count() for model in apps.get_models() if model.__name__ != "Session"
    }


@pytest.mark.django_db
def test_a_draft_is_rehearsed_without_a_trace(olga: Player) -> None:
    tournament = draft(olga)
    before = _everything()
    wish = jobs.wish_for(tournament, 11, 1)
    tasks.rehearse(*asdict(wish).values())
    assert _everything() == before
    state = jobs.state_of(wish)
    assert state.name == "done"
    assert state.result is not None
    assert play.read(state.result).is_whole
    tournament.refresh_from_db()
    assert tournament.version == wish.version


@pytest.mark.django_db
def test_the_page_shows_what_came_of_it(olga: Player, alice: Player) -> None:
    tournament = draft(olga)
    address = reverse("tournaments:rehearsal", args=[tournament.pk])
    client = Client()
    client.force_login(olga)
    assert "Let the bots play" in client.get(address).content.decode()
    answer = client.post(reverse("tournaments:rehearsal-start", args=[tournament.pk]), {"players": 11, "no_shows": 0})
    waiting = client.get(answer.headers["Location"]).content.decode()
    assert "taking their seats" in waiting
    assert "hx-get" in waiting
    tasks.rehearse(*asdict(jobs.wish_for(tournament, 11, 0)).values())
    html = client.get(answer.headers["Location"]).content.decode()
    assert "In every round: 1 table of 3." in html
    assert "to about" in html
    assert "Player 11" in html
    assert "hx-get" not in html
    stranger = Client()
    stranger.force_login(alice)
    for name in ("rehearsal", "rehearsal-progress"):
        assert stranger.get(reverse(f"tournaments:{name}", args=[tournament.pk])).status_code == 404
    assert stranger.post(reverse("tournaments:rehearsal-start", args=[tournament.pk])).status_code == 404


@pytest.mark.django_db
def test_one_that_died_is_offered_again(olga: Player) -> None:
    tournament = draft(olga)
    wish = jobs.wish_for(tournament, 8)
    jobs.note(wish, "running", [1, 3, 1, 2])
    later = timezone.now() + timedelta(seconds=jobs.ALIVE_SECONDS + 1)
    assert jobs.state_of(wish).percent == 17
    assert jobs.state_of(wish, later).name == "stopped"


@pytest.mark.django_db
def test_what_came_of_it_is_kept_for_as_long_as_the_settings_say(olga: Player, settings: Settings) -> None:
    settings.KEEP_REHEARSALS_MINUTES = 600
    wish = jobs.wish_for(draft(olga), 8)
    jobs.note(wish, "done", [1, 1, 1, 1], {})
    with Redis.from_url(settings.REDIS_URL) as redis:
        assert 599 * 60 < redis.ttl(cache.make_key(wish.key)) <= 600 * 60


@pytest.mark.django_db
def test_a_changed_plan_has_another_rehearsal(olga: Player) -> None:
    tournament = draft(olga)
    wish = jobs.wish_for(tournament, 8)
    Tournament.objects.filter(pk=tournament.pk).update(version=wish.version + 1)
    tasks.rehearse(*asdict(wish).values())
    assert jobs.state_of(wish).name == "none"


@pytest.mark.django_db
def test_numbers_that_make_no_sense_are_refused(olga: Player) -> None:
    tournament = draft(olga)
    client = Client()
    client.force_login(olga)
    start = reverse("tournaments:rehearsal-start", args=[tournament.pk])
    for players in ("1", "100000", "x", ""):
        assert client.post(start, {"players": players, "no_shows": 0}).status_code == 400
    assert client.get(reverse("tournaments:rehearsal", args=[tournament.pk]), {"players": "²"}).status_code == 200


@pytest.mark.django_db
def test_an_organiser_rehearses_one_plan_at_a_time(olga: Player) -> None:
    friday, league = draft(olga), draft(olga, name="League")
    first, second = jobs.wish_for(friday, 8), jobs.wish_for(league, 8)
    jobs.ask(first, by=olga)
    jobs.ask(first, by=olga)  # asking for the same again returns the same
    for other in (second, jobs.wish_for(friday, 9)):
        with pytest.raises(UserError, match="One rehearsal at a time") as refusal:
            jobs.ask(other, by=olga)
        assert refusal.value.code == "one-at-a-time"
        assert jobs.state_of(other).name == "none"
    tasks.rehearse(*asdict(first).values())
    jobs.ask(second, by=olga)
    assert jobs.state_of(second).name == "waiting"


@pytest.mark.django_db
def test_a_rehearsal_that_died_does_not_block_another(olga: Player) -> None:
    tournament = draft(olga)
    first, second = jobs.wish_for(tournament, 8), jobs.wish_for(tournament, 9)
    jobs.ask(first, by=olga)
    jobs.note(first, "running", [1, 3, 1, 2])
    later = timezone.now() + timedelta(seconds=jobs.ALIVE_SECONDS + 1)
    jobs.ask(second, by=olga, now=later)
    assert jobs.state_of(second).name == "waiting"


@pytest.mark.django_db
def test_the_queue_of_the_whole_site_is_limited(olga: Player) -> None:
    tournament = draft(olga)
    *organisers, last = people(jobs.MOST_WAITING + 1)
    wishes = [jobs.wish_for(tournament, 8 + number) for number in range(len(organisers) + 1)]
    for wish, organiser in zip(wishes, organisers, strict=False):
        jobs.ask(wish, by=organiser)
    for _again in range(2):
        with pytest.raises(UserError) as refusal:
            jobs.ask(wishes[-1], by=last)
        assert refusal.value.code == "too-many-rehearsals"
        assert jobs.state_of(wishes[-1]).name == "none"
    with current_app.connection_for_read() as connection:
        Queue("slow")(connection.default_channel).get(no_ack=True)
    jobs.ask(wishes[-1], by=last)
    assert jobs.state_of(wishes[-1]).name == "waiting"


@pytest.mark.django_db
def test_one_that_no_worker_takes_is_given_up(olga: Player) -> None:
    wish = jobs.wish_for(draft(olga), 8)
    asked = timezone.now()
    jobs.ask(wish, by=olga)
    assert jobs.state_of(wish, asked + timedelta(seconds=jobs.ALIVE_SECONDS + 1)).name == "waiting"
    assert jobs.state_of(wish, asked + timedelta(seconds=jobs.QUEUED_SECONDS + 1)).name == "stopped"


@pytest.mark.django_db
def test_an_organiser_who_has_to_wait_is_told_so(olga: Player) -> None:
    tournament = draft(olga)
    jobs.ask(jobs.wish_for(tournament, 8), by=olga)
    client = Client()
    client.force_login(olga)
    start = reverse("tournaments:rehearsal-start", args=[tournament.pk])
    answer = client.post(start, {"players": 11, "no_shows": 0}, follow=True)
    html = answer.content.decode()
    assert "One rehearsal at a time" in html
    assert "taking their seats" not in html


def test_rolling_tables_last_as_long_as_they_are_planned_and_count_or_not_what_is_under_way_then() -> None:
    whole, cut = (rehearse(setup("rolling", 9, plays_out=plays_out), still) for plays_out in (True, False))
    ((all_of_them,), (counted,)) = whole.rounds, cut.rounds
    assert all_of_them.cut == counted.cut > 0
    assert len(all_of_them.tables) == len(counted.tables) + counted.cut
    assert cut.seconds == 30 * 60 < whole.seconds
    assert 0 < cut.waited < 30 * 60
