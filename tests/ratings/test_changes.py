"""What a match changed, on the page of its result."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import Player
from games.models import Table
from ratings.models import RatedSeat
from ratings.services import mark_for_recount
from ratings.views import MOST_TRIES
from tests.games.pages import browser_of, finished_table
from tests.html import dense
from tests.ratings.matches import counted, match

pytestmark = pytest.mark.django_db
SOON = "about to be counted"


def address(table: Table, tries: int = 0) -> str:
    return reverse("ratings:changes", args=[table.pk, tries])


def said(table: Table, tries: int = 0) -> str:
    return dense(browser_of(table.owner).get(address(table, tries)).text).strip()


def test_it_waits_until_it_is_counted_and_then_shows_the_changes(alice: Player, bob: Player) -> None:
    table = match(alice, bob)
    assert SOON in said(table)
    assert f'hx-get="{address(table, 1)}"' in said(table)
    counted()
    page = said(table)
    assert SOON not in page
    winner, loser = RatedSeat.objects.order_by("place")
    assert re.search(rf'id="change-0" hx-swap-oob="true">1000 → .*{winner.after}\?</span> <strong>\+\d+<', page)
    assert re.search(rf'id="change-1" hx-swap-oob="true">1000 → .*{loser.after}\?</span> <strong>-\d+<', page)


def test_asking_ends(alice: Player, bob: Player) -> None:
    table = match(alice, bob)
    assert SOON in said(table, MOST_TRIES)
    assert "hx-get" not in said(table, MOST_TRIES)


@pytest.mark.parametrize(
    "columns", [{"visibility": Table.Visibility.INVITED}, {"voided_at": timezone.now()}], ids=["friendly", "voided"]
)
def test_a_match_that_does_not_count_shows_nothing(alice: Player, bob: Player, columns: dict[str, Any]) -> None:
    table = match(alice, bob, **columns)
    assert said(table) == ""
    counted()
    assert said(table) == ""


def test_a_match_against_bots_shows_nothing(alice: Player) -> None:
    assert said(match(alice, None)) == ""


def test_a_match_that_is_to_be_counted_again_waits(alice: Player, bob: Player) -> None:
    table = match(alice, bob, voided_at=timezone.now())
    counted()
    Table.objects.update(voided_at=None)
    mark_for_recount(tables=[table.pk])
    assert SOON in said(table)
    counted()
    assert "hx-swap-oob" in said(table)


def test_deleted_accounts_show_no_change(alice: Player, bob: Player) -> None:
    table = match(alice, bob)
    counted()
    Player.objects.filter(pk=bob.pk).update(is_active=False)
    assert 'id="change-0"' in said(table)
    assert 'id="change-1"' not in said(table)


def test_who_may_not_see_the_match_does_not_see_the_changes(alice: Player, bob: Player) -> None:
    table = match(alice, bob)
    counted()
    Table.objects.update(visibility=Table.Visibility.INVITED)
    assert Client().get(address(table)).status_code == 404
    assert browser_of(alice).get(address(table)).status_code == 200
    Table.objects.update(visibility=Table.Visibility.PUBLIC, status=Table.Status.RUNNING)
    assert Client().get(address(table)).status_code == 404


def test_the_number_of_queries_is_constant(
    alice: Player, bob: Player, charlie: Player, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    small, large = match(alice, bob), match(alice, bob, charlie, minute=1)
    counted()
    for table in (small, large):
        with django_assert_num_queries(3):
            Client().get(address(table))


@pytest.mark.usefixtures("after_commit")
@pytest.mark.parametrize(("visibility", "asks"), [(Table.Visibility.PUBLIC, True), (Table.Visibility.INVITED, False)])
def test_the_result_asks_where_the_match_may_count(alice: Player, bob: Player, visibility: str, asks: bool) -> None:
    table = finished_table([alice, bob], visibility=visibility)
    page = browser_of(alice).get(reverse("games:result", args=[table.pk])).text
    assert (f'hx-get="{address(table)}"' in page) == asks
    assert ('id="change-1"' in page) == asks
