"""Late entries: an entrant's first round, and how the rounds before count, wherever it is said."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import notices
from accounts.models import Notice, Player
from tests.tournaments.control.at_tables import about, board
from tests.tournaments.people import (
    DUELS,
    advanced,
    after_the_break,
    entry_of,
    planned,
    players,
    started,
    the_house_plays,
)
from tournaments.base.snapshot import seeded
from tournaments.base.standings import standings_of
from tournaments.control.actions.base import Context
from tournaments.control.actions.players.put_in import PutIn
from tournaments.control.actions.tables.substitute import Substitute
from tournaments.life import entering
from tournaments.models import Entry, Tournament
from tournaments.pages.exports.files import tournament_json
from tournaments.planning.terms import described_terms

pytestmark = pytest.mark.django_db

SWISS: dict[str, Any] = {**DUELS, "rounds": 5, "late_rounds": 3, "late_score": "half"}
RULE = "each round before brings ½ point, as half a bye"
TOLD = "You play in League from round {} on. Each round before counts as half a bye: ½ point."


def after_a_round(tournament: Tournament) -> Tournament:
    the_house_plays(tournament)
    tournament = advanced(tournament, timezone.now())
    return advanced(tournament, after_the_break(tournament))


def said_to(player: Player) -> list[str]:
    told = Notice.objects.filter(player=player, kind="tournament-late-score")
    return [notices.sentence(notice) for notice in told]


def row(tournament: Tournament, player: Player) -> dict[str, Any]:
    entry = entry_of(tournament, player)
    return next(row for row in standings_of(tournament) if row["entry"] == entry.pk)


def test_a_late_entrant_is_told_how_the_rounds_before_count(olga: Player) -> None:
    people = players(5)
    tournament = after_a_round(started(olga, people[:4], SWISS))
    entering.enter(tournament_id=tournament.pk, player=people[4])
    assert entry_of(tournament, people[4]).first_round == 3
    assert said_to(people[4]) == [TOLD.format(3)]
    tournament = after_a_round(tournament)
    assert row(tournament, people[4])["rounds"][:2] == ["(½)", "(½)"]
    assert {entry["first_round"] for entry in tournament_json(tournament)["entries"]} == {1, 3}
    assert json.loads(json.dumps(tournament_json(tournament)))["plan"]["late_score"] == "half"


def test_a_player_who_comes_back_keeps_the_first_round(olga: Player) -> None:
    people = players(4)
    tournament = started(olga, people, SWISS)
    entering.withdraw(tournament_id=tournament.pk, player=people[0])
    tournament = after_a_round(tournament)
    entering.enter(tournament_id=tournament.pk, player=people[0])
    assert entry_of(tournament, people[0]).first_round == 1
    assert said_to(people[0]) == []


def test_a_player_who_withdrew_before_the_start_comes_late_like_anybody_else(olga: Player) -> None:
    people = players(5)
    tournament = planned(olga, SWISS)
    for player in people:
        entering.enter(tournament_id=tournament.pk, player=player)
    entering.withdraw(tournament_id=tournament.pk, player=people[4])
    tournament = advanced(tournament, tournament.starts_at)
    entering.enter(tournament_id=tournament.pk, player=people[4])
    assert entry_of(tournament, people[4]).first_round == 2


def test_the_rule_is_on_the_page_before_entering_late(olga: Player, alice: Player, client: Client) -> None:
    tournament = started(olga, players(4), SWISS)
    client.force_login(alice)
    text = client.get(tournament.get_absolute_url()).text
    assert "Enter late" in text
    assert text.count(RULE) == 2  # beside the button, and among the terms


def test_the_organiser_sees_it_before_putting_somebody_in(olga: Player) -> None:
    people = players(5)
    tournament = planned(olga, SWISS, most=4)
    entries = [entering.enter(tournament_id=tournament.pk, player=player) for player in people]
    tournament = advanced(tournament, tournament.starts_at)
    put_in = PutIn(entry=entries[4].pk)
    said = put_in.preview(Context(tournament, olga, timezone.now(), ""))
    assert said[-1] == "Each round before counts as half a bye: ½ point."
    put_in.carry_out(**about(tournament, olga))
    assert entry_of(tournament, people[4]).first_round == 2
    assert said_to(people[4]) == [TOLD.format(2)]


def test_a_substitute_has_missed_the_rounds_before(olga: Player) -> None:
    people = players(5)
    tournament = planned(olga, SWISS, most=4)
    entries = [entering.enter(tournament_id=tournament.pk, player=player) for player in people]
    tournament = after_a_round(advanced(tournament, tournament.starts_at))
    assert entries[4].status == Entry.Status.WAITING
    seat = board(tournament).places.first()
    assert seat is not None
    Substitute(board=board(tournament).pk, entry=seat.entry_id, instead=entries[4].pk).carry_out(
        **about(tournament, olga), reason="The lights went out."
    )
    assert entry_of(tournament, people[4]).first_round == 2
    assert said_to(people[4]) == [TOLD.format(2)]


def test_it_cannot_change_once_it_has_begun(olga: Player) -> None:
    terms = started(olga, players(4), SWISS).terms
    assert terms.differs_in_fixed_terms(type(terms).from_columns({**terms.columns, "late_score": "bye"}))


def test_the_form_offers_what_fits_the_format_and_says_the_rule(olga: Player, client: Client) -> None:
    client.force_login(olga)
    offered = {}
    for preset in ("chicken-foot-ten", "two-step-evening", "two-step-knockout"):
        form = client.get(f"{reverse('tournaments:new')}?preset={preset}", follow=True).context["form"]
        field = form.fields.get("late_score")
        offered[preset] = [slug for slug, _words in field.choices] if field else None
    assert offered == {
        "chicken-foot-ten": ["missed", "average", "bye"],
        "two-step-evening": ["missed", "half", "bye"],
        "two-step-knockout": None,
    }


def test_what_was_chosen_is_planned_and_shown_as_a_rule(olga: Player, client: Client) -> None:
    client.force_login(olga)
    address = f"{reverse('tournaments:new')}?preset=two-step-evening"
    data = {**client.get(address, follow=True).context["form"].initial_as_data(), "late_score": "half"}
    assert RULE in client.post(address, {**data, "then": "look"}).text
    client.post(address, {**data, "then": "announce"})
    assert Tournament.objects.get().late_score == "half"


def test_whoever_waits_for_a_place_in_a_running_tournament_takes_no_part_yet(olga: Player) -> None:
    running = started(olga, players(4), DUELS, most=4, late_rounds=2)
    (late,) = players(1, first=5)
    entry = entering.enter(tournament_id=running.pk, player=late)
    assert (entry.status, entry.seed) == (Entry.Status.WAITING, 0)
    assert entry not in seeded(running)


@pytest.mark.parametrize("score", ["missed", "half", "bye"])
def test_the_last_round_for_late_entries_is_said_once(olga: Player, score: str) -> None:
    tournament = planned(olga, {**DUELS, "late_rounds": 3, "late_score": score})
    late = next(term for term in described_terms(tournament) if term.label == "Late entry")
    assert late.text == "possible up to round 2"
    assert late.more.startswith("If you join late, ")
