"""Places in a finished match, the tie-break between equal totals, and the curve of the totals."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from games.models import Table
from games.pages.results.curve import HEIGHT, WIDTH, curve
from games.pages.results.ranking import places, what_decided
from tests.games.pages import finished_table
from tests.html import dense

NAMES = ["Anna", "Ben", "Carla"]


def record(totals: list[int], winners: list[int], *scores: list[int]) -> dict[str, Any]:
    deals = [{"result": {"reason": "out", "scores": each}} for each in scores]
    return {"result": {"totals": totals, "winners": winners}, "deals": deals}


def test_the_fewest_points_come_first_where_points_are_left_in_hand() -> None:
    assert places([30, 10, 20], [1], high_wins=False) == [(1, 1), (2, 2), (3, 0)]


def test_the_most_points_come_first_where_they_are_won() -> None:
    assert places([3, 10], [1], high_wins=True) == [(1, 1), (2, 0)]


def test_equal_totals_share_a_place_unless_one_of_them_has_won() -> None:
    assert places([10, 10, 20, 20], [0], high_wins=False) == [(1, 0), (2, 1), (3, 2), (3, 3)]
    assert places([10, 10, 20, 5], [0, 3], high_wins=False) == [(1, 0), (1, 3), (3, 1), (4, 2)]


def test_more_deals_without_points_decide() -> None:
    its = record([10, 10, 30], [1], [5, 0, 10], [5, 10, 0], [0, 0, 20])
    assert what_decided(its, NAMES) == ("Ben and Anna have the same points: Ben had more deals without any (2 to 1).")


def test_then_the_best_other_deal_decides() -> None:
    its = record([10, 10], [1], [5, 3], [5, 7])
    assert what_decided(its, NAMES) == (
        "Ben and Anna have the same points: apart from deals without any, Ben had the best one."
    )


@pytest.mark.parametrize("winners", [[0], [0, 1]])
def test_nothing_had_to_decide(winners: list[int]) -> None:
    totals = [10, 10 if len(winners) > 1 else 12]
    assert what_decided(record(totals, winners, totals), NAMES) == ""


def test_the_curve_ends_at_the_totals() -> None:
    drawn = curve(NAMES[:2], [[5, 0], [5, 20]])
    assert drawn is not None
    assert [(line.name, line.total, line.end) for line in drawn.lines] == [
        ("Anna", 10, (WIDTH, HEIGHT / 2)),
        ("Ben", 20, (WIDTH, 0)),
    ]
    assert drawn.lines[1].points == f"0,{HEIGHT} {WIDTH // 2},{HEIGHT} {WIDTH},0"


def test_a_single_deal_and_no_points_make_no_curve() -> None:
    assert curve(NAMES[:2], [[5, 0]]) is None
    assert curve(NAMES[:2], [[0, 0], [0, 0]]) is None


@pytest.mark.usefixtures("after_commit")
def test_the_page_shows_winners_first(client: Client, alice: Player, bob: Player) -> None:
    table = finished_table([alice, bob], "kardinal", options={"ending": "games", "games": 3})
    Table.objects.filter(pk=table.pk).update(result={"totals": [30, 7], "winners": [1]})
    page = dense(client.get(reverse("games:result", args=[table.pk])).text)
    ranks = page.split('class="outcome-ranks"')[1].split("</ol>")[0]
    assert ranks.index("Bob") < ranks.index("Alice")
    assert 'class="medal medal-2">2<' in ranks
    assert page.count("curve-key") == 2
