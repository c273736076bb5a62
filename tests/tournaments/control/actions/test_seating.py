"""A held seating is changed by hand before it is published."""

from __future__ import annotations

from collections import Counter

import pytest

from accounts.models import Player
from action_log.models import LogLine
from common.errors import UserError
from tests.tournaments.control.at_pages import browser, page
from tests.tournaments.people import DUELS, current_round, fresh, players, started
from tournaments.control import stale
from tournaments.control.actions.clock.pause import Pause
from tournaments.control.actions.players.presence import MarkAbsent
from tournaments.control.actions.seating.draw import DrawAgain
from tournaments.control.actions.seating.publish import Publish
from tournaments.control.actions.seating.rearrange import GiveBye, Move, Swap
from tournaments.control.actions.undo import Undo
from tournaments.control.arrangement import BY_HAND, Arrangement, arrangement_of, check_arrangement
from tournaments.control.meetings import meeting_again
from tournaments.life import entering
from tournaments.models import Entry, Round, Tournament

pytestmark = pytest.mark.django_db
WHY = "They came together by car"


@pytest.fixture
def held(olga: Player) -> Tournament:
    """Return nine players at three tables of three, whose seating Olga wants to check."""
    return started(olga, players(9), holds_seatings=True, table_size=3)


def _seats(tournament: Tournament) -> Arrangement:
    return arrangement_of(current_round(tournament))


def _swap(olga: Player, tournament: Tournament, one: int, other: int, reason: str = WHY, seen: str = "") -> LogLine:
    return Swap(one=one, other=other).carry_out(tournament_id=tournament.pk, by=olga, reason=reason, seen=seen)


def test_two_change_places(olga: Player, held: Tournament) -> None:
    before = _seats(held)
    one, other = before.tables[1][0], before.tables[2][1]
    act = _swap(olga, held, one, other)
    after = _seats(held)
    assert after.tables[1][0] == other
    assert after.tables[2][1] == one
    assert sorted(after.everyone) == sorted(before.everyone)
    assert (act.action, act.reason, act.by) == ("swap", WHY, olga)
    board = current_round(held).boards.get(number=1)
    assert board.why[0]["template"] == BY_HAND
    assert current_round(held).boards.get(number=3).why != board.why


def test_without_a_reason_nothing_is_changed(olga: Player, held: Tournament) -> None:
    before = _seats(held)
    with pytest.raises(UserError, match="Say why"):
        _swap(olga, held, before.tables[1][0], before.tables[2][1], reason="  ")
    assert _seats(held) == before


def test_a_swap_is_undone_and_done_again(olga: Player, held: Tournament) -> None:
    before = _seats(held)
    act = _swap(olga, held, before.tables[1][0], before.tables[2][1])
    after = _seats(held)
    back = Undo(act=act.pk).carry_out(tournament_id=held.pk, by=olga, reason="No, they did not")
    assert _seats(held) == before
    with pytest.raises(UserError, match="already been undone"):
        Undo(act=act.pk).carry_out(tournament_id=held.pk, by=olga, reason="Once more")
    Undo(act=back.pk).carry_out(tournament_id=held.pk, by=olga, reason="They did after all")
    assert _seats(held) == after


def test_a_swap_followed_by_another_change_is_not_undone(olga: Player, held: Tournament) -> None:
    seats = _seats(held)
    first = _swap(olga, held, seats.tables[1][0], seats.tables[2][1])
    _swap(olga, held, seats.tables[1][1], seats.tables[3][1])
    with pytest.raises(UserError) as refusal:
        Undo(act=first.pk).carry_out(tournament_id=held.pk, by=olga, reason=WHY)
    assert refusal.value.code == "changed-since"


def test_somebody_moves_to_another_table(olga: Player, held: Tournament) -> None:
    seats = _seats(held)
    one = seats.tables[1][0]
    Move(one=one, table=2).carry_out(tournament_id=held.pk, by=olga, reason=WHY)
    after = _seats(held)
    assert after.tables[2] == (*seats.tables[2], one)
    assert after.tables[1] == seats.tables[1][1:]


def test_a_table_may_not_become_too_small(olga: Player, held: Tournament) -> None:
    for one in _seats(held).tables[1][:1]:
        GiveBye(one=one).carry_out(tournament_id=held.pk, by=olga, reason=WHY)
    with pytest.raises(UserError) as refusal:
        GiveBye(one=_seats(held).tables[1][0]).carry_out(tournament_id=held.pk, by=olga, reason=WHY)
    assert refusal.value.code == "size"
    assert len(_seats(held).byes) == 1


def test_nobody_is_seated_twice_or_left_out(olga: Player, held: Tournament) -> None:
    before = _seats(held)
    twice = Arrangement(before.tables | {1: (*before.tables[1], before.tables[2][0])}, ())
    with pytest.raises(UserError, match="two places"):
        check_arrangement(held, before, twice)
    without = Arrangement(before.tables | {1: before.tables[1][:2]}, ())
    with pytest.raises(UserError, match="needs a table or a bye"):
        check_arrangement(held, before, without)


def test_a_latecomer_gets_a_seat(olga: Player, held: Tournament) -> None:
    Tournament.objects.filter(pk=held.pk).update(late_rounds=3)
    late = entering.enter(tournament_id=held.pk, player=players(1, first=20)[0])
    Move(one=late.pk, table=3).carry_out(tournament_id=held.pk, by=olga, reason="Came at the last moment")
    assert late.pk in _seats(held).tables[3]


def test_withdrawn_players_cannot_be_moved(olga: Player, held: Tournament) -> None:
    seats = _seats(held)
    Entry.objects.filter(pk=seats.tables[1][0]).update(status=Entry.Status.WITHDRAWN)
    with pytest.raises(UserError, match="Only entered players"):
        _swap(olga, held, seats.tables[1][0], seats.tables[2][0])


def test_a_round_is_drawn_again_with_those_present(olga: Player, held: Tournament) -> None:
    gone = _seats(held).tables[1][0]
    Entry.objects.filter(pk=gone).update(status=Entry.Status.WITHDRAWN)
    DrawAgain().carry_out(tournament_id=held.pk, by=olga, reason="One has withdrawn")
    after = _seats(held)
    assert gone not in after.everyone
    assert len(after.everyone) == 8


def test_a_published_seating_can_no_longer_be_changed(olga: Player, held: Tournament) -> None:
    act = _swap(olga, held, _seats(held).tables[1][0], _seats(held).tables[2][1])
    Publish().carry_out(tournament_id=held.pk, by=olga)
    assert current_round(held).status == Round.Status.SEATED
    with pytest.raises(UserError) as refusal:
        Undo(act=act.pk).carry_out(tournament_id=held.pk, by=olga, reason=WHY)
    assert refusal.value.code in ("changed-since", "too-late")
    with pytest.raises(UserError) as refusal:
        _swap(olga, held, _seats(held).tables[1][0], _seats(held).tables[2][1])
    assert refusal.value.code == "no-round"


def test_the_slower_of_two_organisers_hears_what_the_faster_did(olga: Player, alice: Player, held: Tournament) -> None:
    held.helpers.add(alice)
    seats, as_seen = _seats(held), stale.seen(held, stale.SEATING)
    _swap(alice, held, seats.tables[1][0], seats.tables[2][1], seen=as_seen)
    with pytest.raises(UserError) as refusal:
        _swap(olga, held, seats.tables[1][0], seats.tables[3][1], seen=as_seen)
    assert refusal.value.code == "stale"
    assert "Alice: Round 1:" in str(refusal.value)


def test_unrelated_changes_do_not_make_the_page_stale(olga: Player, held: Tournament) -> None:
    seats, as_seen = _seats(held), stale.seen(held, stale.SEATING)
    MarkAbsent(entry=seats.tables[3][0]).carry_out(tournament_id=held.pk, by=olga, reason="Fell ill")
    assert fresh(held).version > held.version
    _swap(olga, held, seats.tables[1][0], seats.tables[2][1], seen=as_seen)


def test_who_sits_out_after_the_draw_is_named(olga: Player, held: Tournament) -> None:
    who = held.entries.get(pk=_seats(held).tables[2][1]).player
    assert who is not None
    entering.sit_out(tournament_id=held.pk, player=who)
    assert f"Seated, but no longer present: {who.username}." in browser(olga).get(page("control", held)).text
    DrawAgain().carry_out(tournament_id=held.pk, by=olga, reason="One sits out")
    assert "no longer present" not in browser(olga).get(page("control", held)).text


def test_absentees_who_are_seated_all_the_same_are_not_named(olga: Player) -> None:
    held = started(olga, players(9), holds_seatings=True, table_size=3, absence="keep")
    MarkAbsent(entry=_seats(held).tables[1][0]).carry_out(tournament_id=held.pk, by=olga, reason="Not seen")
    assert "no longer present" not in browser(olga).get(page("control", held)).text


def test_at_tables_of_a_fixed_size_nobody_is_offered_a_move_that_would_be_refused(
    olga: Player, held: Tournament
) -> None:
    duels = started(olga, players(9, first=10), DUELS, holds_seatings=True, late_rounds=2)
    entering.enter(tournament_id=duels.pk, player=players(1, first=30)[0])
    html = browser(olga).get(page("control", duels)).text
    assert "Here, but without a place" in html
    for act, offered in {"swap": 9, "move": 0, "bye": 0}.items():
        assert html.count(page("control-action", duels, act)) == offered
    html = browser(olga).get(page("control", held)).text
    for act in ("swap", "move", "bye"):
        assert html.count(page("control-action", held, act)) == 9


def test_while_it_is_paused_the_seating_promises_no_time(olga: Player, held: Tournament) -> None:
    assert "It publishes itself at" in browser(olga).get(page("control", held)).text
    Pause().carry_out(tournament_id=held.pk, by=olga, reason="Until tomorrow")
    assert "It publishes itself" not in browser(olga).get(page("control", held)).text


def test_in_a_knockout_the_bracket_stays(olga: Player) -> None:
    held = started(
        olga, players(4), game="two-step", format="knockout", options={"target": 1}, table_size=2, rounds=0,
        holds_seatings=True,
    )  # fmt: skip
    seats = _seats(held)
    with pytest.raises(UserError, match="only seats can be exchanged"):
        _swap(olga, held, seats.tables[1][0], seats.tables[2][0])
    one, other = seats.tables[1]
    _swap(olga, held, one, other)
    assert _seats(held).tables[1] == seats.tables[1][::-1]


def test_repeated_meetings_are_counted() -> None:
    met = Counter({frozenset([1, 2]): 2, frozenset([3, 4]): 1})
    assert meeting_again(met, [(1, 2, 3), (4, 5)]) == [(1, 2, 2)]


def test_everyone_who_can_be_moved_can_be_dragged(olga: Player) -> None:
    tournament = started(olga, players(9), DUELS, holds_seatings=True)
    html = browser(olga).get(page("control", tournament)).text
    for place in current_round(tournament).places.select_related("board", "entry__player"):
        table = f' data-table="{place.board.number}"' if place.board else ""
        assert f'<li data-sitter="{place.entry_id}"{table} data-name="{place.entry.name}">' in html
    assert html.count("data-grip") == 9
    assert html.count('data-place="table"') == 4
    assert html.count('data-place="byes"') == 1
