"""The pages of the control room."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Player
from tests.html import dense
from tests.tournaments.control.at_pages import WHY, browser, done, page
from tests.tournaments.people import (
    advanced,
    after_the_break,
    current_round,
    fresh,
    planned,
    players,
    started,
    the_house_plays,
)
from tournaments.base.locking import write
from tournaments.base.log import lines_of
from tournaments.control import stale
from tournaments.control.actions import ACTIONS
from tournaments.control.room.control import control_of
from tournaments.control.room.needs import needs_of
from tournaments.life import entering
from tournaments.models import Entry, Place, Round, Tournament

pytestmark = pytest.mark.django_db


def test_before_the_start_it_says_how_many_are_missing(olga: Player) -> None:
    tournament = planned(olga, least=4)
    entering.enter(tournament_id=tournament.pk, player=players(1)[0])
    html = browser(olga).get(page("control", tournament)).content.decode()
    assert "So far 1 of at least 4 players" in html
    assert "1 player: too few for a round" in html


def test_until_check_in_opens_all_who_have_entered_count_towards_the_fewest(olga: Player) -> None:
    tournament = planned(olga, least=2, check_in_minutes=10)
    for player in players(2):
        entering.enter(tournament_id=tournament.pk, player=player)
    assert "So far" not in browser(olga).get(page("control", tournament)).content.decode()
    advanced(tournament, tournament.check_in_at)
    assert "So far 0 of at least 2 players" in browser(olga).get(page("control", tournament)).content.decode()


@pytest.mark.parametrize(("minutes", "left", "warns"), [(5, 4, False), (5, 0.9, True), (60, 6, False), (60, 4, True)])
def test_a_round_is_nearly_over_in_the_last_fifth_of_it(
    minutes: int, left: float, *, warns: bool, olga: Player
) -> None:
    tournament = started(olga, players(8), round_minutes=minutes)
    ends_at = current_round(tournament).ends_at
    assert ends_at is not None
    needs = needs_of(control_of(tournament, ends_at - timedelta(minutes=left)))
    assert any("nearly over" in need.sentence for need in needs) == warns


def test_the_preview_of_adding_bots_says_how_many_tables_there_will_be(olga: Player) -> None:
    tournament = planned(olga)
    asked: dict[str, str | int] = {"look": 1, "number": 5, "level": "easy"}
    html = browser(olga).get(page("control-action", tournament, "bots"), asked).content.decode()
    assert "5 bots enter, and are checked in." in html
    assert "If everyone comes: 5 players: 1 table of 5." in html


@pytest.mark.parametrize(
    ("late_rounds", "said"),
    [(0, "can only be put in by you, until the first round is over."), (2, "can still come late, up to round 2.")],
)
def test_the_preview_of_starting_says_who_can_still_come(late_rounds: int, said: str, olga: Player) -> None:
    tournament = planned(olga, late_rounds=late_rounds)
    for player in players(4):
        entering.enter(tournament_id=tournament.pk, player=player)
    html = browser(olga).get(page("control-action", tournament, "start")).content.decode()
    assert f"Players who have not entered by then {said}" in html


def test_once_it_is_over_the_control_room_says_who_has_won(olga: Player) -> None:
    tournament = started(olga, players(4), rounds=1)
    the_house_plays(tournament)
    tournament = advanced(tournament, timezone.now())
    tournament = advanced(tournament, after_the_break(tournament))
    assert tournament.status == Tournament.Status.FINISHED
    assert tournament.final is not None
    html = dense(browser(olga).get(page("control", tournament)).text)
    assert '<h2 id="stage-title">Finished</h2>' in html
    winners = {row["name"] for row in tournament.final if row["rank"] == 1}  # equal totals share the first place
    assert all(re.search(f"<dd>[^<]*{winner}[^<]*</dd>", html) for winner in winners)
    assert "Cancel the tournament" not in html


def test_a_cancelled_one_says_why_in_words(olga: Player) -> None:
    tournament = planned(olga, least=4)
    tournament = advanced(tournament, tournament.starts_at)
    html = browser(olga).get(page("control", tournament)).content.decode()
    assert "Too few players had come by the start: at least 4 are needed." in html


@pytest.mark.parametrize(
    ("verb", "said"), [("substitute", "Nobody is free to come in"), ("bot", "Bots already sit at all seats")]
)
def test_absentees_cannot_be_chosen(verb: str, said: str, olga: Player) -> None:
    tournament = planned(olga)
    entering.enter_bots(tournament_id=tournament.pk, names=["Pip", "Dot", "Ivory", "Ebony"])
    tournament = advanced(tournament, tournament.starts_at)
    board = current_round(tournament).boards.get()
    answer = browser(olga).get(page("control-action", tournament, verb), {"board": board.pk}, follow=True)
    assert said in answer.content.decode()
    assert answer.redirect_chain[-1][0] == page("control", tournament)


def test_only_people_are_replaced_by_bots(olga: Player) -> None:
    tournament = planned(olga)
    entering.enter_bots(tournament_id=tournament.pk, names=["Pip", "Dot", "Ivory"])
    entering.enter(tournament_id=tournament.pk, player=olga)
    tournament = advanced(tournament, tournament.starts_at)
    board = current_round(tournament).boards.get()
    html = dense(browser(olga).get(page("control-action", tournament, "bot"), {"board": board.pk}).text)
    assert ">Olga</option>" in html
    assert ">Pip</option>" not in html


def test_a_held_seating_says_when_its_tables_open(olga: Player) -> None:
    tournament = planned(olga, holds_seatings=True)
    for player in players(4):
        entering.enter(tournament_id=tournament.pk, player=player)
    tournament = advanced(tournament, tournament.starts_at)
    html = browser(olga).get(page("control", tournament)).content.decode()
    assert "once the seating is published" in html


def test_the_log_offers_to_undo_only_what_can_be(olga: Player) -> None:
    tournament = started(olga, players(4), round_minutes=30)
    client = browser(olga)
    assert done(client, tournament, "extend", minutes=5, seen=stale.seen(tournament, stale.CLOCK)).status_code == 302
    undo = page("control-action", tournament, "undo")
    assert undo in client.get(page("control-log", tournament)).content.decode()
    the_house_plays(tournament)
    advanced(tournament, timezone.now())
    html = client.get(page("control-log", tournament)).content.decode()
    assert undo not in html
    assert "The round is over." in html


def test_table_sizes_for_twenty_three_players_are_described(olga: Player) -> None:
    tournament = planned(olga)
    entering.enter_bots(tournament_id=tournament.pk, names=[f"Bot {n}" for n in range(23)])
    html = browser(olga).get(page("control", tournament)).content.decode()
    assert "23 players: 5 tables of 4, 1 table of 3" in html


def test_a_player_is_checked_in_by_one_button(olga: Player) -> None:
    tournament = planned(olga, check_in_minutes=30)
    entry = entering.enter(tournament_id=tournament.pk, player=players(1)[0])
    client = browser(olga)
    assert "Check in" in client.get(page("control", tournament)).content.decode()
    seen = stale.seen(fresh(tournament), stale.ENTRY, entry.pk)
    client.post(f"{page('control-action', tournament, 'check-in')}?entry={entry.pk}&seen={seen}")
    entry.refresh_from_db()
    assert entry.checked_in_at is not None
    again = client.post(f"{page('control-action', tournament, 'check-in')}?entry={entry.pk}&seen={seen}", follow=True)
    assert "Nothing was changed because somebody else was faster" in again.content.decode()


def test_a_held_seating_is_shown_changed_and_published(olga: Player) -> None:
    tournament = started(olga, players(8), holds_seatings=True)
    client = browser(olga)
    html = client.get(page("control", tournament)).content.decode()
    assert "The seating of round 1 waits for you" in html
    one, other = Place.objects.filter(seat=0).order_by("board__number").values_list("entry", flat=True)
    address = page("control-action", tournament, "swap")
    foreseen = client.get(address, {"one": one, "other": other, "look": 1})
    assert "Pairs that meet again in this round: 0 before, 0 after." in foreseen.content.decode()
    seen = foreseen.context["seen"]
    assert client.post(address, {"one": one, "other": other, "seen": seen, "reason": WHY}).status_code == 302
    assert Place.objects.get(entry=other).board == current_round(tournament).boards.get(number=1)
    stale = client.post(address, {"one": one, "other": other, "seen": seen, "reason": WHY})
    assert stale.status_code == 409
    assert "changed places" in stale.content.decode()
    client.post(page("control-action", tournament, "publish"))
    assert current_round(tournament).status != Round.Status.HELD


def test_a_correction_is_previewed_done_and_undone(olga: Player) -> None:
    tournament = started(olga, players(8))
    the_house_plays(tournament)
    advanced(tournament, tournament.starts_at)
    board = current_round(tournament).boards.get(number=1)
    client, address = browser(olga), page("control-action", tournament, "correct")
    points = {f"points-{seat}": 500 - seat for seat in range(4)}
    assert "points-0" in client.get(address, {"board": board.pk}).content.decode()
    foreseen = client.get(address, {"board": board.pk, "look": 1, **points})
    assert "The standings, before and after" in foreseen.content.decode()
    assert foreseen.context["diff"].is_changed
    without_reason = client.post(address, {"board": board.pk, **points})
    assert without_reason.status_code == 409
    assert "Say why" in without_reason.content.decode()
    client.post(address, {"board": board.pk, "seen": foreseen.context["seen"], "reason": WHY, **points})
    assert [place.score["points"] for place in board.places.order_by("seat")] == [500, 499, 498, 497]
    html = client.get(page("control-log", tournament)).content.decode()
    assert WHY in html
    act = lines_of(tournament).get()
    assert "The standings, before and after" in (
        client.get(page("control-action", tournament, "undo"), {"act": act.pk}).content.decode()
    )
    done(client, tournament, "undo", act=act.pk)
    assert max(place.score["points"] for place in board.places.all()) < 497


def test_after_the_next_round_has_been_seated_it_says_that_seatings_stay(olga: Player) -> None:
    tournament = started(olga, players(8))
    the_house_plays(tournament)
    advanced(tournament, tournament.starts_at)
    advanced(tournament, after_the_break(tournament))
    board = tournament.played_rounds.get(number=1).boards.get(number=1)
    points = {f"points-{seat}": 50 for seat in range(4)}
    client = browser(olga)
    foreseen = client.get(page("control-action", tournament, "correct"), {"board": board.pk, "look": 1, **points})
    assert "this changes the standings, but not the seatings" in foreseen.content.decode()
    seats = list(current_round(tournament).places.values_list("entry", "board", "seat").order_by("entry"))
    done(client, tournament, "correct", board=board.pk, **points)
    assert seats == list(current_round(tournament).places.values_list("entry", "board", "seat").order_by("entry"))
    assert client.get(page("control-round", tournament, "1")).status_code == 200


def test_every_action_has_a_page_that_says_something(olga: Player, running: Tournament) -> None:
    client = browser(olga)
    board = current_round(running).boards.get(number=1)
    place = board.places.get(seat=0)
    asked: dict[str, str | int] = {"board": board.pk, "entry": place.entry_id, "minutes": 5, "number": 2}
    for slug in ACTIONS:
        answer = client.get(page("control-action", running, slug), asked)
        assert answer.status_code in (200, 302), slug
    assert client.get(page("control-action", running, "dance")).status_code == 404
    assert done(client, running, "extend", minutes=5, seen="9" * 5000 + ".x").status_code == 409
    assert client.get(page("control-action", running, "replay"), {"board": 10**9}).status_code == 404
    assert client.get(page("control-action", running, "replay"), {"board": "x"}).status_code == 404
    assert not lines_of(running).exists()


def test_the_page_asks_as_often_however_many_tables_there_are(olga: Player) -> None:
    client = browser(olga)
    asked = []
    for first, number in ((1, 8), (20, 30)):
        tournament = started(olga, players(number, first=first), round_minutes=30)
        client.get(page("control-live", tournament))
        with CaptureQueriesContext(connection) as queries:
            html = client.get(page("control-live", tournament)).content.decode()
        assert f"{number} players" in html
        asked.append(len(queries))
    assert asked[0] == asked[1]


def test_a_draft_is_announced_from_here(olga: Player) -> None:
    tournament = planned(olga)
    later = timezone.now() + timedelta(minutes=20)
    Tournament.objects.filter(pk=tournament.pk).update(status="draft", registration_at=later)
    client = browser(olga)
    assert "This is a draft" in client.get(page("control", tournament)).content.decode()
    done(client, tournament, "announce")
    assert fresh(tournament).status == Tournament.Status.ANNOUNCED


def test_absentees_are_listed_first(olga: Player, running: Tournament) -> None:
    board = current_round(running).boards.get(number=1)
    assert board.table is not None
    board.table.seats.filter(number=0).update(away=True)
    name = board.places.get(seat=0).entry.name
    html = browser(olga).get(page("control", running)).content.decode()
    assert f"Table 1: {name} away" in html
    assert Entry.objects.count() == 8


def test_absent_players_are_named_as_a_need(olga: Player, running: Tournament) -> None:
    running.entries.update(presence=Entry.Presence.ABSENT)
    assert "8 players are absent" in browser(olga).get(page("control", running)).content.decode()
    write(fresh(running), absence=Tournament.Absence.KEEP)
    assert "players are absent" not in browser(olga).get(page("control", running)).content.decode()


def test_in_the_break_it_says_when_the_next_round_is(olga: Player, running: Tournament) -> None:
    the_house_plays(running)
    advanced(running, running.starts_at)
    assert "Next round" in browser(olga).get(page("control", running)).content.decode()


def test_when_everybody_is_absent_it_says_that_it_ends_and_what_to_do(olga: Player, running: Tournament) -> None:
    tells = "Fewer than two players are here: unless that changes before the next round is due, the tournament ends."
    assert tells not in browser(olga).get(page("control", running)).text
    running.entries.exclude(seed=1).update(presence=Entry.Presence.ABSENT)
    write(fresh(running))
    assert tells in browser(olga).get(page("control", running)).text
    write(fresh(running), absence=Tournament.Absence.KEEP)
    assert tells not in browser(olga).get(page("control", running)).text
    write(fresh(running), absence=Tournament.Absence.PAUSE, rounds=1)
    assert tells not in browser(olga).get(page("control", running)).text


def test_marking_the_last_but_one_absent_says_that_it_ends(olga: Player, running: Tournament) -> None:
    first, second, *others = running.entries.order_by("seed")
    address, tells = page("control-action", running, "absent"), "if nobody comes back, the tournament ends"
    assert tells not in browser(olga).get(address, {"entry": first.pk, "look": 1}).text
    running.entries.filter(pk__in=[entry.pk for entry in others]).update(presence=Entry.Presence.ABSENT)
    assert tells in browser(olga).get(address, {"entry": second.pk, "look": 1}).text


def test_reasons_stand_in_the_quotation_marks_of_the_readers_language(olga: Player) -> None:
    tournament, client = started(olga, players(4)), browser(olga)
    done(client, tournament, "pause")
    for name in ("control", "control-log"):
        html = client.get(page(name, tournament)).text
        assert re.search(rf"<q[^>]*>{WHY}</q>", html), name
        assert f"“{WHY}”" not in html, name
