"""Demo cases: one of each kind, and a moderator whose password nobody can guess."""

import pytest

from accounts.demo import make_demo_players
from accounts.models import Player, Sanction
from clubs.demo import make_demo_clubs
from games.demo import open_demo_tables
from moderation.demo import MODERATOR, make_demo_cases, make_demo_moderator
from moderation.models import Appeal, Case, Matter
from moderation.services import cases
from tests.moderation.conftest import NOW

pytestmark = pytest.mark.usefixtures("after_commit")


@pytest.fixture
def demo(db: None) -> None:
    make_demo_players()
    make_demo_clubs()
    open_demo_tables()


def test_there_is_a_case_of_each_kind_and_an_appeal(demo: None) -> None:
    assert make_demo_cases() == Case.objects.count() >= len(Matter)
    assert set(Case.objects.values_list("kind", flat=True)) == set(Matter.values)
    assert Appeal.objects.waiting().count() == 1
    assert make_demo_cases() == 0
    assert Sanction.objects.count() == 1


def test_the_moderator_can_judge_them(demo: None) -> None:
    make_demo_cases()
    password = make_demo_moderator()
    mona = Player.objects.get(username=MODERATOR)
    assert mona.check_password(password)
    for case in Case.objects.all():
        cases.claim(case_id=case.pk, by=mona, now=NOW)
    assert make_demo_moderator() != password


def test_somebody_else_of_that_name_gets_no_role(db: None) -> None:
    mona = Player.objects.create_user(username=MODERATOR, password="my-own-bones")
    assert make_demo_moderator() == ""
    mona.refresh_from_db()
    assert not mona.is_staff
    assert mona.check_password("my-own-bones")
