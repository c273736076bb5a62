"""Bots of players in tournaments: whether they may enter is the organisers' choice, and everybody sees them as bots."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts import bots
from accounts.models import Player
from clubs.models import Club, Membership
from common.errors import UserError
from games.models import Table
from tests.tournaments.people import (
    DUELS,
    FRIDAY,
    LEAGUE,
    advanced,
    current_round,
    planned,
    players,
    started,
)
from tests.tournaments.plans import club_of
from tournaments.base.standings import standings_of
from tournaments.hours import agreeing
from tournaments.inviting import inviting
from tournaments.life import entering
from tournaments.models import Board, Tournament
from tournaments.pages.exports.files import tournament_json
from tournaments.planning import plans
from tournaments.planning.terms import described_terms
from tournaments.terms import Terms

pytestmark = pytest.mark.django_db

MARK = "icons.svg#bot"
ADMITTING: dict[str, Any] = {**DUELS, "admits_bots": True}


@pytest.fixture
def robbie(alice: Player) -> Player:
    """Alice's bot."""
    return bots.create_bot(owner=alice, name="Robbie")


def refusal(tournament: Tournament, player: Player) -> str:
    with pytest.raises(UserError) as refused:
        entering.enter(tournament_id=tournament.pk, player=player)
    return refused.value.code


def changed(tournament: Tournament, **columns: Any) -> Tournament:
    return plans.change(tournament_id=tournament.pk, to=lambda terms: Terms.from_columns({**terms.columns, **columns}))


def test_bots_enter_where_the_organiser_admits_them(olga: Player, robbie: Player) -> None:
    assert refusal(planned(olga, DUELS), robbie) == "no-bots"
    assert entering.enter(tournament_id=planned(olga, ADMITTING).pk, player=robbie).is_bot


def test_the_owner_of_a_bot_answers_for_it(olga: Player, alice: Player, robbie: Player) -> None:
    club = club_of(olga)
    contest = planned(olga, ADMITTING, club, entrance="members")
    assert refusal(contest, robbie) == "members-only"
    Membership.objects.create(club=club, player=alice)
    assert entering.enter(tournament_id=contest.pk, player=robbie).is_bot


def test_organiser_chooses_it_on_the_form_and_everybody_reads_it(client: Client, olga: Player) -> None:
    client.force_login(olga)
    address = "/tournaments/new/?preset=chicken-foot-ten"
    form = client.get(address, follow=True).context["form"]
    assert not form["admits_bots"].value()
    client.post(address, {**form.initial_as_data(), "admits_bots": "on", "then": "announce"})
    made = Tournament.objects.get()
    assert made.admits_bots
    page = client.get(made.get_absolute_url()).content.decode()
    assert "bots of players may enter" in page
    assert "may enter, and are marked as bots" in page
    assert "Bots of players" not in [term.label for term in described_terms(planned(olga, FRIDAY))]


def test_events_with_the_same_tiles_and_divisions_are_for_people_only(olga: Player) -> None:
    for columns in {"duplicate": True}, {}:
        tournament = planned(olga, {**FRIDAY, **columns})
        if not columns:
            _make_division_of(tournament, club_of(olga))
        with pytest.raises(UserError) as refused:
            changed(tournament, admits_bots=True)
        assert refused.value.code == "bad-bots"


def _make_division_of(tournament: Tournament, club: Club) -> None:
    league = club.leagues.create(name="League")
    division = league.divisions.create(rank=1, name="A", places=8, falls=0)
    Tournament.objects.filter(pk=tournament.pk).update(division=division, division_season=1)


def test_they_are_not_turned_away_once_they_have_entered(olga: Player, robbie: Player) -> None:
    tournament = planned(olga, ADMITTING)
    entering.enter(tournament_id=tournament.pk, player=robbie)
    with pytest.raises(UserError) as refused:
        changed(tournament, admits_bots=False)
    assert refused.value.code == "bots-entered"
    entering.withdraw(tournament_id=tournament.pk, player=robbie)
    assert not changed(tournament, admits_bots=False).admits_bots


def test_nobody_invites_a_bot_which_could_not_answer(olga: Player, robbie: Player) -> None:
    with pytest.raises(UserError) as refused:
        inviting.check_may_invite(planned(olga, ADMITTING), robbie, by=olga, now=timezone.now())
    assert refused.value.code == "not-invitable"


def test_tables_admit_the_bots_that_are_seated(olga: Player, robbie: Player) -> None:
    tournament = started(olga, [robbie, *players(1)], ADMITTING)
    table = Table.objects.get()
    assert (table.admits_bots, [seat.player for seat in table.seats.filter(player=robbie)]) == (True, [robbie])
    assert {row["name"]: row["is_bot"] for row in standings_of(tournament)} == {"Robbie": True, "Player1": False}


def test_marked_wherever_entries_are_listed(client: Client, olga: Player, robbie: Player) -> None:
    tournament = planned(olga, ADMITTING)
    for player in (robbie, *players(1)):
        entering.enter(tournament_id=tournament.pk, player=player)
    pages = ["players/"]
    assert client.get(f"/tournament/{tournament.pk}/").content.decode().count(MARK) == 1
    advanced(tournament, tournament.starts_at)
    pages += ["", "round/1/", "wall/", "watch/", "print/seating/1/", "print/scores/1/", "print/standings/"]
    for page in pages:
        answer = client.get(f"/tournament/{tournament.pk}/{page}")
        assert answer.status_code == 200, page
        page_text = answer.content.decode()
        assert MARK in page_text or "Robbie (bot)" in page_text, page
    assert "Robbie (Bot)" in client.get(f"/embed/tournament/{tournament.pk}/standings/").content.decode()
    told = tournament_json(Tournament.objects.get())
    assert [(one["name"], one["is_bot"]) for one in told["entries"]] == [("Robbie", True), ("Player1", False)]


def test_nobody_agrees_on_an_hour_with_a_bot(olga: Player, robbie: Player) -> None:
    hours = {"seconds": 60, "agreeing": "fixed", "agree_days": 4, "fixed_day": 6, "admits_bots": True}
    [person] = players(1)
    tournament = started(olga, [robbie, person], LEAGUE, **hours)
    board = Board.objects.get(round=current_round(tournament))
    assert agreeing.people_at(board) == [person]
