"""What organisers do by hand at running tables, to results, and to the clock; and what of it can be undone."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Player
from common.errors import UserError
from games import services as tables
from games.models import Seat, Table
from tests.tournaments.people import (
    DUELS,
    advanced,
    after_the_break,
    current_round,
    entry_of,
    fresh,
    open_tables,
    planned,
    players,
    started,
    the_house_plays,
)
from tournaments.base.standings import standings_of
from tournaments.control import acting, clock, people_and_clock, results, undoing
from tournaments.life import entering
from tournaments.models import Board, Entry, Place, Round, Tournament

pytestmark = pytest.mark.django_db
WHY = "Their line was cut"


@pytest.fixture
def running(olga: Player) -> Tournament:
    """Eight at two tables of four, for half an hour."""
    tournament = started(olga, players(8), round_minutes=30)
    return tournament


def board(tournament: Tournament, number: int = 1) -> Board:
    return current_round(tournament).boards.select_related("table").get(number=number)


def table_of(tournament: Tournament, number: int = 1) -> Table:
    table = board(tournament, number).table
    assert table is not None
    return table


def about(tournament: Tournament, by: Player) -> dict[str, Any]:
    return {"tournament_id": tournament.pk, "by": by}


def points(tournament: Tournament, number: int = 1) -> list[int]:
    return [place.score["points"] for place in board(tournament, number).places.order_by("seat") if place.score]


def finished_round(olga: Player, **overrides: Any) -> Tournament:
    tournament = started(olga, players(8), **overrides)
    the_house_plays(tournament)
    return advanced(tournament, tournament.starts_at)


# --- Corrections ---


def test_a_correction_changes_the_standings(olga: Player) -> None:
    tournament = finished_round(olga)
    loser = board(tournament).places.get(seat=0).entry
    results.correct(**about(tournament, olga), board_id=board(tournament).pk, points=[400, 1, 2, 3], reason=WHY)
    rows = standings_of(fresh(tournament))
    assert rows[-1]["entry"] == loser.pk
    assert board(tournament).is_corrected
    assert points(tournament) == [400, 1, 2, 3]
    score = board(tournament).places.get(seat=1).score
    assert score is not None
    assert (score["won"], score["shared"], sum(score["deals"])) == (True, False, 1)


def test_a_correction_is_undone_and_done_again(olga: Player) -> None:
    tournament = finished_round(olga)
    before, standings = points(tournament), standings_of(fresh(tournament))
    act = results.correct(**about(tournament, olga), board_id=board(tournament).pk, points=[9, 9, 9, 9], reason=WHY)
    assert all(place.score and place.score["shared"] for place in board(tournament).places.all())
    back = undoing.undo(**about(tournament, olga), act_id=act.pk, reason="They erred")
    assert points(tournament) == before
    assert standings_of(fresh(tournament)) == standings
    assert not board(tournament).is_corrected
    undoing.undo(**about(tournament, olga), act_id=back.pk, reason="They did not")
    assert points(tournament) == [9, 9, 9, 9]


def test_at_two_step_the_most_points_win(olga: Player) -> None:
    tournament = finished_round(olga, plan=DUELS)
    results.correct(**about(tournament, olga), board_id=board(tournament).pk, points=[3, 10], reason=WHY)
    won = board(tournament).places.order_by("seat").values_list("score__won", flat=True)
    assert list(won) == [False, True]


@pytest.mark.parametrize("wrong", [[], [1, 2, 3], [1, 2, 3, -1], [1, 2, 3, 10_000]])
def test_points_that_cannot_be_are_refused(olga: Player, wrong: list[int]) -> None:
    tournament = finished_round(olga)
    with pytest.raises(UserError) as refusal:
        results.correct(**about(tournament, olga), board_id=board(tournament).pk, points=wrong, reason=WHY)
    assert refusal.value.code == "bad-points"


def test_a_result_is_entered_while_the_match_runs(olga: Player, running: Tournament) -> None:
    old = table_of(running)
    act = results.correct(**about(running, olga), board_id=board(running).pk, points=[1, 2, 3, 4], reason=WHY)
    old.refresh_from_db()
    assert old.status == Table.Status.CLOSED
    tables.finish(table_id=old.pk)
    advanced(running, running.starts_at)
    assert points(running) == [1, 2, 3, 4]
    with pytest.raises(UserError, match="broken off"):
        undoing.undo(**about(running, olga), act_id=act.pk, reason=WHY)
    tables.finish(table_id=table_of(running, 2).pk)
    assert current_round(advanced(running, running.starts_at)).status == Round.Status.FINISHED


def test_in_a_finished_tournament_the_final_standings_change(olga: Player) -> None:
    tournament = finished_round(olga, rounds=1, options={"high": 9, "low": 9})
    tournament = advanced(tournament, after_the_break(tournament))
    assert tournament.status == Tournament.Status.FINISHED
    last = standings_of(tournament)[-1]["entry"]
    place = Place.objects.get(entry=last)
    assert place.board is not None
    assert place.seat is not None
    fewest = [100] * 4
    fewest[place.seat] = 0
    results.correct(**about(tournament, olga), board_id=place.board.pk, points=fewest, reason=WHY)
    ranks = {row["entry"]: row["rank"] for row in standings_of(fresh(tournament))}
    assert ranks[last] == 1


def test_in_a_knockout_who_won_stays_once_the_next_round_is_seated(olga: Player) -> None:
    plan = DUELS | {"format": "knockout", "rounds": 0}
    tournament = started(olga, players(4), plan=plan)
    the_house_plays(tournament)
    tournament = advanced(tournament, tournament.starts_at)
    first = board(tournament)
    won = [0, 9] if first.places.get(seat=1).score["won"] else [9, 0]
    advanced(tournament, after_the_break(tournament))
    with pytest.raises(UserError) as refusal:
        results.correct(**about(tournament, olga), board_id=first.pk, points=won[::-1], reason=WHY)
    assert refusal.value.code == "decided"
    results.correct(**about(tournament, olga), board_id=first.pk, points=won, reason=WHY)


# --- Annul and replay ---


def test_a_table_is_played_anew(olga: Player, running: Tournament) -> None:
    old = table_of(running)
    seats = list(old.seats.order_by("number").values_list("player", flat=True))
    act = results.replay(**about(running, olga), board_id=board(running).pk, reason=WHY)
    new = table_of(running)
    old.refresh_from_db()
    assert new != old
    assert old.status == Table.Status.CLOSED
    assert act.about["old"] == old.pk
    assert list(new.seats.order_by("number").values_list("player", flat=True)) == seats
    the_house_plays(running)
    assert current_round(advanced(running, running.starts_at)).status == Round.Status.FINISHED


def test_a_match_that_is_over_counts_no_more_until_that_is_undone(olga: Player, running: Tournament) -> None:
    tables.finish(table_id=table_of(running).pk)
    advanced(running, running.starts_at)
    old, before = table_of(running), points(running)
    act = results.replay(**about(running, olga), board_id=board(running).pk, reason=WHY)
    assert points(running) == []
    assert not board(running).is_done
    new = table_of(running)
    undoing.undo(**about(running, olga), act_id=act.pk, reason="It was fine after all")
    assert (table_of(running), points(running)) == (old, before)
    new.refresh_from_db()
    assert new.status == Table.Status.CLOSED


def test_a_result_that_nobody_has_taken_yet_is_not_lost(olga: Player, running: Tournament) -> None:
    """The match ended, but the clock has not looked since."""
    tables.finish(table_id=table_of(running).pk)
    act = results.replay(**about(running, olga), board_id=board(running).pk, reason=WHY)
    assert act.before is not None
    undoing.undo(**about(running, olga), act_id=act.pk, reason=WHY)
    assert len(points(running)) == 4


def test_when_the_round_is_over_nothing_is_played_anew(olga: Player) -> None:
    tournament = finished_round(olga)
    with pytest.raises(UserError) as refusal:
        results.replay(**about(tournament, olga), board_id=board(tournament).pk, reason=WHY)
    assert refusal.value.code == "too-late"


# --- Somebody else plays ---


def test_a_bot_plays_on_for_a_player_whose_result_it_stays(olga: Player, running: Tournament) -> None:
    place = board(running).places.get(seat=2)
    player = place.entry.player
    results.put_bot_in(**about(running, olga), board_id=board(running).pk, entry_id=place.entry_id, reason=WHY)
    seat = table_of(running).seats.get(number=2)
    assert (seat.player, seat.bot, seat.name) == (None, Seat.Bot.MEDIUM, place.entry.name)
    the_house_plays(running)
    advanced(running, running.starts_at)
    place.refresh_from_db()
    assert place.score is not None
    assert place.entry.player == player
    assert Entry.objects.get(pk=place.entry_id).presence == Entry.Presence.ABSENT
    tournament = advanced(running, after_the_break(running))
    assert place.entry_id not in current_round(tournament).places.values_list("entry", flat=True)


def test_the_player_is_put_back(olga: Player, running: Tournament) -> None:
    place = board(running).places.get(seat=2)
    results.put_bot_in(**about(running, olga), board_id=board(running).pk, entry_id=place.entry_id, reason=WHY)
    results.put_back(**about(running, olga), board_id=board(running).pk, entry_id=place.entry_id)
    assert table_of(running).seats.get(number=2).player == place.entry.player
    assert Entry.objects.get(pk=place.entry_id).presence == Entry.Presence.HERE


def test_a_waiting_player_takes_part_from_this_round_on(olga: Player) -> None:
    people = players(9)
    running = started(olga, people, most=8)
    waiting = entry_of(running, people[8])
    assert waiting.status == Entry.Status.WAITING
    place = board(running).places.get(seat=1)
    gone = place.entry
    results.substitute(
        **about(running, olga), board_id=board(running).pk, entry_id=gone.pk, instead_id=waiting.pk, reason=WHY
    )
    place.refresh_from_db()
    assert place.entry == waiting
    assert table_of(running).seats.get(number=1).player == people[8]
    the_house_plays(running)
    tournament = advanced(running, running.starts_at)
    names = [row["name"] for row in standings_of(tournament)]
    assert people[8].username in names
    tournament = advanced(tournament, after_the_break(tournament))
    seated = set(current_round(tournament).places.values_list("entry", flat=True))
    assert waiting.pk in seated
    assert gone.pk not in seated


def test_who_sits_at_another_table_cannot_be_put_in(olga: Player, running: Tournament) -> None:
    one = board(running).places.get(seat=1).entry_id
    other = board(running, 2).places.get(seat=1).entry_id
    with pytest.raises(UserError) as refusal:
        results.substitute(
            **about(running, olga), board_id=board(running).pk, entry_id=one, instead_id=other, reason=WHY
        )
    assert refusal.value.code == "not-free"


def test_in_a_knockout_nobody_else_comes_in(olga: Player) -> None:
    people = players(5)
    running = started(olga, people, plan=DUELS | {"format": "knockout", "rounds": 0}, most=4)
    place = board(running).places.get(seat=0)
    waiting = entry_of(running, people[4])
    with pytest.raises(UserError) as refusal:
        results.substitute(
            **about(running, olga),
            board_id=board(running).pk,
            entry_id=place.entry_id,
            instead_id=waiting.pk,
            reason=WHY,
        )
    assert refusal.value.code == "fixed-field"


def test_at_a_table_that_is_over_nobody_is_put_in(olga: Player, running: Tournament) -> None:
    place = board(running).places.get(seat=2)
    tables.finish(table_id=table_of(running).pk)
    with pytest.raises(UserError) as refusal:
        results.put_bot_in(**about(running, olga), board_id=board(running).pk, entry_id=place.entry_id, reason=WHY)
    assert refusal.value.code == "table-over"
    assert table_of(running).seats.get(number=2).player == place.entry.player


def test_a_table_that_ended_meanwhile_makes_the_page_stale(olga: Player, running: Tournament) -> None:
    seen = acting.seen(running, "board", board(running).pk)
    tables.finish(table_id=table_of(running).pk)
    with pytest.raises(UserError) as refusal:
        results.replay(**about(running, olga), board_id=board(running).pk, reason=WHY, seen=seen)
    assert refusal.value.code == "stale"


def test_nudging_is_told_and_harms_nothing(olga: Player, running: Tournament) -> None:
    results.nudge(**about(running, olga), board_id=board(running).pk)
    assert running.acts.get().what == "nudge"
    with pytest.raises(UserError) as refusal:
        results.nudge(**about(running, olga), board_id=10**6)
    assert refusal.value.code == "no-board"


def test_the_house_is_asked_to_finish(
    olga: Player, running: Tournament, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks() as callbacks:
        results.finish_table(**about(running, olga), board_id=board(running).pk, reason=WHY)
    assert callbacks
    assert running.acts.get().reason == WHY


# --- The clock ---


def test_a_pause_stops_everything_and_gives_its_time_back(olga: Player, running: Tournament) -> None:
    paused_at = running.starts_at + timedelta(minutes=5)
    ends_at = current_round(running).ends_at
    assert ends_at is not None
    clock.pause(**about(running, olga), reason="Fire alarm", now=paused_at)
    assert table_of(running).is_paused
    assert table_of(running).due_at is None
    assert advanced(running, ends_at + timedelta(hours=1)).paused_at == paused_at
    assert current_round(running).status == Round.Status.RUNNING
    clock.go_on(**about(running, olga), now=paused_at + timedelta(minutes=20))
    assert current_round(running).ends_at == ends_at + timedelta(minutes=20)
    assert not table_of(running).is_paused
    assert fresh(running).next_at == paused_at + timedelta(minutes=20)
    the_house_plays(running)
    assert current_round(advanced(running, running.starts_at)).status == Round.Status.FINISHED


def test_a_pause_in_the_break_makes_the_break_longer(olga: Player) -> None:
    tournament = finished_round(olga)
    clock.pause(**about(tournament, olga), reason="Pizza", now=tournament.starts_at)
    clock.go_on(**about(tournament, olga), now=tournament.starts_at + timedelta(minutes=20))
    due = tournament.starts_at + timedelta(minutes=22)
    assert advanced(tournament, due - timedelta(seconds=1)).round_number == 1
    assert advanced(tournament, due).round_number == 2


def test_a_table_replayed_in_a_pause_is_paused(olga: Player, running: Tournament) -> None:
    clock.pause(**about(running, olga), reason=WHY)
    results.replay(**about(running, olga), board_id=board(running).pk, reason=WHY)
    assert table_of(running).is_paused
    clock.go_on(**about(running, olga))
    assert not table_of(running).is_paused
    the_house_plays(running)


def test_it_is_paused_once_and_goes_on_once(olga: Player, running: Tournament) -> None:
    clock.pause(**about(running, olga), reason=WHY)
    with pytest.raises(UserError, match="paused already"):
        clock.pause(**about(running, olga), reason=WHY)
    clock.go_on(**about(running, olga))
    with pytest.raises(UserError, match="not paused"):
        clock.go_on(**about(running, olga))


def test_a_round_is_extended_and_that_is_undone(olga: Player, running: Tournament) -> None:
    ends_at = current_round(running).ends_at
    assert ends_at is not None
    act = people_and_clock.extend_round(**about(running, olga), minutes=7, reason=WHY)
    assert current_round(running).ends_at == ends_at + timedelta(minutes=7)
    undoing.undo(**about(running, olga), act_id=act.pk, reason="All are done")
    assert current_round(running).ends_at == ends_at


def test_time_that_has_begun_is_not_taken_away(olga: Player, running: Tournament) -> None:
    act = people_and_clock.extend_round(**about(running, olga), minutes=7, reason=WHY)
    past = (timezone.now() - timedelta(minutes=1)).isoformat()
    assert act.before is not None
    running.acts.filter(pk=act.pk).update(before=act.before | {"was": past})
    with pytest.raises(UserError) as refusal:
        undoing.undo(**about(running, olga), act_id=act.pk, reason=WHY)
    assert refusal.value.code == "too-late"


def test_without_a_limit_nothing_can_be_extended(olga: Player) -> None:
    tournament = started(olga, players(8))
    with pytest.raises(UserError, match="no time limit"):
        people_and_clock.extend_round(**about(tournament, olga), minutes=7, reason=WHY)


def test_a_round_is_ended_early(olga: Player, running: Tournament) -> None:
    now = running.starts_at + timedelta(minutes=1)
    people_and_clock.end_round(**about(running, olga), reason="Everyone wants to go home", now=now)
    assert current_round(running).ends_at == now
    the_house_plays(running)
    assert current_round(advanced(running, now)).status == Round.Status.FINISHED


# --- Who takes part ---


def test_before_the_start_a_removal_is_undone(olga: Player) -> None:
    people = players(5)
    tournament = planned(olga, most=4)
    entries = [entering.enter(tournament_id=tournament.pk, player=player) for player in people]
    act = people_and_clock.remove(**about(tournament, olga), entry_id=entries[0].pk, reason="Asked me to")
    assert entry_of(tournament, people[4]).status == Entry.Status.WAITING
    undoing.undo(**about(tournament, olga), act_id=act.pk, reason="Changed their mind")
    assert entry_of(tournament, people[0]).status == Entry.Status.ENTERED
    people_and_clock.put_in(**about(tournament, olga), entry_id=entries[4].pk)
    assert entry_of(tournament, people[4]).status == Entry.Status.ENTERED


def test_a_removal_is_not_undone_once_it_runs(olga: Player) -> None:
    tournament = planned(olga)
    entries = [entering.enter(tournament_id=tournament.pk, player=player) for player in players(5)]
    act = people_and_clock.remove(**about(tournament, olga), entry_id=entries[0].pk, reason="Asked me to")
    tournament = advanced(tournament, tournament.starts_at)
    with pytest.raises(UserError) as refusal:
        undoing.undo(**about(tournament, olga), act_id=act.pk, reason="Changed their mind")
    assert refusal.value.code == "too-late"


def test_bots_get_names_that_nobody_has(olga: Player) -> None:
    tournament = planned(olga, most=40)
    people_and_clock.add_bots(**about(tournament, olga), number=15)
    people_and_clock.add_bots(**about(tournament, olga), number=15)
    names = list(tournament.entries.values_list("bot_name", flat=True))
    assert len(set(names)) == 30
    with pytest.raises(UserError, match="no room"):
        people_and_clock.add_bots(**about(tournament, olga), number=11)


def test_seeds_set_by_hand_hold_at_the_start(olga: Player) -> None:
    people = players(4)
    tournament = planned(olga)
    entries = [entering.enter(tournament_id=tournament.pk, player=player) for player in people]
    act = people_and_clock.set_seeds(
        **about(tournament, olga), seeds={entries[3].pk: 1, entries[2].pk: 2}, reason="Last year"
    )
    undoing.undo(**about(tournament, olga), act_id=act.pk, reason="Wrong year")
    assert not tournament.entries.filter(seed__gt=0).exists()
    people_and_clock.set_seeds(
        **about(tournament, olga), seeds={entries[3].pk: 1, entries[2].pk: 2}, reason="Last year"
    )
    with pytest.raises(UserError) as refusal:
        people_and_clock.set_seeds(**about(tournament, olga), seeds={entries[3].pk: 1, entries[2].pk: 1}, reason="x")
    assert refusal.value.code == "same-seed"
    tournament = advanced(tournament, tournament.starts_at)
    assert [entry_of(tournament, people[at]).seed for at in (3, 2)] == [1, 2]
    with pytest.raises(UserError, match="has begun"):
        people_and_clock.set_seeds(**about(tournament, olga), seeds={entries[3].pk: 2}, reason="x")


def test_with_too_few_it_is_not_started_by_hand(olga: Player) -> None:
    tournament = planned(olga, least=4, check_in_minutes=20)
    entries = [entering.enter(tournament_id=tournament.pk, player=player) for player in players(4)]
    with pytest.raises(UserError, match="Only 0 of at least 4"):
        people_and_clock.start_now(**about(tournament, olga))
    for entry in entries:
        people_and_clock.check_in_by_hand(**about(tournament, olga), entry_id=entry.pk)
    people_and_clock.start_now(**about(tournament, olga))
    assert fresh(tournament).status == Tournament.Status.RUNNING
    assert open_tables(tournament)


def test_absent_players_are_marked_and_come_back(olga: Player, running: Tournament) -> None:
    entry = board(running).places.get(seat=0).entry
    act = people_and_clock.mark_absent(**about(running, olga), entry_id=entry.pk, reason="Fell asleep")
    undoing.undo(**about(running, olga), act_id=act.pk, reason="Woke up")
    entry.refresh_from_db()
    assert entry.presence == Entry.Presence.HERE
    people_and_clock.mark_absent(**about(running, olga), entry_id=entry.pk, reason="Fell asleep")
    people_and_clock.mark_back(**about(running, olga), entry_id=entry.pk)
    entry.refresh_from_db()
    assert entry.presence == Entry.Presence.HERE


def test_a_cancelled_tournament_is_left_alone(olga: Player, running: Tournament) -> None:
    act = people_and_clock.extend_round(**about(running, olga), minutes=7, reason=WHY)
    people_and_clock.cancel(**about(running, olga), reason="Power cut")
    assert fresh(running).cancelled_because == "Power cut"
    with pytest.raises(UserError):
        undoing.undo(**about(running, olga), act_id=act.pk, reason=WHY)
    assert fresh(running).next_at is None
