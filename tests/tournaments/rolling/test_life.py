"""The life of rolling tables: one round whose tables open one after another, until the time is up."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Notice, Player
from common.errors import UserError
from games import services as tables
from games.models import Seat, Table
from tests.tournaments.people import ROLLING, advanced, current_round, entry_of, fresh, planned, players, started
from tournaments.base.standings import standings_of
from tournaments.control.actions.players.remove import Remove
from tournaments.control.actions.undo import Undo
from tournaments.life import entering, outages
from tournaments.models import Board, Entry, Round, Tournament

pytestmark = pytest.mark.django_db

BREAK = timedelta(seconds=10)
MINUTE = timedelta(minutes=1)


@pytest.fixture
def people(olga: Player) -> list[Player]:
    return players(12)


def rolling(olga: Player, people: list[Player], **overrides: Any) -> Tournament:
    return started(olga, people, ROLLING, **overrides)


def boards(tournament: Tournament, **fields: Any) -> list[Board]:
    return list(current_round(tournament).boards.filter(**fields).order_by("number"))


def sitters(board: Board) -> set[int]:
    return set(board.places.values_list("entry", flat=True))


def played(tournament: Tournament, *numbers: int) -> None:
    """Play the tables with these numbers to their end."""
    for board in boards(tournament, number__in=numbers):
        assert board.table_id is not None
        tables.finish(table_id=board.table_id)


def at(tournament: Tournament, minutes: float) -> datetime:
    return tournament.starts_at + timedelta(minutes=minutes)


def test_it_is_one_round_that_lasts_as_long_as_the_event(olga: Player, people: list[Player]) -> None:
    tournament = rolling(olga, people)
    round_ = current_round(tournament)
    assert (round_.number, round_.status, round_.ends_at) == (1, Round.Status.RUNNING, at(tournament, 60))
    assert [len(sitters(board)) for board in boards(tournament)] == [4, 4, 4]
    assert all(board.table is not None for board in boards(tournament))


def test_whoever_is_free_is_seated_at_once_with_others_who_are(olga: Player, people: list[Player]) -> None:
    tournament = rolling(olga, people)
    played(tournament, 1)
    tournament = advanced(tournament, at(tournament, 5))
    assert len(boards(tournament)) == 3, "all others are playing: these four have just met"
    played(tournament, 2)
    tournament = advanced(tournament, at(tournament, 6))
    new = boards(tournament, number__gt=3)
    free = sitters(boards(tournament)[0]) | sitters(boards(tournament)[1])
    assert [len(sitters(board)) for board in new] == [4, 4]
    assert set.union(*map(sitters, new)) == free
    assert all(len(sitters(board) & sitters(boards(tournament)[0])) == 2 for board in new)
    assert current_round(tournament).status == Round.Status.RUNNING


def test_those_who_would_meet_nobody_new_wait_for_a_minute_at_most(olga: Player, people: list[Player]) -> None:
    tournament = rolling(olga, people[:8])
    same = sitters(boards(tournament)[0])
    played(tournament, 1)
    tournament = advanced(tournament, at(tournament, 5))
    tournament = advanced(tournament, at(tournament, 5.9))
    assert len(boards(tournament)) == 2
    assert tournament.next_at == at(tournament, 6), "the clockwork comes back in time"
    tournament = advanced(tournament, at(tournament, 6))
    assert [sitters(board) for board in boards(tournament, number=3)] == [same]
    assert set(tournament.entries.values_list("free_since", flat=True)) == {None}


def test_whoever_comes_back_is_seated_with_the_same_people_if_all_others_play(
    olga: Player, people: list[Player]
) -> None:
    tournament = rolling(olga, people[:8])
    back = boards(tournament)[0].places.select_related("entry__player").first()
    assert back is not None
    assert back.entry.player is not None
    entering.sit_out(tournament_id=tournament.pk, player=back.entry.player)
    played(tournament, 1)
    tournament = advanced(tournament, at(tournament, 5))
    entering.come_back(tournament_id=tournament.pk, player=back.entry.player)
    tournament = advanced(tournament, at(tournament, 6))
    (new,) = boards(tournament, number=3)
    assert back.entry_id in sitters(new), "they come back before the others have lost patience"


def test_the_next_table_is_told_before_it_opens(olga: Player, people: list[Player]) -> None:
    tournament = rolling(olga, people)
    played(tournament, 1, 2)
    tournament = advanced(tournament, at(tournament, 5))
    (board, _other) = boards(tournament, number__gt=3)
    assert (board.table, board.opens_at) == (None, at(tournament, 5) + BREAK)
    assert tournament.next_at == board.opens_at
    tournament = advanced(tournament, at(tournament, 5) + BREAK)
    assert all(board.table is not None for board in boards(tournament))
    player = people[0]
    place = entering.place_of(tournament, player)
    assert place is not None
    assert place.board is not None
    told = Notice.objects.filter(player=player, kind="tournament-next-table")
    assert told.count() == (2 if place.turn else 1)


def test_advancing_twice_changes_nothing(olga: Player, people: list[Player]) -> None:
    tournament = rolling(olga, people)
    played(tournament, 1, 2)
    tournament = advanced(tournament, at(tournament, 5))
    before = (tournament.version, len(boards(tournament)))
    tournament = advanced(tournament, at(tournament, 5))
    assert (tournament.version, len(boards(tournament))) == before


def test_whoever_takes_a_break_is_not_seated_and_comes_back_at_once(olga: Player, people: list[Player]) -> None:
    tournament = rolling(olga, people)
    entering.sit_out(tournament_id=tournament.pk, player=people[0])
    played(tournament, 1, 2, 3)
    tournament = advanced(tournament, at(tournament, 5))
    mine = entry_of(tournament, people[0])
    assert mine.places.count() == 1
    assert sorted(len(sitters(board)) for board in boards(tournament, number__gt=3)) == [3, 4, 4]
    entering.come_back(tournament_id=tournament.pk, player=people[0])
    due = fresh(tournament).next_at
    assert due is not None
    assert due <= timezone.now()
    tournament = advanced(tournament, at(tournament, 5) + BREAK)
    played(tournament, 4, 5)
    advanced(tournament, at(tournament, 12))
    assert mine.places.count() == 2


def test_whoever_misses_a_table_is_away_until_they_are_back(olga: Player, people: list[Player]) -> None:
    tournament = rolling(olga, people)
    first = boards(tournament)[0]
    assert first.table is not None
    seat = first.table.seats.get(number=0)
    Seat.objects.filter(pk=seat.pk).update(away=True)
    played(tournament, 1, 2, 3)
    tournament = advanced(tournament, at(tournament, 5))
    missing = tournament.entries.get(player=seat.player)
    assert missing.presence == Entry.Presence.ABSENT
    assert missing.places.count() == 1
    assert missing.places.get().score["absent"]
    assert Notice.objects.filter(player=seat.player, kind="tournament-missed-table").count() == 1
    assert seat.player is not None
    entering.come_back(tournament_id=tournament.pk, player=seat.player)
    tournament = advanced(tournament, at(tournament, 5) + BREAK)
    played(tournament, 4, 5)
    tournament = advanced(tournament, at(tournament, 12))
    missing.refresh_from_db()
    assert missing.presence == Entry.Presence.HERE, "the table missed before has been dealt with"
    assert missing.places.count() == 2


def test_one_may_enter_at_any_moment_until_the_end(olga: Player, people: list[Player]) -> None:
    tournament = rolling(olga, people[:8])
    entering.enter(tournament_id=tournament.pk, player=people[8])
    played(tournament, 1)
    tournament = advanced(tournament, at(tournament, 5))
    assert entry_of(tournament, people[8]).places.count() == 1
    Round.objects.filter(tournament=tournament).update(ends_at=timezone.now())
    with pytest.raises(UserError, match="too late"):
        entering.enter(tournament_id=tournament.pk, player=people[9])


def test_a_place_that_becomes_free_goes_to_the_waiting_list(olga: Player, people: list[Player]) -> None:
    tournament = rolling(olga, people[:8], most=8)
    entering.enter(tournament_id=tournament.pk, player=people[8])
    assert entry_of(tournament, people[8]).status == Entry.Status.WAITING
    entering.withdraw(tournament_id=tournament.pk, player=people[0])
    up = entry_of(tournament, people[8])
    assert (up.status, up.seed) == (Entry.Status.ENTERED, 9)


def test_whoever_is_taken_out_does_not_come_back_to_a_place_that_is_taken(olga: Player, people: list[Player]) -> None:
    tournament = rolling(olga, people[:8], most=8)
    entering.enter(tournament_id=tournament.pk, player=people[8])
    out = entry_of(tournament, people[0])
    act = Remove(entry=out.pk).carry_out(tournament_id=tournament.pk, by=olga, reason="Left the hall")
    assert entry_of(tournament, people[8]).status == Entry.Status.ENTERED
    with pytest.raises(UserError, match="All 8 places are taken again") as refused:
        Undo(act=act.pk).carry_out(tournament_id=tournament.pk, by=olga, reason="Is back")
    assert refused.value.code == "full"
    entering.withdraw(tournament_id=tournament.pk, player=people[8])
    Undo(act=act.pk).carry_out(tournament_id=tournament.pk, by=olga, reason="Is back")
    assert tournament.entries.filter(status=Entry.Status.ENTERED).count() == 8


# --- The end ---


@pytest.mark.parametrize("plays_out", [True, False])
def test_it_ends_by_the_clock(olga: Player, people: list[Player], plays_out: bool) -> None:
    tournament = rolling(olga, people, plays_out=plays_out)
    played(tournament, 1)
    tournament = advanced(tournament, at(tournament, 59))
    tournament = advanced(tournament, at(tournament, 60))
    if plays_out:
        assert tournament.status == Tournament.Status.RUNNING
        played(tournament, 2, 3)
        tournament = advanced(tournament, at(tournament, 64))
    assert tournament.status == Tournament.Status.FINISHED
    assert len(boards(tournament)) == 3
    assert sum(row["played"] for row in standings_of(tournament)) == (12 if plays_out else 4)
    status = Table.Status.FINISHED if plays_out else Table.Status.CLOSED
    assert {board.table.status for board in boards(tournament, number__gt=1) if board.table} == {status}


def test_a_match_that_ends_just_before_it_would_be_broken_off_counts(
    olga: Player, people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament, annul = rolling(olga, people, plays_out=False), tables.annul

    def annul_too_late(*, table_id: str) -> bool:
        tables.finish(table_id=table_id)
        return annul(table_id=table_id)

    monkeypatch.setattr(tables, "annul", annul_too_late)
    tournament = advanced(tournament, at(tournament, 60))
    tournament = advanced(tournament, at(tournament, 61))
    assert tournament.status == Tournament.Status.FINISHED
    assert sum(row["played"] for row in standings_of(tournament)) == 12


def test_nobody_is_seated_for_a_table_that_would_open_after_the_end(olga: Player, people: list[Player]) -> None:
    tournament = rolling(olga, people)
    played(tournament, 1, 2)
    tournament = advanced(tournament, at(tournament, 60) - BREAK)
    assert len(boards(tournament)) == 3


def test_a_table_that_was_about_to_open_at_the_end_does_not(olga: Player, people: list[Player]) -> None:
    tournament = rolling(olga, people)
    played(tournament, 1, 2)
    tournament = advanced(tournament, at(tournament, 50))
    assert len(boards(tournament)) == 5
    Round.objects.filter(tournament=tournament).update(ends_at=at(tournament, 50) + BREAK / 2)
    tournament = advanced(tournament, at(tournament, 50) + BREAK)
    assert len(boards(tournament)) == 3


# --- Bots ---


def test_bots_fill_up_after_a_minute_if_the_organisers_say_so(olga: Player, people: list[Player]) -> None:
    tournament = rolling(olga, people[:4], fills_up=True)
    entering.enter(tournament_id=tournament.pk, player=people[4])
    tournament = advanced(tournament, at(tournament, 1))
    assert len(boards(tournament)) == 1
    tournament = advanced(tournament, at(tournament, 2))
    (new,) = boards(tournament, number=2)
    names = {entry.bot != "" for entry in Entry.objects.filter(places__board=new)}
    assert (len(sitters(new)), names) == (4, {True, False})
    tournament = advanced(tournament, at(tournament, 2) + BREAK)
    played(tournament, 2)
    tournament = advanced(tournament, at(tournament, 5))
    tournament = advanced(tournament, at(tournament, 6))
    assert sitters(boards(tournament, number=3)[0]) == sitters(new), "the same bots again"
    assert tournament.entries.exclude(bot="").count() == 3


def test_otherwise_whoever_is_alone_waits(olga: Player, people: list[Player]) -> None:
    tournament = rolling(olga, people[:4])
    entering.enter(tournament_id=tournament.pk, player=people[4])
    for minute in (1, 2, 3):
        tournament = advanced(tournament, at(tournament, minute))
    assert len(boards(tournament)) == 1


# --- Pauses and outages ---


def test_an_outage_prolongs_it(olga: Player, people: list[Player]) -> None:
    tournament = rolling(olga, people)
    outages.give_time_back(gap=10 * MINUTE, now=at(tournament, 20))
    assert current_round(tournament).ends_at == at(tournament, 70)


def test_nobody_is_seated_in_a_pause(olga: Player, people: list[Player]) -> None:
    tournament = rolling(olga, people)
    played(tournament, 1, 2)
    Tournament.objects.filter(pk=tournament.pk).update(paused_at=at(tournament, 4))
    tournament = advanced(tournament, at(tournament, 5))
    assert len(boards(tournament)) == 3


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"round_minutes": None}, "no-minutes"),
        ({"round_minutes": 9}, "no-minutes"),
        ({"days_between": 7}, "bad-dates"),
        ({"holds_seatings": True}, "holds-seatings"),
        ({"absence": "keep"}, "bad-absence"),
        ({"seconds": 3600}, "slow-moves"),
    ],
)
def test_what_a_plan_cannot_say(olga: Player, wrong: dict[str, Any], code: str) -> None:
    with pytest.raises(UserError) as refused:
        planned(olga, ROLLING, **wrong)
    assert refused.value.code == code
