"""Correcting results, annulling and replaying matches, and undoing that."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import Player
from common.errors import UserError
from games import services as tables
from games.models import Table
from tests.html import dense
from tests.tournaments.control.at_pages import browser, done, page
from tests.tournaments.control.at_tables import about, board, finished_round, points, table_of
from tests.tournaments.people import (
    DUELS,
    advanced,
    after_the_break,
    current_round,
    fresh,
    players,
    started,
    the_house_plays,
)
from tournaments.base.standings import standings_of
from tournaments.control.actions.tables.correct import Correct
from tournaments.control.actions.tables.replay import Replay
from tournaments.control.actions.undo import Undo
from tournaments.models import Place, Round, Tournament

pytestmark = pytest.mark.django_db
WHY = "Their line was cut"


# --- Corrections ---


def test_a_correction_changes_the_standings(olga: Player) -> None:
    tournament = finished_round(olga)
    loser = board(tournament).places.get(seat=0).entry
    Correct(board=board(tournament).pk, points=[400, 1, 2, 3]).carry_out(**about(tournament, olga), reason=WHY)
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
    act = Correct(board=board(tournament).pk, points=[9, 9, 9, 9]).carry_out(**about(tournament, olga), reason=WHY)
    assert all(place.score and place.score["shared"] for place in board(tournament).places.all())
    back = Undo(act=act.pk).carry_out(**about(tournament, olga), reason="They erred")
    assert points(tournament) == before
    assert standings_of(fresh(tournament)) == standings
    assert not board(tournament).is_corrected
    Undo(act=back.pk).carry_out(**about(tournament, olga), reason="They did not")
    assert points(tournament) == [9, 9, 9, 9]


def test_at_two_step_the_most_points_win(olga: Player) -> None:
    tournament = finished_round(olga, plan=DUELS)
    Correct(board=board(tournament).pk, points=[3, 10]).carry_out(**about(tournament, olga), reason=WHY)
    won = board(tournament).places.order_by("seat").values_list("score__won", flat=True)
    assert list(won) == [False, True]


@pytest.mark.parametrize("wrong", [[], [1, 2, 3], [1, 2, 3, -1], [1, 2, 3, 10_000]])
def test_impossible_points_are_refused(olga: Player, wrong: list[int]) -> None:
    tournament = finished_round(olga)
    with pytest.raises(UserError) as refusal:
        Correct(board=board(tournament).pk, points=wrong).carry_out(**about(tournament, olga), reason=WHY)
    assert refusal.value.code == "bad-points"


def corrected_on_its_page(olga: Player, tournament: Tournament, *points: int) -> str:
    """Preview a correction of the first table, and make it; return the text of the page."""
    fields = {"board": board(tournament).pk, **{f"points-{seat}": of_it for seat, of_it in enumerate(points)}}
    looked = browser(olga).get(page("control-action", tournament, "correct"), {**fields, "look": 1}).text
    done(browser(olga), tournament, "correct", look=1, **fields)
    return dense(looked)


def test_a_finished_match_is_not_corrected_to_an_impossible_result(olga: Player) -> None:
    tournament = finished_round(olga, plan=DUELS | {"options": {"target": 10}})
    before = points(tournament)
    for wrong in ((5, 5), (12, 3), (10, 10), (9, 8)):
        said = corrected_on_its_page(olga, tournament, *wrong)
        assert "A match to 10 ends when one player has 10 points, or one more if the last win brings 2;" in said
        assert points(tournament) == before
    for possible in ((11, 9), (3, 10)):
        assert "A match to 10 ends" not in corrected_on_its_page(olga, tournament, *possible)
        assert points(tournament) == list(possible)


def test_a_match_that_is_broken_off_may_be_shared(olga: Player) -> None:
    tournament = started(olga, players(4), DUELS | {"options": {"target": 10}})
    assert "A match to 10 ends" in corrected_on_its_page(olga, tournament, 12, 3)
    assert "A match to 10 ends" not in corrected_on_its_page(olga, tournament, 5, 5)
    assert points(tournament) == [5, 5]


def test_a_second_correction_starts_from_the_match(olga: Player) -> None:
    """Earlier corrections are ignored; with the points of the match, its original scores come back."""
    tournament = finished_round(olga, rounds=1, options={"high": 9, "low": 7}, format="table-rounds", table_size=4)
    first = board(tournament)
    scores = [place.score for place in first.places.order_by("seat")]
    played = points(tournament)

    def corrected_to(all_points: list[int]) -> list[Any]:
        Correct(board=first.pk, points=all_points).carry_out(**about(tournament, olga), reason=WHY)
        return [place.score for place in first.places.order_by("seat")]

    by_one = [played[0] + 1, *played[1:]]
    directly = corrected_to(by_one)
    assert directly[0]["deals"] == [*scores[0]["deals"][:-1], scores[0]["deals"][-1] + 1]
    assert [sum(score["deals"]) for score in corrected_to([0] * 4)] == [0] * 4
    assert corrected_to(by_one) == directly
    assert corrected_to(played) == scores


def test_a_result_is_entered_while_the_match_runs(olga: Player, running: Tournament) -> None:
    old = table_of(running)
    act = Correct(board=board(running).pk, points=[1, 2, 3, 4]).carry_out(**about(running, olga), reason=WHY)
    old.refresh_from_db()
    assert old.status == Table.Status.CLOSED
    tables.finish(table_id=old.pk)
    advanced(running, running.starts_at)
    assert points(running) == [1, 2, 3, 4]
    with pytest.raises(UserError, match="broken off"):
        Undo(act=act.pk).carry_out(**about(running, olga), reason=WHY)
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
    Correct(board=place.board.pk, points=fewest).carry_out(**about(tournament, olga), reason=WHY)
    ranks = {row["entry"]: row["rank"] for row in standings_of(fresh(tournament))}
    assert ranks[last] == 1


def test_in_a_knockout_the_winner_stays_once_the_next_round_is_seated(olga: Player) -> None:
    plan = DUELS | {"format": "knockout", "rounds": 0}
    tournament = started(olga, players(4), plan=plan)
    the_house_plays(tournament)
    tournament = advanced(tournament, tournament.starts_at)
    first = board(tournament)
    won = [0, 9] if first.places.get(seat=1).score["won"] else [9, 0]
    advanced(tournament, after_the_break(tournament))
    with pytest.raises(UserError) as refusal:
        Correct(board=first.pk, points=won[::-1]).carry_out(**about(tournament, olga), reason=WHY)
    assert refusal.value.code == "decided"
    Correct(board=first.pk, points=won).carry_out(**about(tournament, olga), reason=WHY)


def test_the_qualifying_is_settled_once_the_final_is_seated(olga: Player) -> None:
    plan = DUELS | {"format": "swiss-cut", "rounds": 1, "advancing": 2}
    tournament = started(olga, players(4), plan=plan)
    the_house_plays(tournament)
    tournament = advanced(tournament, tournament.starts_at)
    first = board(tournament)
    won = [0, 9] if first.places.get(seat=1).score["won"] else [9, 0]
    Correct(board=first.pk, points=won).carry_out(**about(tournament, olga), reason=WHY)
    tournament = advanced(tournament, after_the_break(tournament))
    assert tournament.round_number == 2
    with pytest.raises(UserError) as refusal:
        Correct(board=first.pk, points=[point * 2 for point in won]).carry_out(**about(tournament, olga), reason=WHY)
    assert refusal.value.code == "decided"


# --- Annul and replay ---


def test_a_table_is_replayed(olga: Player, running: Tournament) -> None:
    old = table_of(running)
    seats = list(old.seats.order_by("number").values_list("player", flat=True))
    act = Replay(board=board(running).pk).carry_out(**about(running, olga), reason=WHY)
    new = table_of(running)
    old.refresh_from_db()
    assert new != old
    assert old.status == Table.Status.CLOSED
    assert act.details["old"] == old.pk
    assert list(new.seats.order_by("number").values_list("player", flat=True)) == seats
    the_house_plays(running)
    assert current_round(advanced(running, running.starts_at)).status == Round.Status.FINISHED


def test_an_annulled_match_counts_again_once_that_is_undone(olga: Player, running: Tournament) -> None:
    tables.finish(table_id=table_of(running).pk)
    advanced(running, running.starts_at)
    old, before = table_of(running), points(running)
    act = Replay(board=board(running).pk).carry_out(**about(running, olga), reason=WHY)
    assert points(running) == []
    assert not board(running).is_done
    new = table_of(running)
    Undo(act=act.pk).carry_out(**about(running, olga), reason="It was fine after all")
    assert (table_of(running), points(running)) == (old, before)
    new.refresh_from_db()
    assert new.status == Table.Status.CLOSED


def test_a_result_that_was_not_collected_yet_is_not_lost(olga: Player, running: Tournament) -> None:
    """The match has ended, but the clockwork has not collected its result yet."""
    tables.finish(table_id=table_of(running).pk)
    act = Replay(board=board(running).pk).carry_out(**about(running, olga), reason=WHY)
    assert act.before is not None
    Undo(act=act.pk).carry_out(**about(running, olga), reason=WHY)
    assert len(points(running)) == 4


def test_after_the_round_nothing_can_be_replayed(olga: Player) -> None:
    tournament = finished_round(olga)
    with pytest.raises(UserError) as refusal:
        Replay(board=board(tournament).pk).carry_out(**about(tournament, olga), reason=WHY)
    assert refusal.value.code == "too-late"
