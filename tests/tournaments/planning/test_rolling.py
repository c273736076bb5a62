"""Planning rolling tables: what the form asks, what it leaves out, and how the plan reads."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from accounts.models import Player
from tests.tournaments.people import ROLLING, planned, players, started
from tests.tournaments.planning.test_planning_pages import errors, filled_in, form_of
from tournaments.calendars.feeds import of_tournament
from tournaments.models import Tournament
from tournaments.planning.estimate import estimate, in_words
from tournaments.planning.presets import BY_KEY
from tournaments.planning.terms import described_terms

pytestmark = pytest.mark.django_db

NEW = "/tournaments/new/?preset=chicken-foot-rolling"
NOW = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)


def test_the_form_asks_for_the_time_in_all_and_nothing_of_rounds(page: Client) -> None:
    form = form_of(page.get(NEW, follow=True))
    assert str(form.fields["round_minutes"].label) == "Minutes in all"
    assert {"fills_up", "plays_out"} <= set(form.fields)
    assert not {"days_between", "absence", "no_shows", "holds_seatings", "late_rounds", "rounds", "agreeing"} & set(
        form.fields
    )


def test_a_plan_is_announced_with_what_was_chosen(page: Client) -> None:
    wishes = {"round_minutes": "45", "fills_up": "on", "break_seconds": "10", "then": "announce"}
    data = filled_in(page, NEW, **wishes)
    data.pop("plays_out")
    answer = page.post(NEW, data)
    assert answer.status_code == 302, errors(answer)
    plan = Tournament.objects.get()
    assert (plan.round_minutes, plan.break_seconds, plan.fills_up, plan.plays_out) == (45, 10, True, False)
    assert (plan.absence, plan.holds_seatings, plan.days_between) == ("pause", False, 0)


def test_without_minutes_it_says_where(page: Client) -> None:
    answer = page.post(NEW, filled_in(page, NEW, round_minutes="", then="announce"))
    assert list(errors(answer)) == ["round_minutes"]


def test_a_league_turns_into_rolling_tables(page: Client) -> None:
    league = "/tournaments/new/?preset=two-step-league"
    data = filled_in(page, league, format="rolling", table_size="2", round_minutes="60", break_seconds="20")
    data |= {"then": "announce", "seconds": "30"}
    answer = page.post(league, data)
    assert answer.status_code == 302, errors(answer)
    plan = Tournament.objects.get()
    assert (plan.days_between, plan.absence, plan.agreeing) == (0, "pause", "off")


def test_the_estimate_says_when_the_time_is_up() -> None:
    terms = BY_KEY["chicken-foot-rolling"].terms_after(NOW, "UTC")
    seen = estimate(terms, 14)
    assert (seen.rounds, seen.round_minutes, seen.ends_at) == (1, 90, terms.starts_at + timedelta(minutes=90))
    words = in_words(terms, 14)
    assert words[0] == "14 players would sit at 2 tables of 5 and 1 table of 4."
    assert words[1].startswith("People are seated for 1 h 30 min, until 21:30; a table takes about ")
    assert in_words(replace(terms, table_size=2, game="two-step", options={"target": 3}), 9)[1].startswith("1 waits")


@pytest.mark.parametrize("plays_out", [True, False])
def test_the_plan_reads_without_rounds(olga: Player, plays_out: bool) -> None:
    plan = planned(olga, ROLLING, plays_out=plays_out, fills_up=True)
    terms = {term.label: term for term in described_terms(plan)}
    assert "Rounds" not in terms
    assert "Time for a round" not in terms
    assert ("are then played to the end" in terms["Time in all"].more) == plays_out
    assert terms["Late entry"].text == "possible until the time is up"
    assert "Bots" in terms


def test_while_it_runs_the_time_is_not_changed_in_the_plan(client: Client, olga: Player) -> None:
    tournament = started(olga, players(4), ROLLING)
    client.force_login(olga)
    form = form_of(client.get(f"/tournament/{tournament.pk}/plan/edit/"))
    assert not {"round_minutes", "plays_out", "fills_up"} & set(form.fields)


def test_the_calendar_ends_it_with_its_time(olga: Player) -> None:
    tournament = planned(olga, ROLLING)
    ends_at = tournament.starts_at + timedelta(hours=1)
    assert f"DTEND:{ends_at:%Y%m%dT%H%M%SZ}" in of_tournament(tournament).body.decode()
