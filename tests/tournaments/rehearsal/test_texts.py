"""What a rehearsal says of players, of teams where they play, and of what may surprise the organiser."""

from __future__ import annotations

import re
from dataclasses import asdict, replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from tests.tournaments.people import ROLLING, planned
from tests.tournaments.rehearsal.test_rehearsal import draft, setup, still
from tournaments import tasks
from tournaments.models import Tournament
from tournaments.rehearsal import jobs
from tournaments.rehearsal import texts as words
from tournaments.rehearsal.play import rehearse
from tournaments.terms import Breaks

pytestmark = pytest.mark.django_db


def test_what_may_surprise_is_said(olga: Player) -> None:
    tournament = draft(olga)
    result = rehearse(setup(players=3, no_shows=2), still)
    said = " ".join(words.surprises(tournament, result))
    assert "would be cancelled" in said
    assert "It ends after 1 of 4 rounds" in said
    assert words.in_rounds([4, 7], 9) == "In rounds 4 and 7"
    assert words.in_rounds([4], 9) == "In round 4"


def _of_teams(olga: Player, **more: Any) -> Tournament:
    columns = {
        "name": "Couples",
        "game": "two-step",
        "format": "team-swiss",
        "options": {"target": 1},
        "rounds": 3,
        "team_size": 2,
    }
    return draft(olga, **{**columns, **more})


def test_where_teams_meet_it_speaks_of_teams(olga: Player) -> None:
    tournament = _of_teams(olga, least=8)
    said = " ".join(words.surprises(tournament, rehearse(setup("team-swiss", 6, rounds=3), still)))
    assert "In every round 1 team has a bye." in said
    assert "With fewer than 4 complete teams at the start it would be cancelled; here 3 come." in said
    assert "player" not in said
    said = " ".join(words.surprises(tournament, rehearse(setup("team-swiss", 4, rounds=3, no_shows=2), still)))
    assert "would be cancelled; here 2 come" in said or "would be cancelled; here 1 come" in said
    shared = replace(rehearse(setup("team-swiss", 8, rounds=1), still), teams=[([1, 2], 1, "2"), ([3, 4], 1, "2")])
    assert "2 teams share first place: consider tie-breaks." in words.surprises(tournament, shared)


def test_where_teams_meet_the_page_names_teams(olga: Player) -> None:
    tournament = _of_teams(olga)
    wish = jobs.wish_for(tournament, 7)
    assert wish.players == 6
    assert jobs.wish_for(tournament, 2).players == 4
    tasks.rehearse(*asdict(wish).values())
    client = Client()
    client.force_login(olga)
    address = reverse("tournaments:rehearsal", args=[tournament.pk])
    html = client.get(address, {"players": 6}).content.decode()
    assert "With 6 players in 3 teams" in html
    cells = re.findall(r"<td>\s*(Team \d|Player \d[^<]*)\s*</td>", html)
    assert len(cells) == 3
    assert all(cell.startswith("Team ") for cell in cells)


def test_everybody_at_as_many_tables_is_no_range(olga: Player) -> None:
    tournament = planned(olga, ROLLING)
    lengths = {1: "1 table is played, and everybody sits at it.", 20: " tables are played; everybody sits at "}
    for minutes, sentence in lengths.items():
        result = rehearse(setup("rolling", 4, schedule=Breaks(seconds=10, round_minutes=minutes)), still)
        assert sentence in " ".join(words.surprises(tournament, result))
