"""Tournaments of the game in every format that supports it, from planning to exports."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from games.rules import GAMES, Game
from games.rules.records import record
from tests.games.pages import browser_of
from tests.tournaments.pages.exports.test_exports import archive_of
from tests.tournaments.people import everyone_plays, players, started
from tests.tournaments.planning.test_planning_pages import errors, filled_in, form_of
from tests.tournaments.recount import disagreements, recount
from tests.tournaments.rehearsal.test_rehearsal import still
from tournaments.base.standings import standings_of
from tournaments.formats import FORMATS
from tournaments.models import Tournament
from tournaments.planning.estimate import estimate
from tournaments.rehearsal.play import Setup, rehearse
from tournaments.simulation import MANY, Simulation
from tournaments.terms import Terms
from tournaments.terms.checks import by_current_rules

ADMITTING = ["table-rounds", "swiss", "round-robin", "knockout"]
ALL_ADMITTING = [*ADMITTING, "double-elimination", "swiss-cut", "stages", "rolling", "team-swiss", "team-round-robin"]

pytestmark = pytest.mark.usefixtures("after_commit")


@pytest.fixture
def olga(db: None) -> Player:
    """Return an organiser."""
    return Player.objects.create_user("Olga", "olga@example.org", "pips-and-doubles", time_zone="Europe/Berlin")


def terms_of(format: str, **terms: Any) -> Terms:
    shape = {"table_size": 4, "rounds": 2} if format == "table-rounds" else {}
    return by_current_rules(Terms(game="block", format=format, **{**shape, **terms}))


def columns_of(format: str, **terms: Any) -> dict[str, Any]:
    return {**terms_of(format).columns, "name": "Block night", "options": {"deals": 1}, **terms}


def test_formats_are_asked_which_games_they_admit(game: Game) -> None:
    duels = ["chicken-foot", "two-step", "kardinal", "block"]
    admitted = {slug: [one.slug for one in GAMES.values() if played.admits(one)] for slug, played in FORMATS.items()}
    assert admitted == {
        "descending-doubles": ["chicken-foot"],
        "table-rounds": ["chicken-foot", "kardinal", "block"],
        "swiss": duels,
        "round-robin": duels,
        "knockout": duels,
        "double-elimination": duels,
        "swiss-cut": duels,
        "stages": duels,
        "rolling": duels,
        "team-swiss": duels,
        "team-round-robin": duels,
    }


@pytest.mark.parametrize("format", ADMITTING)
def test_it_is_planned_on_the_page(format: str, olga: Player) -> None:
    page, new = browser_of(olga), "/tournaments/new/?preset=two-step-knockout"
    looked_at = page.post(new, filled_in(page, new, game="block", format=format, then="shape"))
    form = form_of(looked_at)
    assert [slug for slug, _name in form.fields["format"].choices] == ALL_ADMITTING  # type: ignore[attr-defined]
    assert looked_at.context["estimate"]
    response = page.post(new, {**form.initial_as_data(), "then": "announce"})
    assert response.status_code == 302, errors(response)
    tournament = Tournament.objects.get()
    assert (tournament.game, tournament.format, tournament.options) == ("block", format, {"deals": 3})
    shown = page.get(response["Location"]).text
    assert "Block" in shown
    assert "As usual" in shown


@pytest.mark.parametrize("format", ADMITTING)
def test_it_takes_as_long_as_the_game_says(format: str, game: Game) -> None:
    short, long = (estimate(terms_of(format, options={"deals": deals}), 8).round_minutes for deals in (1, 10))
    assert short is not None
    assert long is not None
    assert 2 <= short < long


@pytest.mark.parametrize("format", ADMITTING)
def test_it_is_rehearsed(format: str) -> None:
    result = rehearse(Setup(terms_of(format), 6, 1, start_seconds=15, deal_seconds=12), still)
    assert result.is_whole
    assert len(result.standings) == 6


@pytest.mark.parametrize("format", ADMITTING)
@pytest.mark.parametrize("duplicate", [False, True])
def test_it_is_played_to_the_medals_and_counted_again(format: str, duplicate: bool, olga: Player) -> None:
    settings = columns_of(format, duplicate=duplicate)
    simulation = Simulation(olga, format, 7, seed=3, mishaps=MANY, settings=only_what_is_played(settings))
    tournament = simulation.run()
    tournament.refresh_from_db()
    assert tournament.status == Tournament.Status.FINISHED
    assert disagreements(recount(tournament), standings_of(tournament)) == []


def only_what_is_played(columns: dict[str, Any]) -> dict[str, Any]:
    names = ("game", "options", "name", "rounds", "table_size", "duplicate")
    return {name: columns[name] for name in names}


@pytest.mark.parametrize("format", ADMITTING)
def test_its_pages_and_exports_are_there(format: str, olga: Player, alice: Player, client: Client) -> None:
    people = [alice, *players(3)]
    tournament = started(olga, people, only_what_is_played(columns_of(format)) | {"format": format})
    everyone_plays(tournament)
    archive = archive_of(client, tournament)
    names = [name for name in archive.namelist() if name.startswith("round-01")]
    assert len(names) == (1 if format == "table-rounds" else 2)
    for name in names:
        assert record.check(json.loads(archive.read(name))) == []
    told = client.get(reverse("tournaments:json", args=[tournament.pk])).json()
    assert told["plan"]["game"] == "block"
    rows = list(csv.DictReader(io.StringIO(client.get(reverse("tournaments:csv", args=[tournament.pk])).text)))
    assert {row["name"] for row in rows} == {one.username for one in people}
    assert client.get(reverse("tournaments:picture", args=[tournament.pk])).headers["Content-Type"] == "image/png"
    for page in ("tournament", "plan", "control"):
        shown = browser_of(olga).get(reverse(f"tournaments:{page}", args=[tournament.pk]))
        assert "Block night" in shown.text


def test_the_admin_shows_and_filters_its_tournaments(olga: Player) -> None:
    tournament = started(olga, players(4), only_what_is_played(columns_of("swiss")) | {"format": "swiss"})
    Player.objects.filter(pk=olga.pk).update(is_staff=True, is_superuser=True)
    browser, tournaments = browser_of(olga), reverse("admin:tournaments_tournament_changelist")
    assert tournament.pk in browser.get(f"{tournaments}?game__exact=block").text
    assert tournament.pk not in browser.get(f"{tournaments}?game__exact=kardinal").text


def test_a_whole_one_is_simulated_from_the_command_line() -> None:
    call_command("simulate_tournament", format="table-rounds", players=5, game="block", check=True, verbosity=0)
    assert Tournament.objects.get().game == "block"
