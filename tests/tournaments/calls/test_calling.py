"""Players call the organisers to their table, and are answered."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import Notice, Player
from action_log.services import describe
from chat.models import ChatLine
from common.errors import UserError
from tests.html import dense
from tests.tournaments.control.at_pages import browser, done, page
from tests.tournaments.control.at_tables import about, board, table_of
from tests.tournaments.people import advanced, fresh, players, started
from tournaments.base.log import lines_of
from tournaments.calls import calling
from tournaments.control.actions.clock.pause import Pause, Resume
from tournaments.control.actions.tables.answer import AnswerCall
from tournaments.control.actions.tables.replay import Replay
from tournaments.control.actions.tables.stop import LetGoOn, StopTable
from tournaments.life import pausing
from tournaments.models import Board, Call, Tournament
from tournaments.notices import desk
from tournaments.pages.bar import bar_at, calls_at

pytestmark = pytest.mark.django_db
TEXT = "Anna laid a tile that does not fit"


@pytest.fixture
def friday(olga: Player) -> Tournament:
    """Return eight players at two tables; Ida helps Olga."""
    tournament = started(olga, players(8), round_minutes=30)
    tournament.helpers.add(Player.objects.create_user("Ida", "ida@example.org"))
    return tournament


def sitter(tournament: Tournament, number: int = 1) -> Player:
    place = board(tournament, number).places.select_related("entry__player").get(seat=0)
    assert place.entry.player is not None
    return place.entry.player


def calls(tournament: Tournament, text: str = TEXT) -> Call:
    return calling.call(board=board(tournament), player=sitter(tournament), text=text)


def address(tournament: Tournament) -> str:
    return reverse("tournaments:call", args=[table_of(tournament).pk])


# --- Calling ---


def test_all_organisers_are_told_wherever_they_are(friday: Tournament, olga: Player) -> None:
    calls(friday)
    told = Notice.objects.filter(kind=desk.CALLED.slug).order_by("player__username")
    assert [notice.player.username for notice in told] == ["Ida", "Olga"]
    for organiser in (olga, Player.objects.get(username="Ida")):
        html = dense(browser(organiser).get("/clubs/").text)
        assert f"Table 1: {sitter(friday).username} calls you." in html
        assert TEXT in html
    for player in (sitter(friday), sitter(friday, 2)):
        assert calls_at(player, "/") == []


def test_the_control_room_shows_the_call_first_and_no_bar(friday: Tournament, olga: Player) -> None:
    calls(friday)
    shown = browser(olga).get(page("control", friday))
    assert shown.context["needs"][0].sentence == f"Table 1: {sitter(friday).username} calls you: “{TEXT}”"
    assert "calls you." not in dense(shown.text)


def test_a_player_calls_in_the_dialog_of_the_table(friday: Tournament) -> None:
    player, client = sitter(friday), browser(sitter(friday))
    table = client.get(table_of(friday).get_absolute_url()).text
    assert address(friday) in table
    part = client.get(address(friday), headers={"HX-Request": "true"}).text
    assert "<html" not in part
    said = client.post(address(friday), {"text": f"  {TEXT}\n"}, headers={"HX-Request": "true"}).text
    assert Call.objects.get().text == TEXT
    assert "The organisers have been told" in said
    assert "<textarea" not in said
    again = client.post(address(friday), {"text": "Hello?"})
    assert "You have called already" in again.text
    assert Call.objects.filter(player=player).count() == 1


@pytest.mark.parametrize("text", ["", "   ", "x" * 301])
def test_a_call_says_what_it_is_about(friday: Tournament, text: str) -> None:
    answer = browser(sitter(friday)).post(address(friday), {"text": text})
    assert "Say what it is about" in answer.text
    assert not Call.objects.exists()


def test_only_those_at_the_table_can_call(friday: Tournament, olga: Player) -> None:
    for player in (sitter(friday, 2), olga, None):
        assert browser(player).post(address(friday), {"text": TEXT}).status_code == 404
    with pytest.raises(UserError) as refusal:
        calling.call(board=board(friday), player=sitter(friday, 2), text=TEXT)
    assert refusal.value.code == "not-there"
    assert address(friday) not in browser(sitter(friday, 2)).get(table_of(friday).get_absolute_url()).text


def test_nobody_is_called_when_the_tournament_is_over(friday: Tournament, olga: Player) -> None:
    calls(friday)
    done(browser(olga), friday, "cancel")
    with pytest.raises(UserError) as refusal:
        calls(friday)
    assert refusal.value.code == "over"
    assert calls_at(olga, "/") == []


# --- Answering ---


def test_the_answer_reaches_the_caller_the_table_and_the_log(friday: Tournament, olga: Player) -> None:
    call, caller = calls(friday), sitter(friday)
    answer = browser(olga).post(
        page("control-action", friday, "answer"), {"call": call.pk, "text": "It fits: look\nagain."}
    )
    assert answer.status_code == 302
    assert describe(lines_of(friday)[0]) == (
        f"Round 1, table 1: {caller.username} called: “{TEXT}” Answer: “It fits: look again.”"
    )
    assert Notice.objects.get(kind=desk.ANSWERED.slug).player == caller
    line = ChatLine.objects.get(room=f"table:{table_of(friday).pk}")
    assert (line.author, line.text) == (olga, f"To {caller.username}: It fits: look again.")
    assert "It fits: look again." in browser(caller).get(address(friday)).text
    assert calls_at(olga, "/") == []
    calls(friday, "And now?")  # an answered call makes room for the next


def test_a_call_is_answered_once_and_not_by_the_caller(friday: Tournament, olga: Player) -> None:
    call, ida = calls(friday), Player.objects.get(username="Ida")
    friday.helpers.add(sitter(friday))
    with pytest.raises(UserError) as refusal:
        AnswerCall(call=call.pk, text="Yes").carry_out(**about(friday, sitter(friday)))
    assert refusal.value.code == "own-call"
    AnswerCall(call=call.pk, text="No").carry_out(**about(friday, ida))
    with pytest.raises(UserError) as refusal:
        AnswerCall(call=call.pk, text="Yes").carry_out(**about(friday, olga))
    assert refusal.value.code == "answered"
    assert Call.objects.get().answer == "No"


# --- Stopping a table ---


def test_a_stopped_table_stands_still_while_the_others_play(friday: Tournament, olga: Player) -> None:
    StopTable(board=board(friday).pk).carry_out(**about(friday, olga), reason="Looking into it")
    assert (table_of(friday).is_paused, table_of(friday, 2).is_paused) == (True, False)
    advanced(friday, timezone.now())
    pausing.apply_pause(tournament_id=friday.pk)  # as after any other action
    assert table_of(friday).is_paused
    LetGoOn(board=board(friday).pk).carry_out(**about(friday, olga))
    assert not table_of(friday).is_paused


def test_those_at_a_stopped_table_are_told_there_at_once_with_the_reason(friday: Tournament, olga: Player) -> None:
    player, other = sitter(friday), sitter(friday, 2)
    at_table = table_of(friday).get_absolute_url()
    assert bar_at(player, at_table) is None
    StopTable(board=board(friday).pk).carry_out(**about(friday, olga), reason="Looking into it")
    shown = bar_at(player, at_table)
    assert shown is not None
    assert shown.status.title == "Your table is stopped"
    assert shown.status.lines[-1] == "Looking into it"
    page = dense(browser(player).get(friday.get_absolute_url()).text)
    assert "Your table is stopped" in page
    assert "Looking into it" in page
    assert bar_at(other, table_of(friday, 2).get_absolute_url()) is None
    assert told(player) == ["table-stopped"]
    assert told(other) == []
    LetGoOn(board=board(friday).pk).carry_out(**about(friday, olga))
    assert bar_at(player, at_table) is None
    assert told(player) == ["table-goes-on", "table-stopped"]


def told(player: Player) -> list[str]:
    """Return the kinds of notices about a stopped table."""
    kinds = Notice.objects.filter(player=player, kind__startswith="tournament-table-").values_list("kind", flat=True)
    return sorted(kind.removeprefix("tournament-") for kind in kinds if kind != "tournament-table-ready")


def test_a_stopped_table_stays_stopped_when_the_tournament_resumes(friday: Tournament, olga: Player) -> None:
    StopTable(board=board(friday).pk).carry_out(**about(friday, olga), reason="Looking into it")
    Pause().carry_out(**about(friday, olga), reason="Pizza")
    assert table_of(friday, 2).is_paused
    Resume().carry_out(**about(friday, olga))
    assert (table_of(friday).is_paused, table_of(friday, 2).is_paused) == (True, False)


def test_a_replayed_table_is_not_stopped_any_more(friday: Tournament, olga: Player) -> None:
    StopTable(board=board(friday).pk).carry_out(**about(friday, olga), reason="Looking into it")
    Replay(board=board(friday).pk).carry_out(**about(friday, olga), reason="Both of them said so")
    assert not table_of(friday).is_paused


def test_the_sweep_stops_a_table_if_the_process_died_before(friday: Tournament) -> None:
    Board.objects.filter(pk=board(friday).pk).update(is_stopped=True)
    assert list(pausing.still_playing()) == [friday]
    pausing.apply_pause(tournament_id=friday.pk)
    assert table_of(friday).is_paused
    assert not pausing.still_playing().exists()


def test_the_room_says_that_a_table_is_stopped(friday: Tournament, olga: Player) -> None:
    StopTable(board=board(friday).pk).carry_out(**about(friday, olga), reason="Looking into it")
    shown = browser(olga).get(page("control", friday))
    assert "Table 1 is stopped until you let it go on." in [need.sentence for need in shown.context["needs"]]
    assert "Let the table go on" in shown.text
    assert fresh(friday).paused_at is None
