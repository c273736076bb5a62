"""Moderators act through everyone's services, without being owners, officers or organisers."""

from __future__ import annotations

import random

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

import clubs.services as clubs
from accounts import services as accounts
from accounts.models import Player
from accounts.standing import Moderator
from action_log.services import describe
from clubs.log import lines_of
from clubs.models import Club, Emblem
from games import services as games
from games.models import Table
from tests.clubs.people import browser_of, refused
from tests.games.people import play_to_the_end, seated_table, short
from tests.tournaments import chatting
from tests.tournaments.people import (
    DUELS,
    advanced,
    current_round,
    fresh,
    open_tables,
    planned,
    players,
    started,
)
from tournaments.base.log import lines_of as lines_of_tournament
from tournaments.base.snapshot import event_of
from tournaments.base.standings import rows_of
from tournaments.control import moderating
from tournaments.control.actions.clock.pause import Pause, Resume
from tournaments.control.actions.plan.cancel import Cancel
from tournaments.control.actions.players.remove import Remove
from tournaments.life import entering, freezing
from tournaments.models import Board, Tournament
from tournaments.planning import plans

pytestmark = pytest.mark.usefixtures("after_commit")

NOW = timezone.now()


@pytest.fixture
def by(maud: Player) -> Moderator:
    return Moderator(maud, case_id=1)


@pytest.fixture
def club(alice: Player, bob: Player) -> Club:
    made = clubs.found(founder=alice, now=NOW, name="Rude Bones", about="Rude words", admission="open")
    clubs.join(club_id=made.pk, player=bob, now=NOW)
    return made


# --- Clubs ---


def test_an_offensive_club_is_cleaned_by_a_moderator_who_is_no_member(club: Club, by: Moderator, alice: Player) -> None:
    Emblem.objects.create(club=club, picture=b"rude")
    said = clubs.publish(club_id=club.pk, by=alice, now=NOW, title="Rude", text="Words")
    clubs.edit(club_id=club.pk, by=by, now=NOW, name=f"Club {club.pk}", about="")
    clubs.drop_picture(club_id=club.pk, by=by, now=NOW)
    clubs.take_down(announcement_id=said.pk, by=by, now=NOW)
    club.refresh_from_db()
    assert (club.name, club.about, club.announcements.count()) == (f"Club {club.pk}", "", 0)
    assert not Emblem.objects.filter(club=club).exists()
    told = [describe(line) for line in lines_of(club)[:3]]
    assert all(sentence.startswith("A moderator ") for sentence in told)
    assert {line.details["case"] for line in lines_of(club)[:3]} == {1}


def test_players_need_the_right_as_before(club: Club, bob: Player, maud: Player) -> None:
    for player, code in ((bob, "not-owner"), (maud, "not-a-member")):
        with refused(code):
            clubs.close(club_id=club.pk, by=player, now=NOW)
        with refused(code):
            clubs.drop_picture(club_id=club.pk, by=player, now=NOW)


def test_a_club_is_closed_with_its_members_and_has_them_again_when_reopened(
    club: Club, by: Moderator, bob: Player
) -> None:
    clubs.close(club_id=club.pk, by=by, now=NOW)
    assert not Club.objects.alive().filter(pk=club.pk).exists()
    assert browser_of(bob).get(club.get_absolute_url()).status_code == 404
    clubs.reopen(club_id=club.pk, by=by, now=NOW)
    assert club.membership_of(bob) is not None
    assert Club.objects.alive().filter(pk=club.pk).exists()


def test_in_a_frozen_club_members_can_read_and_leave(club: Club, by: Moderator, alice: Player, bob: Player) -> None:
    clubs.freeze(club_id=club.pk, by=by, now=NOW)
    club.refresh_from_db()
    with refused("frozen"):
        clubs.publish(club_id=club.pk, by=alice, now=NOW, title="Hello", text="All")
    with refused("frozen"):
        clubs.edit(club_id=club.pk, by=alice, now=NOW, name="Bones")
    with refused("frozen"):
        club_table(bob, club)
    assert "frozen this club" in browser_of(bob).get(club.get_absolute_url()).content.decode()
    clubs.leave(club_id=club.pk, player=bob, now=NOW)
    assert "How to join" not in browser_of(bob).get(club.get_absolute_url()).content.decode()
    clubs.thaw(club_id=club.pk, by=by, now=NOW)
    clubs.join(club_id=club.pk, player=bob, now=NOW)


def club_table(owner: Player, club: Club) -> Table:
    return games.open_table(
        owner=owner, game="two-step", options={}, bots=["", ""], seconds=60, visibility="club", club=club
    )


# --- Names ---


def test_a_name_is_taken_away_for_good_and_another_chosen_at_once(by: Moderator, alice: Player) -> None:
    nameless = accounts.remove_name(player=alice, by=by, now=NOW)
    assert nameless.username.startswith("Player-")
    assert accounts.remove_name(player=alice, by=by, now=NOW).username == nameless.username
    with pytest.raises(ValidationError) as refusal:
        accounts.rename(player=alice, name="Alice")
    assert refusal.value.code == "name-taken"
    assert accounts.rename(player=alice, name="Ayla").username == "Ayla"


def test_a_name_is_given_back_unless_there_is_a_new_one(by: Moderator, alice: Player, bob: Player) -> None:
    for player in (alice, bob):
        accounts.remove_name(player=player, by=by, now=NOW)
    accounts.rename(player=bob, name="Bert")
    assert accounts.restore_name(player=alice, name="Alice", by=by).username == "Alice"
    assert accounts.restore_name(player=bob, name="Bob", by=by).username == "Bert"


# --- Tables ---


def test_a_player_is_removed_before_the_start_and_during_a_match(by: Moderator, alice: Player, bob: Player) -> None:
    waiting = games.open_table(owner=alice, game="two-step", options={}, bots=["", ""], seconds=60)
    games.join(table_id=waiting.pk, player=bob)
    games.remove(table_id=waiting.pk, by=by, seat=1)
    with refused("removed"):
        games.join(table_id=waiting.pk, player=bob)
    games.let_sit_again(table_id=waiting.pk, player_id=bob.pk, by=by)
    games.join(table_id=waiting.pk, player=bob)

    running = seated_table([alice, bob])
    seat = games.take_seat(table_id=running.pk, player_id=bob.pk, by=by)
    assert seat == 1
    assert games.take_seat(table_id=running.pk, player_id=bob.pk, by=by) is None
    assert running.seats.get(number=1).left
    games.give_seat_back(table_id=running.pk, seat=1, player_id=bob.pk, by=by)
    assert not running.seats.get(number=1).left
    stays = [(stay.player_id, stay.from_ply) for stay in running.stays.filter(seat=1).order_by("pk")]
    assert stays == [(bob.pk, 0), (None, 0), (bob.pk, 0)]


def test_a_match_is_stopped_once(by: Moderator, alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob])
    assert games.stop(table_id=table.pk, by=by)
    assert not games.stop(table_id=table.pk, by=by)
    assert Table.objects.get(pk=table.pk).status == Table.Status.CLOSED


def test_a_voided_result_counts_for_nothing_until_it_counts_again(by: Moderator, alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob], game="two-step", options=short("two-step"))
    play_to_the_end(table.pk, random.Random(1))
    contest = planned(Player.objects.create_user("Olga"), least_matches=1)
    assert games.void(table_id=table.pk, by=by, now=NOW)
    with refused("too-few-matches"):
        entering.enter(tournament_id=contest.pk, player=alice)
    assert "voided this result" in browser_of(alice).get(f"/table/{table.pk}/result/").content.decode()
    games.count_again(table_id=table.pk, by=by)
    entering.enter(tournament_id=contest.pk, player=alice)


# --- Tournaments ---


def test_an_offensive_tournament_is_cleaned_and_cancelled(by: Moderator, alice: Player) -> None:
    tournament = planned(alice, name="Rude Cup", description="Rude words")
    before = moderating.rewrite(tournament_id=tournament.pk, by=by, name="A cup", description="")
    assert (fresh(tournament).name, fresh(tournament).description) == ("A cup", "")
    moderating.rewrite(tournament_id=tournament.pk, by=by, **before)
    assert (fresh(tournament).name, fresh(tournament).description) == ("Rude Cup", "Rude words")
    Cancel().carry_out(tournament_id=tournament.pk, by=by, reason="Rude")
    assert fresh(tournament).status == Tournament.Status.CANCELLED
    assert {line.details.get("case") for line in lines_of_tournament(tournament)} == {1}


def test_only_organisers_and_moderators_run_a_tournament(by: Moderator, alice: Player, bob: Player) -> None:
    tournament = started(alice, players(4))
    with refused("no-right"):
        Pause().carry_out(tournament_id=tournament.pk, by=bob, reason="x")
    Pause().carry_out(tournament_id=tournament.pk, by=by, reason="x")
    Resume().carry_out(tournament_id=tournament.pk, by=alice)


def test_in_a_frozen_tournament_nothing_happens(by: Moderator, alice: Player, bob: Player) -> None:
    tournament = started(alice, players(4), late_rounds=3)
    freezing.freeze(tournament_id=tournament.pk, by=by, now=timezone.now())
    assert Table.objects.get(pk=open_tables(tournament)[0]).is_paused
    with refused("frozen"):
        Resume().carry_out(tournament_id=tournament.pk, by=alice)
    with refused("frozen"):
        entering.enter(tournament_id=tournament.pk, player=bob)
    with refused("frozen"):
        chatting.say(tournament_id=tournament.pk, player=bob, text="Hello")
    with refused("frozen"):
        plans.change(tournament_id=tournament.pk, to=lambda terms: terms)
    assert "frozen this tournament" in browser_of(bob).get(tournament.get_absolute_url()).content.decode()
    freezing.thaw(tournament_id=tournament.pk, by=by, now=timezone.now())
    assert not Table.objects.get(pk=open_tables(tournament)[0]).is_paused
    assert fresh(tournament).paused_at is None


def test_a_tournament_that_is_frozen_does_not_begin_and_a_pause_of_its_organisers_stays(
    by: Moderator, alice: Player
) -> None:
    coming = planned(alice)
    for player in players(4):
        entering.enter(tournament_id=coming.pk, player=player)
    freezing.freeze(tournament_id=coming.pk, by=by, now=timezone.now())
    assert advanced(coming, coming.starts_at).status == Tournament.Status.REGISTRATION
    freezing.thaw(tournament_id=coming.pk, by=by, now=coming.starts_at)
    assert advanced(coming, coming.starts_at).status == Tournament.Status.RUNNING
    Pause().carry_out(tournament_id=coming.pk, by=alice, reason="Coffee")
    freezing.freeze(tournament_id=coming.pk, by=by, now=timezone.now())
    freezing.thaw(tournament_id=coming.pk, by=by, now=timezone.now())
    assert fresh(coming).paused_at is not None


def test_an_entry_is_withdrawn_and_put_back(by: Moderator, alice: Player, bob: Player) -> None:
    tournament = planned(alice)
    entry = entering.enter(tournament_id=tournament.pk, player=bob)
    line = Remove(entry=entry.pk).carry_out(tournament_id=tournament.pk, by=by, reason="Cheating")
    entry.refresh_from_db()
    assert entry.status == "withdrawn"
    moderating.undo(tournament_id=tournament.pk, line_id=line.pk, by=by, now=timezone.now())
    entry.refresh_from_db()
    assert entry.status == "entered"


def points_of(tournament: Tournament, board: Board) -> set[str]:
    """Return the scores in the standings of those who sit at the board."""
    there = set(board.places.values_list("entry", flat=True))
    return {row["score"] for row in rows_of(fresh(tournament), event_of(fresh(tournament))) if row["entry"] in there}


def test_a_voided_result_is_a_tie_at_the_average_and_the_standings_follow(by: Moderator, alice: Player) -> None:
    tournament = started(alice, players(4), DUELS)
    first, second = open_tables(tournament)
    for table_id in (first, second):
        games.finish(table_id=table_id, rng=random.Random(1))
    advanced(tournament, timezone.now())
    line = moderating.void_result(table_id=first, by=by, reason="They helped each other", now=timezone.now())
    board = current_round(tournament).boards.get(table=first)
    scores = [place.score for place in board.places.order_by("seat")]
    assert all(score["shared"] and score["points"] == scores[0]["points"] for score in scores)
    assert points_of(tournament, board) == {"½"}
    moderating.undo(tournament_id=tournament.pk, line_id=line.pk, by=by, now=timezone.now())
    assert points_of(tournament, board) == {"1", "0"}
