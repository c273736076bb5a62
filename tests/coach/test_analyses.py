"""Analyses of finished matches: requested, computed in pieces, shown, and announced."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Notice, Player
from coach import services
from coach.judging import decisions
from coach.models import Analysis
from common.errors import UserError
from games.models import Table
from tests.games.pages import browser_of, finished_table
from tests.games.people import seated_table

pytestmark = pytest.mark.usefixtures("after_commit")


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Collect the ids of the analyses that are sent to the workers."""
    found: list[int] = []
    monkeypatch.setattr(services, "send", found.append)
    return found


@pytest.fixture(autouse=True)
def in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Try decisions in only a few imagined deals."""
    for game in ("two-step", "kardinal"):
        monkeypatch.setitem(
            decisions.EFFORT, game, decisions.Effort(first_deals=10, min_deals=20, max_deals=20, min_loss=0.15)
        )
    monkeypatch.setattr(decisions, "STEP", 20)


def looked_at(table: Table, player: Player, **choices: Any) -> Analysis:
    """Return the complete analysis of a match."""
    analysis = services.ask(table=table, player=player, now=timezone.now())
    while services.work(analysis_id=analysis.pk, now=timezone.now(), **choices):
        pass
    analysis.refresh_from_db()
    return analysis


def result_of(table: Table) -> str:
    return reverse("games:result", args=[table.pk])


def part_of(table: Table, seat: int = 0) -> str:
    return reverse("coach:analysis", args=[table.pk, seat])


def test_a_player_asks_and_is_told(alice: Player, bob: Player, client: Client, asked: list[int]) -> None:
    table = finished_table([alice, bob])
    browser = browser_of(alice)
    assert "Look at my moves" in browser.get(result_of(table)).text
    assert 'id="coach"' not in client.get(result_of(table)).text
    browser.post(reverse("coach:ask", args=[table.pk]))
    [analysis] = Analysis.objects.all()
    assert asked == [analysis.pk]
    assert (analysis.seat, analysis.player, analysis.done_at) == (0, alice, None)
    assert "0% of the match" in browser.get(part_of(table)).text
    done = looked_at(table, alice)
    assert done.done_at
    assert done.decisions
    assert Notice.objects.filter(player=alice, kind="coach-done").count() == 1
    assert not Notice.objects.filter(player=bob, kind="coach-done").exists()
    page = client.get(part_of(table)).text
    assert f"What {alice.username} played" in page
    assert "What you played" in browser.get(part_of(table)).text
    for one in done.decisions:
        assert f'data-place="{one["deal"]}-{one["step"]}"' in page
    assert all(one["mistake"] in (True, False) for one in done.decisions)


def test_an_analysis_in_pieces_has_the_same_result(alice: Player, bob: Player, asked: list[int]) -> None:
    table = finished_table([alice, bob], game="kardinal")
    whole = looked_at(table, alice).decisions
    Analysis.objects.all().delete()
    assert looked_at(table, alice, seconds=0.0).decisions == whole


def test_only_the_players_own_decisions_are_analysed(alice: Player, bob: Player, asked: list[int]) -> None:
    table = finished_table([alice, bob])
    plies = set(table.moves.filter(seat=0).values_list("ply", flat=True))
    table.moves.filter(ply__in=sorted(plies)[:2]).update(by="house")
    looked = {one["ply"] for one in looked_at(table, alice).decisions}
    assert looked
    assert looked <= plies - set(sorted(plies)[:2])


def test_work_done_by_two_workers_is_kept_once(alice: Player, bob: Player, asked: list[int]) -> None:
    table = finished_table([alice, bob], game="kardinal")
    analysis = services.ask(table=table, player=alice, now=timezone.now())
    slow = Analysis.objects.select_related("table").get(pk=analysis.pk)
    assert services.work(analysis_id=analysis.pk, now=timezone.now(), seconds=0.0)
    kept = Analysis.objects.get(pk=analysis.pk)
    assert 0 < kept.next_ply < table.ply
    assert not services._keep(slow, slow.next_ply, table.ply, [], timezone.now())
    analysis.refresh_from_db()
    assert (analysis.next_ply, analysis.decisions, analysis.done_at) == (kept.next_ply, kept.decisions, None)


def test_a_second_request_returns_the_same_analysis(alice: Player, bob: Player, asked: list[int]) -> None:
    table = finished_table([alice, bob])
    for player in (alice, alice, bob):
        services.ask(table=table, player=player, now=timezone.now())
    assert list(Analysis.objects.values_list("seat", flat=True)) == [0, 1]
    assert len(asked) == 2


def test_only_players_may_ask_and_only_after_the_match(alice: Player, bob: Player, charlie: Player) -> None:
    running, over = seated_table([alice, bob]), finished_table([alice, bob])
    sealed = finished_table([alice, bob])
    Table.objects.filter(pk=sealed.pk).update(is_sealed=True)
    sealed.refresh_from_db()
    for table, player, code in (
        (running, alice, "not-finished"),
        (sealed, alice, "not-finished"),
        (over, charlie, "not-seated"),
    ):
        with pytest.raises(UserError) as refusal:
            services.ask(table=table, player=player, now=timezone.now())
        assert refusal.value.code == code
    assert browser_of(alice).get(part_of(sealed)).status_code == 404
    assert browser_of(alice).get(part_of(over)).status_code == 404


def test_lost_tasks_are_sent_again(alice: Player, bob: Player, asked: list[int]) -> None:
    table, now = finished_table([alice, bob]), timezone.now()
    analysis = services.ask(table=table, player=alice, now=now)
    services.send_lost(now=now)
    assert asked == [analysis.pk]
    services.send_lost(now=now + 2 * services.LOST)
    assert asked == [analysis.pk] * 2
    services.send_lost(now=now + 2 * services.GIVEN_UP)
    assert asked == [analysis.pk] * 2


def test_analyses_per_day_are_limited(
    alice: Player, bob: Player, asked: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "is_within", lambda name, *, player_id: name != "analyses")
    with pytest.raises(UserError) as refusal:
        services.ask(table=finished_table([alice, bob]), player=alice, now=timezone.now())
    assert refusal.value.code == "too-often"
