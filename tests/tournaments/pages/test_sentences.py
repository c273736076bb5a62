"""What pages say is true, and no page is a dead end."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone, translation
from django.utils.formats import date_format

from accounts.models import Player
from clubs.models import Ban, Invitation
from common.languages import languages
from games import services as tables
from games.models import Seat
from tests.html import dense
from tests.tournaments.control.at_pages import browser, page
from tests.tournaments.people import (
    DUELS,
    FRIDAY,
    advanced,
    after_the_break,
    confirmed_players,
    current_round,
    entry_of,
    everyone_plays,
    fresh,
    open_tables,
    planned,
    players,
    started,
)
from tests.tournaments.plans import club_of
from tournaments.base.standings import standings_of
from tournaments.control.actions.base import Context
from tournaments.control.actions.plan.start import Start
from tournaments.control.room.control import control_of
from tournaments.control.room.needs import needs_of
from tournaments.formats.tables.texts import sizes_served
from tournaments.life import entering
from tournaments.pages.player_status import status_of
from tournaments.planning.terms import described_terms
from tournaments.rehearsal import jobs, texts
from tournaments.rehearsal.play import Setup, rehearse

pytestmark = pytest.mark.django_db
IN_STAGES = {
    "format": "stages", "qualifying": "swiss", "groups": 1, "rounds": 3, "advancing": 4, "third_place": True
}  # fmt: skip


@pytest.mark.parametrize(("late", "sentence"), [(1, "can only be put in by you"), (3, "can still come late, up to")])
def test_before_an_early_start_it_says_who_can_still_come(olga: Player, late: int, sentence: str) -> None:
    tournament = planned(olga, late_rounds=late)
    for player in players(4):
        entering.enter(tournament_id=tournament.pk, player=player)
    said = " ".join(Start().preview(Context(fresh(tournament), olga, timezone.now())))
    assert sentence in said
    assert "too late" not in said


def test_who_is_away_from_a_table_is_not_here_now(olga: Player) -> None:
    people = players(7)
    tournament = started(olga, people)
    assert "7 players" in control_of(tournament, timezone.now()).sizes
    Seat.objects.filter(player__in=people[:2]).update(away=True)
    assert control_of(tournament, timezone.now()).sizes.startswith("5 players")
    assert "5 players" in dense(browser(olga).get(page("control", tournament)).text)


def test_a_rehearsal_speaks_in_the_time_zone_of_the_plan(olga: Player) -> None:
    tournament = planned(olga, FRIDAY, time_zone="Asia/Tokyo")
    result = rehearse(Setup(tournament.terms, 4, 1, start_seconds=15, deal_seconds=12), lambda: 0.0)
    with timezone.override("UTC"):
        said = texts.length(tournament, result)
    assert f"from {tournament.schedule.local_start:%H:%M}" in said
    assert "(Asia/Tokyo)" in said


def test_the_number_expected_is_remembered(olga: Player) -> None:
    tournament = planned(olga, expected=23)
    assert "23 players" in dense(browser(olga).get(page("plan", tournament)).text)
    assert jobs.usual_players(tournament) == 23
    for player in players(4):
        entering.enter(tournament_id=tournament.pk, player=player)
    assert jobs.usual_players(fresh(tournament)) == 23


def test_the_size_of_tables_is_no_promise(olga: Player) -> None:
    terms = {term.label: term.text for term in described_terms(planned(olga))}
    assert terms["Tables"] == "of 4, or as near to it as the numbers allow"


@pytest.mark.parametrize(
    ("plan", "is_played"),
    [
        ({"format": "knockout", "third_place": True}, True),
        ({"format": "knockout"}, False),
        ({"format": "swiss-cut", "rounds": 3, "advancing": 4, "third_place": True}, True),
        (IN_STAGES | {"deciding": "knockout", "deciding_rounds": 0}, True),
        (IN_STAGES | {"deciding": "swiss", "deciding_rounds": 2}, False),
    ],
)
def test_the_terms_say_whether_third_place_is_played_for(olga: Player, plan: dict[str, Any], is_played: bool) -> None:
    terms = {term.label: term.text for term in described_terms(planned(olga, DUELS | {"rounds": 0} | plan))}
    assert terms.get("Third place", "") == ("The losers of the semi-finals play for it" if is_played else "")


@pytest.mark.parametrize(
    ("most", "sentence"), [(4, "exactly 4, then there is a waiting list"), (9, "4 to 9, then there is a waiting list")]
)
def test_a_fixed_number_of_players_is_no_range(olga: Player, most: int, sentence: str) -> None:
    terms = {term.label: term.text for term in described_terms(planned(olga, least=4, most=most))}
    assert terms["Players"] == sentence


@pytest.mark.parametrize(("served", "sentence"), [(range(2, 3), "has 2 seats"), (range(2, 5), "has from 2 to 4 seats")])
def test_a_single_size_of_tables_is_no_range(served: range, sentence: str) -> None:
    assert sentence in str(sizes_served(served))


def test_the_organiser_is_warned_of_somebody_without_table_and_bye(olga: Player) -> None:
    people = players(5)
    tournament = started(olga, people[:4], holds_seatings=True, late_rounds=3)
    entering.enter(tournament_id=tournament.pk, player=people[4])
    needs = [need.sentence for need in needs_of(control_of(fresh(tournament), timezone.now()))]
    assert "Here, but without a table and without a bye: Player5." in needs


def test_organisers_are_not_led_to_tables_that_they_cannot_see(olga: Player) -> None:
    tournament = started(olga, confirmed_players(4), duplicate=True, table_size=2)
    html = browser(olga).get(page("control", tournament)).text
    for table_id in open_tables(tournament):
        assert f'href="/table/{table_id}/"' not in html
    assert "hidden until the round is over" in html


def test_who_is_banned_is_not_asked_to_join(olga: Player, alice: Player) -> None:
    club = club_of(olga)
    invitation = Invitation.objects.create(club=club, made_by=olga, expires_at=timezone.now() + timedelta(days=1))
    address = f"/club/{club.slug}/invited/{invitation.secret}/"
    assert "Join the club" in browser(alice).get(address).text
    Ban.objects.create(club=club, player=alice, by=olga, reason="Tiles thrown.")
    html = browser(alice).get(address).text
    assert "Tiles thrown." in html
    assert "Join the club" not in html


@pytest.mark.parametrize(
    ("late", "sentence"),
    [(1, "Entry is closed: here everybody enters before the start."), (2, "it was possible until round 2.")],
)
def test_entry_that_is_closed_says_why(client: Client, olga: Player, late: int, sentence: str) -> None:
    tournament = started(olga, players(4), late_rounds=late)
    while current_round(tournament).number < late:
        everyone_plays(tournament)
        tournament = advanced(tournament, timezone.now())
        tournament = advanced(tournament, after_the_break(tournament))
    assert sentence in client.get(tournament.get_absolute_url()).text


def test_withdrawing_asks_first_and_says_what_it_means(olga: Player) -> None:
    people = players(5)
    tournament = planned(olga, most=4)
    for player in people:
        entering.enter(tournament_id=tournament.pk, player=player)
    html = browser(people[0]).get(tournament.get_absolute_url()).text
    assert "Your place goes at once to whoever has waited longest." in html
    assert html.index('id="asks-withdraw"') < html.index('id="verb-withdraw"')
    assert "You lose your place on the waiting list." in browser(people[4]).get(tournament.get_absolute_url()).text


@pytest.mark.parametrize(
    ("format", "sentence"),
    [
        ("swiss", "To miss a round or two, sit out instead."),
        ("round-robin", "Before half of your matches are played your results count for nobody"),
        ("knockout", "You cannot come back."),
    ],
)
def test_what_withdrawing_costs_depends_on_the_format(olga: Player, format: str, sentence: str) -> None:
    people = players(4)
    tournament = started(olga, people, DUELS, format=format, rounds=0, late_rounds=9)
    (asks,) = [one for one in status_of(tournament, people[0], current_round(tournament)).buttons if one.question]
    assert sentence in asks.question


@pytest.mark.parametrize(
    "name", ["LONG_DATE_FORMAT", "LONG_DATETIME_FORMAT", "WEEKDAY_FORMAT", "SHORT_WEEKDAY_TIME_FORMAT"]
)
def test_every_language_has_its_own_dates(name: str) -> None:
    day = timezone.now().replace(year=2026, month=11, day=22)
    for language, _name in languages():
        with translation.override(language):
            said = date_format(day, name)
            assert "22" in said
            assert ("22. Nov" in said) == (language == "de"), said


def test_who_is_third_without_a_match_reads_that_nothing_is_left(olga: Player) -> None:
    people = players(3)
    tournament = started(olga, people, DUELS, format="knockout", rounds=0, third_place=True)
    (table,) = open_tables(tournament)
    tables.finish(table_id=table)
    tournament = advanced(tournament, timezone.now())
    standings = {row["entry"]: row["rank"] for row in standings_of(tournament)}
    for player in people:
        said = browser(player).get(tournament.get_absolute_url()).text
        is_out = standings[entry_of(tournament, player).pk] == 3
        assert ("but you are welcome to watch." in said) == is_out
        assert ("Sit out the next round" in said) != is_out
        assert ("The next one begins in" in said) != is_out
