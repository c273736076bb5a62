"""Appeals against organisers that go to the site are answered at the desk."""

from __future__ import annotations

import pytest
from django.urls import reverse

from accounts import roles
from accounts.models import Notice, Player
from action_log.services import describe
from tests.games.pages import browser_of
from tests.moderation.conftest import moderator
from tests.tournaments.people import players, started
from tournaments.base.log import lines_of
from tournaments.calls import appealing
from tournaments.control.actions.clock.extend import ExtendRound
from tournaments.control.actions.undo import Undo
from tournaments.models import Appeal, Tournament

pytestmark = pytest.mark.usefixtures("after_commit")

APPEALS = reverse("admin:desk_appeals")


@pytest.fixture
def appeal(alice: Player, maud: Player) -> Appeal:
    """Return an appeal of Player1 to the site, against Alice's longer round; Maud is the moderator."""
    people = players(4)
    tournament = started(alice, people, round_minutes=30)
    line = ExtendRound(minutes=5).carry_out(tournament_id=tournament.pk, by=alice, reason="It is close")
    return appealing.appeal(
        tournament_id=tournament.pk, player=people[0], line_id=line.pk, to=Appeal.To.SITE, text="No need for it"
    )


def answers(by: Player, appeal: Appeal, outcome: str = "upheld", text: str = "The clock had run out") -> str:
    address = reverse("admin:desk_answer_in_tournament", args=[appeal.pk])
    return browser_of(by).post(address, {"outcome": outcome, "text": text}, follow=True).text


def test_a_moderator_is_told_and_answers(appeal: Appeal, maud: Player) -> None:
    assert Notice.objects.filter(player=maud, kind="tournament-appeal-waits").count() == 1
    assert "No need for it" in browser_of(maud).get(APPEALS).text
    assert "No need for it" not in answers(maud, appeal)
    appeal.refresh_from_db()
    assert (appeal.is_upheld, appeal.decided_by, appeal.reason) == (True, maud, "The clock had run out")
    line = lines_of(Tournament.objects.get())[0]
    assert describe(line).startswith("The site upheld the appeal of Player1 against this:")


def test_an_appeal_against_an_undone_action_says_so(appeal: Appeal, alice: Player, maud: Player) -> None:
    assert "<strong>undone</strong>" not in browser_of(maud).get(APPEALS).text
    Undo(act=appeal.line_id).carry_out(tournament_id=appeal.tournament_id, by=alice, reason="It is late")
    page = browser_of(maud).get(APPEALS).text
    assert "<strong>undone</strong>" in page
    assert f'href="{appeal.tournament.get_absolute_url()}"' in page


@pytest.mark.parametrize("text", ["", " ", "x" * 301])
def test_an_answer_has_a_reason(appeal: Appeal, maud: Player, text: str) -> None:
    answers(maud, appeal, text=text)
    assert Appeal.objects.undecided().count() == 1


def test_involved_moderators_cannot_answer(appeal: Appeal) -> None:
    for by in (appeal.player, Player.objects.get(username="Alice")):
        roles.give_role(player=by, role=roles.Role.MODERATOR)
        answers(by, appeal)
    helper = moderator("Mona")
    appeal.tournament.helpers.add(helper)
    assert "This concerns you: another moderator has to judge it." in answers(helper, appeal)
    assert Appeal.objects.undecided().count() == 1


def test_other_players_cannot_open_the_desk(appeal: Appeal, bob: Player) -> None:
    answers(bob, appeal)
    assert Appeal.objects.undecided().count() == 1
