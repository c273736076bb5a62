"""Tests who may act, alone or with approval, and what the players concerned are told."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse

import clubs.services as clubs
from accounts import roles
from accounts.models import Notice, Player, Sanction
from accounts.standing import Right, block
from chat.models import ChatLine
from games import services as games
from moderation import acts
from moderation.models import Act, ReasonTemplate
from moderation.services import appeals, cases
from tests.clubs.people import browser_of, refused
from tests.games.people import seated_table, short
from tests.moderation.acts.conftest import SOON, case_about, may, of_role
from tests.moderation.conftest import NOW
from tests.tournaments.people import planned
from tournaments.life import entering

pytestmark = pytest.mark.usefixtures("after_commit")


# --- Who may ---


def test_severe_acts_of_a_moderator_wait_for_another(vera: Player, maud: Player, milo: Player) -> None:
    case = case_about(vera, maud)
    act = acts.carry_out(kind="close-account", case_id=case.pk, by=maud, now=NOW, player=vera, reason="Threats")
    assert act.state == Act.State.WAITING
    assert may(vera, Right.SPEAK)
    with refused("own-act"):
        acts.approve(act_id=act.pk, by=maud, now=NOW)
    for _twice in range(2):
        assert acts.approve(act_id=act.pk, by=milo, now=NOW).seconded_by == milo
    assert not may(vera, Right.SPEAK)
    assert Sanction.objects.count() == 1


def test_another_may_refuse_it(vera: Player, maud: Player, milo: Player) -> None:
    case = case_about(vera, maud)
    act = acts.carry_out(kind="close-account", case_id=case.pk, by=maud, now=NOW, player=vera, reason="Threats")
    acts.refuse(act_id=act.pk, by=milo, now=NOW)
    assert acts.approve(act_id=act.pk, by=milo, now=NOW).state == Act.State.REFUSED
    assert may(vera, Right.SPEAK)


def test_what_can_no_longer_be_done_can_be_refused(vera: Player, alice: Player, maud: Player) -> None:
    table = games.open_table(owner=alice, game="two-step", options={}, bots=["", ""], seconds=60)
    games.join(table_id=table.pk, player=vera)
    helper = of_role("Hugo", roles.Role.HELPER)
    chosen: dict[str, Any] = {"case_id": case_about(vera, helper).pk, "by": helper, "now": NOW, "reason": "Rude"}
    act = acts.carry_out(kind="remove-from-table", player=vera, subject_id=table.pk, **chosen)
    games.leave(table_id=table.pk, player=vera)
    with refused("no-such-subject"):
        acts.approve(act_id=act.pk, by=maud, now=NOW)
    assert acts.refuse(act_id=act.pk, by=maud, now=NOW).state == Act.State.REFUSED


def test_a_match_that_ends_while_stopping_it_waits_can_no_longer_be_stopped(
    vera: Player, alice: Player, maud: Player
) -> None:
    table = seated_table([vera, alice], game="two-step", options=short("two-step"))
    helper = of_role("Hugo", roles.Role.HELPER)
    case = case_about(vera, helper)
    act = acts.carry_out(kind="stop-table", case_id=case.pk, by=helper, now=NOW, subject_id=table.pk, reason="Rude")
    assert act.state == Act.State.WAITING
    games.finish(table_id=table.pk)
    with refused("not-running"):
        acts.approve(act_id=act.pk, by=maud, now=NOW)


@pytest.mark.parametrize(("days", "waits"), [(30, False), (31, True), (None, True)])
def test_pauses_over_thirty_days_are_severe(days: int | None, waits: bool, vera: Player, maud: Player) -> None:
    case, until = case_about(vera, maud), NOW + timedelta(days=days) if days else None
    act = acts.carry_out(
        kind="pause-play", case_id=case.pk, by=maud, now=NOW, player=vera, reason="Cheating", until=until
    )
    assert (act.state == Act.State.WAITING) == waits
    assert acts.waits_for_another("pause-play", maud, until, NOW) == waits


def test_a_helper_warns_alone_asks_for_a_mute_and_closes_no_account(vera: Player, maud: Player) -> None:
    helper = of_role("Hugo", roles.Role.HELPER)
    case = case_about(vera, helper)
    chosen: dict[str, Any] = {"case_id": case.pk, "by": helper, "now": NOW, "player": vera, "reason": "Rude"}
    assert acts.carry_out(kind="warn", **chosen).state == Act.State.DONE
    asked = acts.carry_out(kind="mute", until=SOON, **chosen)
    assert asked.state == Act.State.WAITING
    with refused("not-allowed"):
        acts.carry_out(kind="close-account", **chosen)
    assert acts.approve(act_id=asked.pk, by=maud, now=NOW).state == Act.State.DONE


def by_playing_together(maud: Player, vera: Player) -> None:
    seated_table([maud, vera])


def by_a_block(maud: Player, vera: Player) -> None:
    block(player=vera, other=maud, now=NOW)


def by_a_club(maud: Player, vera: Player) -> None:
    club = clubs.found(founder=vera, now=NOW, name="Bones", admission="open")
    clubs.join(club_id=club.pk, player=maud, now=NOW)


def by_a_tournament(maud: Player, vera: Player) -> None:
    entering.enter(tournament_id=planned(maud).pk, player=vera)


@pytest.mark.parametrize("is_close", [by_playing_together, by_a_block, by_a_club, by_a_tournament])
def test_nobody_judges_those_they_are_close_to(
    is_close: Callable[[Player, Player], None], vera: Player, maud: Player, milo: Player
) -> None:
    case = case_about(vera, maud)
    is_close(maud, vera)
    with refused("own-case"):
        acts.carry_out(kind="warn", case_id=case.pk, by=maud, now=NOW, player=vera, reason="Rude")
    cases.release(case_id=case.pk, by=maud)
    cases.claim(case_id=case.pk, by=milo, now=NOW)
    act = acts.carry_out(kind="close-account", case_id=case.pk, by=milo, now=NOW, player=vera, reason="Rude")
    with refused("own-case"):
        acts.approve(act_id=act.pk, by=maud, now=NOW)


def test_an_act_takes_a_claimed_case_a_reason_and_an_end_that_fits(vera: Player, maud: Player, milo: Player) -> None:
    case = case_about(vera, maud)
    chosen: dict[str, Any] = {"case_id": case.pk, "now": NOW, "player": vera}
    with refused("not-yours"):
        acts.carry_out(kind="warn", by=milo, reason="Rude", **chosen)
    with refused("no-reason"):
        acts.carry_out(kind="warn", by=maud, reason=" ", **chosen)
    with refused("bad-field"):
        acts.carry_out(kind="warn", by=maud, reason="Rude", until=SOON, **chosen)
    with refused("past"):
        acts.carry_out(kind="mute", by=maud, reason="Rude", until=NOW, **chosen)
    with refused("not-spam"):
        acts.carry_out(kind="shadow-hide", by=maud, reason="Rude", until=SOON, **chosen)
    with refused("no-such-act"):
        acts.carry_out(kind="tickle", by=maud, reason="Rude", **chosen)
    with refused("no-such-subject"):
        acts.carry_out(kind="stop-table", by=maud, reason="Rude", subject_id="nowhere", case_id=case.pk, now=NOW)
    assert not Act.objects.exists()


# --- What those concerned read ---


def test_a_template_is_read_in_ones_own_language(vera: Player, maud: Player) -> None:
    Player.objects.filter(pk=vera.pk).update(language="de")
    vera.refresh_from_db()
    template = ReasonTemplate.objects.get(code="name")
    act = acts.carry_out(
        kind="rename", case_id=case_about(vera, maud).pk, by=maud, now=NOW, player=vera, template=template
    )
    assert act.reason.startswith("Dein Name verletzt")
    page = browser_of(vera).get(reverse("accounts:notices")).content.decode()
    assert "Dein Name verletzt" in page
    assert "Maud" not in page


def test_an_appeal_that_is_upheld_lifts_the_act(vera: Player, maud: Player, milo: Player) -> None:
    act = acts.carry_out(kind="rename", case_id=case_about(vera, maud).pk, by=maud, now=NOW, player=vera, reason="Rude")
    appeal = appeals.appeal_against_act(player=vera, act=act, text="It is my name", now=NOW)
    appeals.answer(appeal_id=appeal.pk, by=milo, outcome="upheld", text="It is", now=NOW)
    act.refresh_from_db()
    assert (act.state, act.lifted_by) == (Act.State.LIFTED, milo)
    assert Player.objects.get(pk=vera.pk).username == "Vera"


@pytest.mark.parametrize("chosen", [{"kind": "rename"}, {"kind": "mute", "until": SOON}], ids=["act", "sanction"])
def test_an_upheld_appeal_is_told_once_with_the_answer(
    chosen: dict[str, Any], vera: Player, maud: Player, milo: Player
) -> None:
    case = case_about(vera, maud)
    act = acts.carry_out(case_id=case.pk, by=maud, now=NOW, player=vera, reason="Rude", **chosen)
    appeal = appeals.appeal_against_act(player=vera, act=act, text="I am not", now=NOW)
    told = set(Notice.objects.filter(player=vera))
    appeals.answer(appeal_id=appeal.pk, by=milo, outcome="upheld", text="Indeed", now=NOW)
    [notice] = set(Notice.objects.filter(player=vera)) - told
    assert notice.kind == "appeal-upheld"
    act.refresh_from_db()
    assert act.state == Act.State.LIFTED


def test_nobody_reads_the_lines_of_a_spammer_but_the_spammer(vera: Player, alice: Player, hanna: Player) -> None:
    table = seated_table([vera, alice])
    case = case_about(vera, hanna, "spam")
    acts.carry_out(kind="shadow-hide", case_id=case.pk, by=hanna, now=NOW, player=vera, reason="Coins", until=SOON)
    games.say(table_id=table.pk, player=vera, text="Free coins")
    lines = ChatLine.objects
    assert (lines.shown_to(vera).count(), lines.shown_to(alice).count(), lines.shown_to(None).count()) == (1, 0, 0)
    assert not browser_of(vera).get("/standing/").content.decode().count("Coins")
