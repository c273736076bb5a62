"""The pages beside the queue: today, appeals, figures, health; and the lists of the admin."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.humanize.templatetags.humanize import naturaltime
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from accounts import roles, standing
from accounts.models import PastName, Player, Sanction
from accounts.standing.causes import LEFT
from games.models import Table
from moderation import acts
from moderation.models import Appeal, Case
from moderation.services import appeals, cases
from tests.games.pages import browser_of
from tests.moderation.acts.conftest import case_about
from tests.moderation.conftest import NOW, moderator, reported

pytestmark = pytest.mark.usefixtures("after_commit")

TODAY = reverse("admin:index")
APPEALS = reverse("admin:desk_appeals")


@pytest.fixture
def appeal(vera: Player, maud: Player) -> Appeal:
    """Return the appeal of Vera, whom Maud has muted."""
    kind, end = Sanction.Kind.MUTED, NOW + timedelta(days=1)
    sanction = standing.impose(player=vera, kind=kind, reason="Rude", now=NOW, until=end, by=maud)
    return appeals.appeal(player=vera, sanction=sanction, text="It was a joke.", now=NOW)


def test_each_role_opens_what_it_may(as_role: Callable[..., Client]) -> None:
    helper, head = roles.Role.HELPER, roles.Role.HEAD
    least = {"index": helper, "desk_figures": helper, "desk_appeals": roles.Role.MODERATOR, "desk_health": head}
    for role in roles.Role:
        browser = as_role(role)
        for name, needed in least.items():
            expected = 200 if role.includes(needed) else 403
            assert browser.get(reverse(f"admin:{name}")).status_code == expected, (role, name)
            assert (reverse(f"admin:{name}") in browser.get(TODAY).text) is (expected == 200), (role, name)


def test_an_appeal_against_the_sites_own_decision_shows_its_reason(maud: Player, vera: Player) -> None:
    kind, end = Sanction.Kind.NO_PLAY, NOW + timedelta(days=1)
    sanction = standing.impose(player=vera, kind=kind, cause=LEFT, now=NOW, until=end)
    appeals.appeal(player=vera, sanction=sanction, text="My cat did it.", now=NOW)
    page = browser_of(maud).get(APPEALS).text
    assert "You have left matches that others wanted to play to the end." in page
    assert "–:" not in page


def test_without_answers_there_is_no_share_of_appeals(maud: Player) -> None:
    assert "0 %" not in browser_of(maud).get(reverse("admin:desk_figures")).text


def test_today_shows_the_most_urgent_case_and_ones_own(maud: Player, insult: Case) -> None:
    browser = browser_of(maud)
    assert "Most urgent" in browser.get(TODAY).text
    cases.claim(case_id=insult.pk, by=maud, now=NOW)
    text = browser.get(TODAY).text
    assert "You are working on" in text
    assert "Most urgent" not in text


def test_today_without_anything_to_do_says_so(maud: Player) -> None:
    assert "No case is waiting for you." in browser_of(maud).get(TODAY).text


def test_a_sweep_that_stands_still_is_the_first_thing_a_head_moderator_sees(as_role: Callable[..., Client]) -> None:
    assert "has never run" in as_role(roles.Role.HEAD).get(TODAY).text
    assert "has never run" not in as_role(roles.Role.MODERATOR).get(TODAY).text


def test_an_appeal_is_answered_by_another_moderator(appeal: Appeal, maud: Player, milo: Player) -> None:
    mine = browser_of(maud).get(APPEALS).text
    assert "It was a joke." in mine
    assert "another moderator has to answer" in mine
    browser = browser_of(milo)
    browser.post(reverse("admin:desk_answer", args=[appeal.pk]), {"outcome": "upheld", "text": "You are right."})
    appeal.refresh_from_db()
    assert appeal.answered_by == milo
    assert appeal.sanction is not None
    assert appeal.sanction.lifted_at is not None
    text = browser.get(APPEALS).text
    assert "No appeal waits for an answer." in text
    assert "You are right." in text


def test_an_appeal_names_who_has_asked_for_the_act_and_who_has_confirmed_it(
    vera: Player, maud: Player, milo: Player
) -> None:
    case = case_about(vera, maud)
    act = acts.carry_out(kind="close-account", case_id=case.pk, by=maud, now=NOW, player=vera, reason="Threats")
    sanction = acts.approve(act_id=act.pk, by=milo, now=NOW).sanction
    assert sanction is not None
    appeals.appeal(player=vera, sanction=sanction, text="It was not me.", now=NOW)
    text = " ".join(browser_of(moderator("Mona")).get(APPEALS).text.split())
    assert "Maud, confirmed by Milo: Threats" in text


def test_a_moderator_does_not_see_their_own_appeal(appeal: Appeal, vera: Player) -> None:
    roles.give_role(player=vera, role=roles.Role.MODERATOR)
    assert "It was a joke." not in browser_of(vera).get(APPEALS).text


def test_figures_count_cases_acts_and_appeals(maud: Player, milo: Player, insult: Case, appeal: Appeal) -> None:
    figures = reverse("admin:desk_figures")
    assert "Nothing yet." in browser_of(maud).get(figures).text
    cases.claim(case_id=insult.pk, by=maud, now=NOW)
    cases.close(case_id=insult.pk, by=maud, outcome=Case.Outcome.ACTED, now=insult.opened_at + timedelta(hours=2))
    insult.acts.create(kind="mute", player=insult.player, by=maud, at=timezone.now())
    appeals.answer(appeal_id=appeal.pk, by=milo, outcome=Appeal.Outcome.UPHELD, text="Yes.", now=NOW)
    page = browser_of(maud).get(figures)
    assert page.context["answer"] == timedelta(hours=2)
    assert page.context["acts"]["rows"] == [(acts.KINDS["mute"].label, [1])]
    assert page.context["appeals"]["share"] == 100


def test_players_are_found_by_an_earlier_name(maud: Player, vera: Player, charlie: Player) -> None:
    PastName.objects.create(player=vera, name="Verona", folded="verona", given_up_at=NOW, reserved_until=NOW)
    text = browser_of(maud).get(reverse("admin:accounts_player_changelist"), {"q": "Verona"}).text
    assert "Vera" in text
    assert "charlie" not in text.casefold()
    assert "Verona" in browser_of(maud).get(reverse("admin:accounts_player_change", args=[vera.pk])).text


def test_sessions_are_seen_by_site_admins_without_addresses(as_role: Callable[..., Client]) -> None:
    sessions = reverse("admin:usersessions_usersession_changelist")
    assert as_role(roles.Role.HEAD).get(sessions).status_code == 403
    assert "127.0.0.1" not in as_role(roles.Role.SITE_ADMIN).get(sessions).text


def test_a_table_is_drawn_where_it_is_listed(maud: Player, running: Table) -> None:
    text = browser_of(maud).get(reverse("admin:games_table_change", args=[running.pk])).text
    assert "drawn-tile" in text
    assert "desk-hand" not in text
    assert reverse("admin:desk_match", args=[running.pk]) in text
    assert (
        reverse("admin:desk_match", args=[running.pk])
        in browser_of(maud).get(reverse("admin:games_table_changelist")).text
    )


def test_moderators_are_not_offered_cases_about_themselves(maud: Player, insult: Case) -> None:
    """A case about a moderator is not on her page of today."""
    nina = moderator("Nina")
    case = reported(nina, insult.player).case
    assert reverse("admin:desk_case", args=[case.pk]) not in browser_of(nina).get(TODAY).text
    assert reverse("admin:desk_case", args=[case.pk]) in browser_of(maud).get(TODAY).text


@pytest.mark.parametrize(("days", "said"), [(1, "vor 1 Tag, 6 Stunden"), (2, "vor 2 Tagen, 6 Stunden")])
def test_german_times_on_the_desk_are_idiomatic(days: int, said: str) -> None:
    with translation.override("de"):
        assert naturaltime(timezone.now() - timedelta(days=days, hours=6, minutes=1)).replace("\xa0", " ") == said


@pytest.mark.parametrize(("hours", "said"), [(1, "un\u2019ora fa"), (5, "5 ore fa")])
def test_italian_times_on_the_desk_are_idiomatic(hours: int, said: str) -> None:
    with translation.override("it"):
        assert naturaltime(timezone.now() - timedelta(hours=hours, minutes=1)).replace("\xa0", " ") == said
