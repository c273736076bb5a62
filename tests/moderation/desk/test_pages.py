"""The pages of the desk: who may open which, what they show, and what they never show."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts import roles
from accounts.models import Player
from action_log.models import LogLine
from games.models import SeatStay, Table
from moderation.models import Case, Note
from moderation.services import cases
from tests.games.pages import browser_of
from tests.games.people import seated_table
from tests.games.test_admin import TILE, hidden_tiles
from tests.moderation.conftest import NOW, reported
from tests.moderation.desk.conftest import ROLES
from tests.tournaments.people import confirmed_players, current_round, started
from tournaments.models import Board, Place

pytestmark = pytest.mark.usefixtures("after_commit")

QUEUE = reverse("admin:desk_queue")


def page_of(case: Case) -> str:
    return reverse("admin:desk_case", args=[case.pk])


def match_of(table: Table) -> str:
    return reverse("admin:desk_match", args=[table.pk])


def test_only_the_team_comes_to_the_desk(as_role: Callable[..., Client], insult: Case, running: Table) -> None:
    for role in ROLES:
        browser = as_role(role)
        for address in (QUEUE, page_of(insult), match_of(running)):
            assert browser.get(address).status_code == (200 if role else 302), (role, address)


def test_only_head_moderators_open_hands_and_only_moderators_private_chats(
    as_role: Callable[..., Client], insult: Case, running: Table
) -> None:
    may = {
        reverse("admin:desk_open_hands", args=[running.pk]): {roles.Role.HEAD, roles.Role.SITE_ADMIN},
        reverse("admin:desk_private_chat", args=[insult.pk]): {*roles.Role} - {roles.Role.HELPER},
    }
    for role in roles.Role:
        browser = as_role(role)
        for address, allowed in may.items():
            assert (browser.post(address).status_code == 403) is (role not in allowed), (role, address)


def test_nothing_is_done_by_following_a_link(maud: Player, insult: Case, running: Table) -> None:
    browser = browser_of(maud)
    for name in ("desk_claim", "desk_release", "desk_close", "desk_note", "desk_private_chat"):
        assert browser.get(reverse(f"admin:{name}", args=[insult.pk])).status_code == 405, name


def test_an_empty_queue_says_that_nobody_is_needed(maud: Player) -> None:
    assert "No case is waiting for you." in browser_of(maud).get(QUEUE).text
    assert "Nothing fits." in browser_of(maud).get(QUEUE, {"whose": "mine"}).text


def test_the_queue_shows_the_most_urgent_case_first(maud: Player, vera: Player, alice: Player, bob: Player) -> None:
    reported(vera, alice, kind="stalling")
    reported(bob, alice, kind="danger")
    text = browser_of(maud).get(QUEUE).text
    assert text.index("Danger to somebody") < text.index("Stalling or leaving")
    assert "Danger" not in browser_of(maud).get(QUEUE, {"kind": "stalling"}).text.split("desk-queue")[1]


def test_a_moderator_sees_no_case_about_herself(maud: Player, alice: Player) -> None:
    case = reported(maud, alice).case
    assert page_of(case) not in browser_of(maud).get(QUEUE).text
    assert browser_of(maud).get(page_of(case)).status_code == 403
    assert str(case.pk) not in re.findall(
        r"/admin/desk/cases/(\d+)/", browser_of(maud).get(reverse("admin:moderation_case_changelist")).text
    )


def test_a_case_is_taken_by_one_moderator_only(maud: Player, milo: Player, insult: Case) -> None:
    claim = reverse("admin:desk_claim", args=[insult.pk])
    assert browser_of(maud).post(claim).headers["Location"] == page_of(insult)
    late = browser_of(milo).post(claim, follow=True)
    assert "Maud is looking into this already." in late.text
    insult.refresh_from_db()
    assert insult.claimed_by == maud


def test_a_case_shows_the_report_the_chat_around_it_and_the_match(maud: Player, insult: Case) -> None:
    text = browser_of(maud).get(page_of(insult)).text
    assert "What a brick." in text
    assert "Good luck!" in text
    assert re.search(r'class="reported[^"]*".*?What a brick\.', text, re.DOTALL)
    assert "ply 5 of 12" in text


def test_no_page_of_the_desk_shows_a_hidden_tile_of_a_running_match(
    as_role: Callable[..., Client], insult: Case, running: Table
) -> None:
    hidden = hidden_tiles(running)
    assert len(hidden) > 30
    browser = as_role(roles.Role.HEAD)
    for address in (QUEUE, page_of(insult), *(f"{match_of(running)}?ply={ply}" for ply in range(13))):
        text = browser.get(address).text
        assert not hidden & set(TILE.findall(text)), address
        assert "desk-hand" not in text


def test_a_match_is_replayed_to_any_ply(maud: Player, running: Table) -> None:
    browser = browser_of(maud)
    tiles = [browser.get(match_of(running), {"ply": ply}).text.count("drawn-tile") for ply in (0, 6, 12)]
    assert tiles == sorted(tiles)
    assert tiles[0] < tiles[-1]
    assert browser.get(match_of(running), {"ply": "x"}).status_code == 200
    assert browser.get(match_of(running), {"ply": "9" * 30}).status_code == 200


def test_a_sealed_match_shows_no_layout(as_role: Callable[..., Client], running: Table) -> None:
    Table.objects.filter(pk=running.pk).update(is_sealed=True)
    text = as_role(roles.Role.SITE_ADMIN).get(match_of(running)).text
    assert "drawn-tile" not in text
    assert "Others still play with the same tiles." in text


def test_a_head_moderator_opens_hands_with_a_reason_which_is_logged(insult: Case, running: Table) -> None:
    head = Player.objects.create_user(username="Hedda")
    roles.give_role(player=head, role=roles.Role.HEAD)
    browser = browser_of(head)
    hands = reverse("admin:desk_open_hands", args=[running.pk])
    form = {"case": insult.pk, "ply": 5, "reason": "Does she know what Bob holds?"}
    assert "desk-hand" not in browser.post(hands, form, follow=True).text  # the case is not hers yet
    cases.claim(case_id=insult.pk, by=head, now=NOW)
    assert "desk-hand" not in browser.post(hands, {**form, "reason": "Why?"}, follow=True).text
    assert not LogLine.objects.filter(action="hands-opened").exists()
    assert browser.post(hands, form).text.count("desk-hand") == 2
    line = LogLine.objects.get(action="hands-opened")
    assert (line.by, line.reason, line.details) == (head, form["reason"], {"table": running.pk, "ply": 5})
    assert "desk-hand" not in browser.get(match_of(running)).text


def test_nobody_sees_the_tiles_they_play_with_at_another_table(insult: Case, running: Table) -> None:
    head = Player.objects.create_user(username="Hedda")
    roles.give_role(player=head, role=roles.Role.HEAD)
    cases.claim(case_id=insult.pk, by=head, now=NOW)
    own = seated_table([head, Player.objects.create_user(username="Ivo")])
    Table.objects.filter(pk__in=(running.pk, own.pk)).update(chain=running.chain, is_sealed=True)
    form = {"case": insult.pk, "ply": 5, "reason": "Does she know what Bob holds?"}
    answer = browser_of(head).post(reverse("admin:desk_open_hands", args=[running.pk]), form)
    assert answer.status_code == 403
    assert "desk-hand" not in answer.text


@pytest.mark.parametrize("is_open", [True, False])
def test_nobody_sees_the_tiles_they_are_about_to_play_with(
    insult: Case, running: Table, alice: Player, *, is_open: bool
) -> None:
    head, *others = confirmed_players(8)
    roles.give_role(player=head, role=roles.Role.HEAD)
    cases.claim(case_id=insult.pk, by=head, now=NOW)
    event = started(alice, [head, *others], duplicate=True)
    own = Place.objects.get(entry__player=head, round=current_round(event))
    if not is_open:
        Board.objects.filter(places=own).update(table=None)
        Table.objects.filter(seats__player=head).delete()
    assert not SeatStay.objects.filter(player=head).exists()
    Table.objects.filter(pk=running.pk).update(chain=own.round.chain, is_sealed=True)
    form = {"case": insult.pk, "ply": 5, "reason": "Does she know what Bob holds?"}
    answer = browser_of(head).post(reverse("admin:desk_open_hands", args=[running.pk]), form)
    assert answer.status_code == 403
    assert "desk-hand" not in answer.text


def test_private_chat_is_shown_when_asked_for_and_that_is_logged(maud: Player, insult: Case, running: Table) -> None:
    Table.objects.filter(pk=running.pk).update(visibility=Table.Visibility.INVITED)
    browser = browser_of(maud)
    assert "What a brick." not in browser.get(page_of(insult)).text
    assert "What a brick." in browser.post(reverse("admin:desk_private_chat", args=[insult.pk])).text
    assert LogLine.objects.get(action="chat-seen").by == maud


def test_a_note_is_written_and_a_case_closed_by_its_moderator(maud: Player, milo: Player, claimed: Case) -> None:
    browser = browser_of(maud)
    browser.post(reverse("admin:desk_note", args=[claimed.pk]), {"text": "Third time this week."})
    assert Note.objects.get().by == maud
    close = reverse("admin:desk_close", args=[claimed.pk])
    browser_of(milo).post(close, {"outcome": "acted"})
    claimed.refresh_from_db()
    assert claimed.is_open
    browser.post(close, {"outcome": "acted"})
    claimed.refresh_from_db()
    assert claimed.outcome == Case.Outcome.ACTED


@pytest.mark.parametrize("name", ["queue", "case"])
def test_more_reports_take_no_more_queries(name: str, maud: Player, insult: Case, alice: Player, bob: Player) -> None:
    address = QUEUE if name == "queue" else page_of(insult)
    browser = browser_of(maud)
    browser.get(address)
    with CaptureQueriesContext(
        connection,
    ) as few:
        browser.get(address)
    assert insult.player is not None
    for reporter in (alice, bob):
        reported(insult.player, reporter)
        reported(reporter, maud)
    with CaptureQueriesContext(connection) as many:
        browser.get(address)
    assert len(many) <= len(few)
    assert len(many) < 60


@pytest.mark.parametrize("name", ["case", "report", "act", "note", "appeal", "reasontemplate"])
def test_lists_are_read_by_the_team_and_changed_by_nobody(
    name: str, as_role: Callable[..., Client], insult: Case
) -> None:
    browser = as_role(roles.Role.MODERATOR)
    assert browser.get(reverse(f"admin:moderation_{name}_changelist")).status_code == 200
    assert browser.get(reverse(f"admin:moderation_{name}_add")).status_code == 403
    assert as_role(None).get(reverse(f"admin:moderation_{name}_changelist")).status_code == 302
