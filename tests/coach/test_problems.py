"""Problems of the day: made from matches, solved by anyone, counted for players."""

import random
from datetime import date, timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from coach import problems
from coach.judging import puzzle_in
from coach.models import Problem, Solution
from games.models import Table
from games.records.replay import table_after
from games.rules import Deal
from tests.games.pages import browser_of, finished_table

pytestmark = pytest.mark.usefixtures("after_commit")
GAME = "kardinal"
TODAY = date(2026, 5, 1)


@pytest.fixture
def table(alice: Player, bob: Player) -> Table:
    return finished_table([alice, bob], game=GAME)


def deal_after(table: Table, step: int) -> Deal:
    live = table_after(table, 1, step)
    assert live is not None
    assert live.match.deal is not None
    return live.match.deal


def written(table: Table, day: date = TODAY) -> Problem:
    """Return a problem made from the first choice of a match, with the first legal move as the best."""
    step, deal = 0, deal_after(table, 0)
    while len({move.tile for move in deal.legal_moves()}) < 2:
        step += 1
        deal = deal_after(table, step)
    legal = deal.legal_moves()
    first = next(move for move in legal if move.tile != legal[0].tile)
    moves = [[str(legal[0]), 0.0, 3], [str(first), 7.5, 4]]
    reason: dict[str, Any] = {"template": "It empties the hand.", "params": {}}
    return Problem.objects.create(
        game=GAME,
        day=day,
        table=table,
        deal=1,
        step=step,
        seat=deal.turn,
        moves=moves,
        reason=reason,
        made_at=timezone.now(),
    )


def answer_to(problem: Problem) -> str:
    return reverse("coach:answer", args=[problem.pk])


def test_a_problem_is_made_from_a_match_and_only_once(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(problems, "LOOKED_AT", 1.0)
    monkeypatch.setattr(problems, "SEARCHING", 2.0)
    now = timezone.now()
    made = problems.make_missing(now=now)
    for one in Problem.objects.all():
        assert (one.game, one.table, one.day) == (GAME, table, now.date())
        assert one.moves[0][1] == 0
        assert all(loss >= 6 for _move, loss, _pips in one.moves[1:])
        assert one.reason["template"].format(**one.reason["params"])
    assert made + problems.make_missing(now=now) == Problem.objects.count() <= 1


@pytest.mark.parametrize(
    "hidden", [{"is_sealed": True}, {"visibility": "invited"}, {"finished_at": timezone.now() - timedelta(days=99)}]
)
def test_only_recent_matches_for_everyone_make_problems(table: Table, hidden: dict[str, Any]) -> None:
    assert problems._matches(GAME, timezone.now(), random.Random(1)) == [table]
    Table.objects.filter(pk=table.pk).update(**hidden)
    assert problems._matches(GAME, timezone.now(), random.Random(1)) == []


def test_matches_of_tournaments_make_problems_too(table: Table) -> None:
    Table.objects.filter(pk=table.pk).update(visibility="set")
    assert problems._matches(GAME, timezone.now(), random.Random(1)) == [table]


def test_a_seat_without_a_choice_has_no_problem(table: Table) -> None:
    deal = deal_after(table, 0)
    while len(deal.legal_moves()) > 1:
        deal.play(deal.legal_moves()[0])
    assert puzzle_in(deal, random.Random(1)) is None


def test_without_matches_the_page_says_so(client: Client, db: None) -> None:
    assert "There is no problem yet" in client.get(reverse("coach:problem", args=[GAME])).text
    assert client.get(reverse("coach:problem", args=["chess"])).status_code == 404
    cache.clear()
    assert "Problems of the day" not in client.get("/").text


def test_only_games_that_have_a_problem_are_offered_as_others(table: Table, client: Client) -> None:
    written(table)
    others = "Other problems:"
    assert others not in client.get(reverse("coach:problem", args=[GAME])).text
    page = client.get(reverse("coach:problem", args=["two-step"])).text
    assert others in page
    assert reverse("coach:problem", args=["chicken-foot"]) not in page


def test_anyone_may_solve_it_and_nobody_is_named(table: Table, client: Client, alice: Player) -> None:
    problem = written(table)
    cache.clear()
    assert reverse("coach:problem", args=[GAME]) in client.get("/").text
    assert client.get(reverse("coach:problem", args=[GAME])).status_code == 200
    position = client.get(reverse("coach:position", args=[problem.pk]))
    for telling in (alice.username, table.pk, table.chain.anchor, table.seats.get(number=0).contribution):
        assert telling not in position.text
    shown = position.json()
    assert shown["answer"] is None
    assert shown["view"]["mine"]["seat"] == problem.seat
    wrong = client.post(answer_to(problem), {"move": problem.moves[1][0]}).json()
    assert not wrong["is_right"]
    assert "7.5" in wrong["said"]
    assert wrong["address"].endswith(f"#1-{problem.step}")
    assert wrong["streak"] == ""
    assert client.post(answer_to(problem), {"move": problem.moves[0][0]}).json()["is_right"]
    assert not Solution.objects.exists()
    for text in ("6-6@6-6", "nonsense", ""):
        assert client.post(answer_to(problem), {"move": text}).status_code == 400


def test_the_first_answer_of_a_player_counts(table: Table, alice: Player) -> None:
    problem, browser = written(table), browser_of(alice)
    browser.post(answer_to(problem), {"move": problem.moves[1][0]})
    browser.post(answer_to(problem), {"move": problem.moves[0][0]})
    [solution] = Solution.objects.all()
    assert (solution.player, solution.move, solution.is_right) == (alice, problem.moves[1][0], False)
    shown = browser.get(reverse("coach:position", args=[problem.pk])).json()
    assert not shown["answer"]["is_right"]


def test_a_streak_ends_with_a_mistake_and_not_with_an_open_problem(table: Table, alice: Player, bob: Player) -> None:
    days = [TODAY + timedelta(days=day) for day in range(4)]
    series = [written(table, day) for day in days]
    assert problems.streak_of(alice, GAME) == 0
    for number, best in ((0, 0), (1, 0)):
        problems.solve(problem=series[number], player=alice, move=series[number].moves[best][0], now=timezone.now())
    assert problems.streak_of(alice, GAME) == 0
    problems.solve(problem=series[2], player=alice, move=series[2].moves[0][0], now=timezone.now())
    assert problems.streak_of(alice, GAME) == 3
    problems.solve(problem=series[3], player=alice, move=series[3].moves[1][0], now=timezone.now())
    assert problems.streak_of(alice, GAME) == 0
    assert problems.streak_of(bob, GAME) == 0
