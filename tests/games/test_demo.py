"""The demo tables of a fresh site."""

import pytest
from django.core.management import call_command
from pytest_django import Settings

from accounts.models import Player
from games import services
from games.demo import TABLES
from games.models import Table
from moderation.tasks import renew_demo
from tests.games.people import let_time_run_out

pytestmark = pytest.mark.usefixtures("after_commit")


def make_demo() -> None:
    call_command("demo", verbosity=0)


def test_a_fresh_lobby_has_tables_to_watch_and_one_to_join(capsys: pytest.CaptureFixture[str]) -> None:
    make_demo()
    told = f"{len(TABLES)} demo tables opened, 3 tournaments planned, 7 cases reported.\n"
    assert capsys.readouterr().out.startswith(told)
    theirs = Table.objects.filter(occasion="")
    free = [table for table in theirs if any(seat.is_free for seat in table.seats.all())]
    assert len(free) == 1
    assert theirs.exclude(due_at=None).count() == len(TABLES) - 1


def test_a_second_run_changes_nothing() -> None:
    make_demo()
    before = set(Table.objects.values_list("pk", flat=True))
    make_demo()
    assert set(Table.objects.values_list("pk", flat=True)) == before


def test_the_demo_renews_itself_while_the_site_is_open(settings: Settings) -> None:
    make_demo()
    emil = Player.objects.get(username="Emil")
    services.close(table_id=Table.objects.get(owner=emil).pk, by=emil)
    settings.DEMO = False
    renew_demo()
    assert not Table.objects.open().filter(owner=emil).exists()
    settings.DEMO = True
    known = Player.objects.get(username="Mona").password
    renew_demo()
    assert Player.objects.get(username="Mona").password == known  # whoever has signed in stays so
    assert Table.objects.open().filter(owner=emil).exists()


def test_a_table_that_is_gone_is_opened_again() -> None:
    make_demo()
    emil = Player.objects.get(username="Emil")
    services.close(table_id=Table.objects.get(owner=emil).pk, by=emil)
    make_demo()
    assert Table.objects.open().filter(owner=emil).count() == 1


def test_the_full_tables_start_by_themselves() -> None:
    make_demo()
    table = Table.objects.get(owner__username="Carlo")
    assert let_time_run_out(table.pk).status == Table.Status.RUNNING
