"""Players are told of organisers' changes that concern them, once each, with the old and new value and the reason."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone, translation

from accounts import notices
from accounts.models import Notice, Player
from games import services as tables
from games.models import Seat, Table
from tests.tournaments.control.at_tables import about, board, points, table_of
from tests.tournaments.people import (
    DUELS,
    ROLLING,
    advanced,
    entry_of,
    fresh,
    planned,
    players,
    started,
    the_house_plays,
)
from tests.tournaments.plans import changed
from tournaments.control.actions.base import Context
from tournaments.control.actions.clock.pause import Pause, Resume
from tournaments.control.actions.players.presence import MarkAbsent, MarkPresent
from tournaments.control.actions.players.remove import Remove
from tournaments.control.actions.tables.bot import PutBotIn
from tournaments.control.actions.tables.correct import Correct
from tournaments.control.actions.tables.replay import Replay
from tournaments.control.actions.tables.substitute import Substitute
from tournaments.control.actions.undo import Undo
from tournaments.life import entering
from tournaments.models import Tournament
from tournaments.pages.bar import bar_at
from tournaments.planning import plans

pytestmark = pytest.mark.django_db
WHY = "The lights went out."


def heard(player: Player, kind: str) -> list[str]:
    with translation.override(player.language or "en"):
        told = Notice.objects.filter(player=player, kind=f"tournament-{kind}").order_by("created_at")
        return [notices.sentence(notice) for notice in told]


def seated(tournament: Tournament, number: int = 1) -> list[Player]:
    return [place.entry.player for place in board(tournament, number).places.all() if place.entry.player]


def test_a_start_that_is_moved_is_told_with_both_times(olga: Player) -> None:
    tournament, (anna,) = planned(olga), players(1)
    entering.enter(tournament_id=tournament.pk, player=anna)
    later = tournament.starts_at + timedelta(hours=1)
    plans.change(tournament_id=tournament.pk, to=changed(starts_at=later))
    (said,) = heard(anna, "start-moved")
    kept = Notice.objects.get(kind="tournament-start-moved").gaps
    assert kept["before"] != kept["starts_at"]
    assert said.startswith("Friday now starts on")
    assert heard(anna, "plan-changed") == []


def test_another_change_of_the_plan_is_told_in_each_players_language(olga: Player) -> None:
    tournament, (anna, berta, carla) = planned(olga), players(3)
    Player.objects.filter(pk=berta.pk).update(language="de")
    berta.refresh_from_db()
    for player in (anna, berta):
        entering.enter(tournament_id=tournament.pk, player=player)
    plans.change(tournament_id=tournament.pk, to=changed(seconds=60))
    assert heard(anna, "plan-changed") == ["The plan of Friday has changed: Time for a move: 30 s → 1 min"]
    assert "30 s → 1 Min." in heard(berta, "plan-changed")[0]
    assert heard(berta, "plan-changed") != heard(anna, "plan-changed")
    assert heard(carla, "plan-changed") == []
    plans.change(tournament_id=tournament.pk, to=changed(seconds=60))
    assert len(heard(anna, "plan-changed")) == 1


@pytest.mark.parametrize(
    ("plan", "change", "said"),
    [
        (DUELS, {"options": {"target": 7}}, "The plan of League has changed: Game: first to 1 → first to 7"),
        (
            ROLLING,
            {"plays_out": False},
            "The plan of Rolling has changed: Time in all: Tables still under way are then played to the end, and "
            "count. → Tables still under way are then broken off, and count for nobody.",
        ),
    ],
)
def test_options_and_other_explanations_of_terms_are_told(
    olga: Player, plan: dict[str, Any], change: dict[str, Any], said: str
) -> None:
    tournament, (anna,) = planned(olga, plan), players(1)
    entering.enter(tournament_id=tournament.pk, player=anna)
    plans.change(tournament_id=tournament.pk, to=changed(**change))
    assert heard(anna, "plan-changed") == [said]


def test_an_annulled_match_is_told_with_the_reason(olga: Player) -> None:
    tournament = started(olga, players(4), DUELS)
    Replay(board=board(tournament).pk).carry_out(**about(tournament, olga), reason=WHY)
    for player in seated(tournament, 1):
        assert heard(player, "annulled") == [
            f"League, round 1: your match was annulled and is played again. Reason: {WHY}"
        ]
    for player in seated(tournament, 2):
        assert heard(player, "annulled") == []


def test_a_corrected_result_is_told_with_old_and_new(olga: Player) -> None:
    tournament = started(olga, players(4), DUELS)
    the_house_plays(tournament)
    tournament = advanced(tournament, timezone.now())
    one, other = points(tournament)
    Correct(board=board(tournament).pk, points=[9, 4]).carry_out(**about(tournament, olga), reason=WHY)
    for player in seated(tournament):
        assert heard(player, "corrected") == [
            f"League, round 1: your result was corrected from {one} : {other} to 9 : 4. Reason: {WHY}"
        ]


def test_undoing_a_correction_is_told_with_what_counts_again(olga: Player) -> None:
    tournament = started(olga, players(4), DUELS)
    the_house_plays(tournament)
    tournament = advanced(tournament, timezone.now())
    one, other = points(tournament)
    act = Correct(board=board(tournament).pk, points=[9, 4]).carry_out(**about(tournament, olga), reason=WHY)
    undo = Undo(act=act.pk)
    assert "The players concerned are told, and read the reason." in undo.preview(
        Context(fresh(tournament), olga, timezone.now())
    )
    back = undo.carry_out(**about(tournament, olga), reason="They erred")
    Undo(act=back.pk).carry_out(**about(tournament, olga), reason=WHY)
    for player in seated(tournament):
        assert heard(player, "corrected")[1:] == [
            f"League, round 1: your result was corrected from 9 : 4 to {one} : {other}. Reason: They erred",
            f"League, round 1: your result was corrected from {one} : {other} to 9 : 4. Reason: {WHY}",
        ]
    for player in seated(tournament, 2):
        assert heard(player, "corrected") == []


def test_a_match_that_counts_again_is_told(olga: Player) -> None:
    tournament = started(olga, players(4), DUELS)
    tables.finish(table_id=table_of(tournament).pk)
    tournament = advanced(tournament, timezone.now())
    one, other = points(tournament)
    act = Replay(board=board(tournament).pk).carry_out(**about(tournament, olga), reason=WHY)
    Undo(act=act.pk).carry_out(**about(tournament, olga), reason="They erred")
    for player in seated(tournament):
        assert heard(player, "counts-again") == [
            f"League, round 1: your first match counts after all, with {one} : {other}. Reason: They erred"
        ]


def test_a_player_marked_as_absent_and_as_here_again_is_told(olga: Player) -> None:
    tournament = started(olga, players(4), DUELS)
    player = seated(tournament)[0]
    entry = entry_of(tournament, player).pk
    absent = f"League: the organisers have marked you as absent. Say when you are back. Reason: {WHY}"
    here = "League: for the organisers you are here again, and no longer absent."
    act = MarkAbsent(entry=entry).carry_out(**about(tournament, olga), reason=WHY)
    assert heard(player, "marked-absent") == [absent]
    Undo(act=act.pk).carry_out(**about(tournament, olga), reason="They were there")
    assert heard(player, "marked-here") == [here]
    MarkPresent(entry=entry).carry_out(**about(tournament, olga))
    assert heard(player, "marked-here") == [here], "nothing has changed"


def test_a_player_who_is_put_back_is_told(olga: Player) -> None:
    tournament, (anna,) = planned(olga), players(1)
    entry = entering.enter(tournament_id=tournament.pk, player=anna)
    act = Remove(entry=entry.pk).carry_out(**about(tournament, olga), reason=WHY)
    Undo(act=act.pk).carry_out(**about(tournament, olga), reason="A mistake")
    assert heard(anna, "put-back") == ["Friday: the organisers have put you back in. Reason: A mistake"]


def test_the_replaced_player_and_the_substitute_are_told(olga: Player) -> None:
    people = players(6)
    tournament = started(olga, people[:4], DUELS, late_rounds=3)
    late = people[4]
    entering.enter(tournament_id=tournament.pk, player=late)
    gone = seated(tournament)[0]
    substitute = Substitute(
        board=board(tournament).pk, entry=entry_of(tournament, gone).pk, instead=entry_of(tournament, late).pk
    )
    substitute.carry_out(**about(tournament, olga), reason=WHY)
    assert heard(gone, "replaced") == [
        f"League, round 1: {late.username} plays on in your seat. Say when you are back. Reason: {WHY}"
    ]
    assert f"in the seat of {gone.username}" in heard(late, "seat-taken-over")[0]
    other = seated(tournament, 2)[0]
    PutBotIn(board=board(tournament, 2).pk, entry=entry_of(tournament, other).pk).carry_out(
        **about(tournament, olga), reason=WHY
    )
    assert "a bot plays on in your seat" in heard(other, "replaced-by-bot")[0]


def test_a_pause_is_shown_at_the_table_with_its_reason_until_the_table_goes_on(olga: Player) -> None:
    people = players(4)
    tournament = started(olga, people, DUELS)
    at = Table.objects.get(board__round__tournament=tournament, seats__player=people[0]).get_absolute_url()
    assert bar_at(people[0], at) is None
    Pause().carry_out(**about(tournament, olga), reason=WHY)
    bar = bar_at(people[0], at)
    assert bar is not None
    assert (str(bar.status.title), bar.table_url) == ("The tournament is paused", "")
    assert WHY in bar.status.lines
    Resume().carry_out(**about(tournament, olga))
    assert bar_at(people[0], at) is None
    assert heard(people[0], "paused") == [f"League is paused, and all clocks stand still. Reason: {WHY}"]
    assert len(heard(people[0], "goes-on")) == 1


def test_organisers_hear_once_where_a_substitute_is_needed(olga: Player) -> None:
    tournament = started(olga, players(4), DUELS)
    table = table_of(tournament)
    Table.objects.filter(pk=table.pk).update(status=Table.Status.RUNNING)
    away = seated(tournament)[0]
    Seat.objects.filter(table=table, player=away).update(away=True)
    for _time in range(2):
        fresh(tournament)
        advanced(tournament, timezone.now() + timedelta(seconds=30))
    assert heard(olga, "substitute") == [
        f"League, round 1, table 1: {away.username} is away, and the house plays the seat."
    ]
