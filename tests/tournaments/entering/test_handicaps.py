"""Handicaps by rating are fixed once, however ratings change later, and are shown wherever results are."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from ratings.models import Rating
from tests.html import dense
from tests.tournaments.control.at_pages import browser, page
from tests.tournaments.control.at_tables import about, board
from tests.tournaments.people import (
    FRIDAY,
    advanced,
    after_the_break,
    entry_of,
    planned,
    players,
    started,
    the_house_plays,
)
from tournaments.base.standings import standings_of
from tournaments.control.actions.base import Context
from tournaments.control.actions.players.put_in import PutIn
from tournaments.control.actions.tables.substitute import Substitute
from tournaments.life import entering
from tournaments.models import Tournament
from tournaments.pages.exports.files import standings_csv, tournament_json
from tournaments.strengths.shown import listed

pytestmark = pytest.mark.django_db

EVENING: dict[str, Any] = {**FRIDAY, "handicap_step": 50, "handicap_most": 8, "late_rounds": 3}


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    cache.clear()


def rated(player: Player, number: int, game: str = "chicken-foot", matches: int = 20) -> Player:
    """Set a player's rating."""
    columns = {"mu": 25 + (number - 1000) / 40, "sigma": 2.0, "matches": matches, "rated_at": timezone.now()}
    Rating.objects.update_or_create(player=player, game=game, defaults=columns)
    return player


def four() -> list[Player]:
    """Return four players: strong, middling, weak, and known in another game only."""
    anna, ben, carla, dan = players(4)
    return [rated(anna, 1230), rated(ben, 1010, matches=3), rated(carla, 870), rated(dan, 1900, "two-step")]


def handicaps(tournament: Tournament, people: list[Player]) -> list[tuple[int | None, int | None]]:
    return [(entry.rating, entry.handicap) for entry in (entry_of(tournament, one) for one in people)]


def after_a_round(tournament: Tournament) -> Tournament:
    the_house_plays(tournament)
    tournament = advanced(tournament, timezone.now())
    return advanced(tournament, after_the_break(tournament))


def test_they_follow_from_the_ratings_at_the_start_and_stay(olga: Player) -> None:
    people = four()
    tournament = planned(olga, EVENING)
    for player in people:
        entering.enter(tournament_id=tournament.pk, player=player)
    assert handicaps(tournament, people) == [(None, None)] * 4
    rated(people[2], 790)
    tournament = advanced(tournament, tournament.starts_at)
    fixed = [(1230, 4), (1010, 0), (790, -4), (None, 0)]
    assert handicaps(tournament, people) == fixed
    rated(people[0], 1800)
    tournament = after_a_round(tournament)
    assert handicaps(tournament, people) == fixed
    entering.withdraw(tournament_id=tournament.pk, player=people[0])
    entering.enter(tournament_id=tournament.pk, player=people[0])
    assert handicaps(tournament, people) == fixed


def test_without_a_handicap_nothing_is_kept(olga: Player) -> None:
    people = four()
    tournament = started(olga, people)
    assert handicaps(tournament, people) == [(None, None)] * 4


def test_they_count_in_every_round(olga: Player) -> None:
    people = four()
    tournament = started(olga, people, EVENING)
    the_house_plays(tournament)
    tournament = advanced(tournament, timezone.now())
    played = {place.entry_id: place.score for place in board(tournament).places.all()}
    for row in standings_of(tournament):
        score, entry = played[row["entry"]], tournament.entries.get(pk=row["entry"])
        assert score is not None
        assert row["score"] == str(score["points"] + (entry.handicap or 0))


def test_a_late_entrant_has_the_handicap_of_that_moment(olga: Player) -> None:
    people = four()
    tournament = started(olga, people[1:], EVENING)
    rated(people[0], 1300)
    entering.enter(tournament_id=tournament.pk, player=people[0])
    (bot,) = entering.create_bots(tournament, ["Bot"], "easy")
    assert handicaps(tournament, people[:1]) == [(1300, 6)]
    bot.refresh_from_db()
    assert (bot.rating, bot.handicap) == (None, 0)


def test_a_player_who_is_put_in_has_a_handicap(olga: Player) -> None:
    people = four()
    tournament = planned(olga, EVENING, most=3)
    entries = [entering.enter(tournament_id=tournament.pk, player=player) for player in people[::-1]]
    tournament = advanced(tournament, tournament.starts_at)
    PutIn(entry=entries[3].pk).carry_out(**about(tournament, olga))
    assert handicaps(tournament, people[:1]) == [(1230, 4)]


def test_a_substitute_plays_with_their_own(olga: Player) -> None:
    people = four()
    tournament = planned(olga, EVENING, most=3)
    entries = [entering.enter(tournament_id=tournament.pk, player=player) for player in people[::-1]]
    tournament = advanced(tournament, tournament.starts_at)
    act = Substitute(board=board(tournament).pk, entry=entries[0].pk, instead=entries[3].pk)
    assert act.standings_diff(Context(tournament, olga, timezone.now(), "")) is not None
    act.carry_out(**about(tournament, olga), reason="The lights went out.")
    assert handicaps(tournament, people) == [(1230, 4), (1010, 0), (870, -2), (None, 0)]
    the_house_plays(tournament)
    tournament = advanced(tournament, timezone.now())
    points = {place.entry_id: place.score["points"] for place in board(tournament).places.all() if place.score}
    rows = {row["entry"]: row["rounds"] for row in standings_of(tournament)}
    assert rows[entries[3].pk] == [str(points[entries[3].pk] + 4)]


def test_the_rule_is_shown_before_entering_and_the_list_shows_the_handicaps(olga: Player, client: Client) -> None:
    tournament = planned(olga, EVENING)
    for player in four():
        entering.enter(tournament_id=tournament.pk, player=player)
    html = dense(client.get(tournament.get_absolute_url()).text)
    assert "one point in every round for 50 rating points from 1000, at most 8 points" in html
    assert "If you are rated higher, the points are added to your results; if lower, they are taken off." in html
    for shown in ("1230", "+4", "1010?", "870", "-2"):
        assert shown in html, shown
    assert html.count("Handicap</span>") == 2
    assert "1900" not in html
    assert "+4" in client.get(f"{tournament.get_absolute_url()}players/").text


def test_the_ratings_of_a_whole_list_take_one_query(
    olga: Player, client: Client, django_assert_num_queries: Any
) -> None:
    tournament = planned(olga, EVENING)
    for player in four():
        entering.enter(tournament_id=tournament.pk, player=player)
    entries = list(tournament.entries.all())
    with django_assert_num_queries(1):
        assert len(listed(tournament, entries)) == 4


def test_they_stand_beside_the_standings_on_pages_paper_and_wall(olga: Player, client: Client) -> None:
    people = four()
    tournament = started(olga, people, EVENING)
    the_house_plays(tournament)
    tournament = advanced(tournament, timezone.now())
    for address in (tournament.get_absolute_url(), page("wall", tournament)):
        assert "Handicap</span>+4" in dense(client.get(address).text)
    organiser = browser(olga)
    for sheet in (page("print-standings", tournament), page("print-scores", tournament, "1")):
        assert "+4" in organiser.get(sheet).text, sheet
    own = client.get(f"{tournament.get_absolute_url()}entry/{entry_of(tournament, people[0]).pk}/")
    assert "rated 1230 at the start" in dense(own.text)
    assert "Your handicap adds 4 to your result in every round at a table: 4 so far." in own.text


def test_they_are_in_the_exports(olga: Player) -> None:
    tournament = started(olga, four(), EVENING)
    the_house_plays(tournament)
    tournament = advanced(tournament, timezone.now())
    said = tournament_json(tournament)
    assert (said["plan"]["handicap_step"], said["plan"]["handicap_most"]) == (50, 8)
    assert {(one["rating"], one["handicap"]) for one in said["entries"]} == {(1230, 4), (1010, 0), (870, -2), (None, 0)}
    rows = list(csv.DictReader(io.StringIO(standings_csv(tournament))))
    assert {(row["rating"], row["handicap"]) for row in rows} == {
        ("1230", "4"),
        ("1010", "0"),
        ("870", "-2"),
        ("", "0"),
    }


def test_they_cannot_change_once_it_has_begun(olga: Player) -> None:
    terms = started(olga, players(4), EVENING).terms
    assert terms.differs_in_fixed_terms(type(terms).from_columns({**terms.columns, "handicap_step": 40}))


def test_the_form_offers_them_where_points_add_up(olga: Player, client: Client) -> None:
    client.force_login(olga)
    new = reverse("tournaments:new")
    assert "handicap_step" not in client.get(f"{new}?preset=two-step-evening", follow=True).context["form"].fields
    address = f"{new}?preset=chicken-foot-handicap"
    data = client.get(address, follow=True).context["form"].initial_as_data()
    assert (data["handicap_step"], data["handicap_most"]) == (50, 10)
    refused = client.post(address, {**data, "handicap_step": "3", "then": "announce"})
    assert "handicap_step" in refused.context["form"].errors
    client.post(address, {**data, "handicap_step": "40", "handicap_most": "", "then": "announce"})
    planned = Tournament.objects.get()
    assert (planned.handicap_step, planned.handicap_most) == (40, 10)
    again = reverse("tournaments:plan", args=[planned.pk])
    assert client.get(again).status_code == 200


def test_a_form_without_them_plans_none(olga: Player, client: Client) -> None:
    client.force_login(olga)
    address = f"{reverse('tournaments:new')}?preset=chicken-foot-ten"
    data = client.get(address, follow=True).context["form"].initial_as_data()
    client.post(address, {**data, "then": "announce"})
    assert Tournament.objects.get().handicap_step == 0
