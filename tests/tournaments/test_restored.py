"""After a database was restored from a backup, no tournament deals tiles that are known."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Notice, Player
from action_log.models import LogLine
from action_log.services import describe
from games import services as tables
from tests.tournaments.people import DUELS, confirmed_players, fresh, planned, players, started, tables_of
from tournaments.life import clockwork, outages
from tournaments.models import Board, Tournament

pytestmark = pytest.mark.django_db
Status = Tournament.Status


def put_right(tournament: Tournament) -> Tournament:
    outages.repair_after_restore(tournament_id=tournament.pk, now=timezone.now())
    return fresh(tournament)


def chains_of(tournament: Tournament) -> Sequence[int]:
    return [table.chain_id for table in tables_of(tournament)]


def test_before_the_start_the_chain_is_replaced(olga: Player, client: Client) -> None:
    tournament = planned(olga, DUELS)
    assert tournament.chain is not None
    before = tournament.chain.anchor
    tournament = put_right(tournament)
    assert tournament.chain is not None
    assert tournament.chain.anchor not in (before, "")
    assert client.get(f"/tournament/{tournament.pk}/tournament.json").json()["anchor"] == tournament.chain.anchor
    assert "new anchor" in describe(LogLine.objects.latest("pk"))


def test_tables_that_are_not_over_are_played_again(olga: Player) -> None:
    people = players(4)
    tournament = started(olga, people, DUELS)
    done, running = Board.objects.filter(round__tournament=tournament).order_by("number")
    assert done.table_id is not None
    tables.finish(table_id=done.table_id)
    tournament = put_right(tournament)
    kept, new = Board.objects.filter(round__tournament=tournament).order_by("number").select_related("table__chain")
    assert (kept.is_done, kept.table_id) == (True, done.table_id)
    assert new.table is not None
    assert running.table is not None
    assert new.table.chain.anchor != running.table.chain.anchor
    running.table.refresh_from_db()
    assert running.table.status == "closed"
    again = set(new.places.values_list("entry__player__username", flat=True))
    assert set(Notice.objects.filter(kind="tournament-new-tiles").values_list("player__username", flat=True)) == again
    assert "new tiles" in describe(LogLine.objects.latest("pk"))
    tables.finish(table_id=new.table.pk)
    clockwork.advance(tournament_id=tournament.pk, now=timezone.now())
    assert fresh(tournament).played_rounds.get(number=1).status == "finished"


def test_the_same_tiles_for_all_cannot_be_dealt_again(olga: Player, client: Client) -> None:
    tournament = put_right(started(olga, confirmed_players(8), duplicate=True))
    assert tournament.status == Status.CANCELLED
    assert {table.status for table in tables_of(tournament)} == {"closed"}
    assert "had to go back to an earlier state" in client.get(f"/tournament/{tournament.pk}/").text


def test_what_is_over_stays_as_it_is(olga: Player) -> None:
    tournament = planned(olga, DUELS)
    Tournament.objects.filter(pk=tournament.pk).update(chain=None, status=Status.DRAFT)
    assert put_right(fresh(tournament)).version == fresh(tournament).version
