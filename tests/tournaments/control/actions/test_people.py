"""Organisers' decisions about participants, before the start and while it is running."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import Notice, Player
from accounts.notices import sentence
from common.errors import UserError
from tests.games.pages import browser_of
from tests.tournaments.control.at_tables import about, board
from tests.tournaments.people import (
    advanced,
    entry_of,
    fresh,
    open_tables,
    planned,
    players,
    the_house_plays,
)
from tournaments.control.actions.base import Context
from tournaments.control.actions.clock.extend import ExtendRound
from tournaments.control.actions.plan.cancel import Cancel
from tournaments.control.actions.plan.start import Start
from tournaments.control.actions.players.bots import AddBots
from tournaments.control.actions.players.check_in import CheckIn
from tournaments.control.actions.players.presence import MarkAbsent, MarkPresent
from tournaments.control.actions.players.put_in import PutIn
from tournaments.control.actions.players.remove import Remove
from tournaments.control.actions.players.seeds import SetSeeds
from tournaments.control.actions.undo import Undo
from tournaments.life import entering
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db
WHY = "Their line was cut"
PAGES: list[tuple[str, list[str]]] = [("log", []), ("action", ["undo"])]


def test_before_the_start_a_removal_is_undone(olga: Player) -> None:
    people = players(5)
    tournament = planned(olga, most=4)
    entries = [entering.enter(tournament_id=tournament.pk, player=player) for player in people]
    act = Remove(entry=entries[0].pk).carry_out(**about(tournament, olga), reason="Asked me to")
    assert entry_of(tournament, people[4]).status == Entry.Status.WAITING
    Undo(act=act.pk).carry_out(**about(tournament, olga), reason="Changed their mind")
    assert entry_of(tournament, people[0]).status == Entry.Status.ENTERED
    PutIn(entry=entries[4].pk).carry_out(**about(tournament, olga))
    assert entry_of(tournament, people[4]).status == Entry.Status.ENTERED


def test_undoing_a_removal_is_not_offered_while_the_place_is_taken(olga: Player) -> None:
    one, other, third = players(3)
    tournament, client = planned(olga, least=2, most=2), browser_of(olga)
    entries = [entering.enter(tournament_id=tournament.pk, player=player) for player in (one, other)]
    act = Remove(entry=entries[0].pk).carry_out(**about(tournament, olga), reason="Asked me to")
    log, undo = (reverse(f"tournaments:control-{name}", args=[tournament.pk, *more]) for name, more in PAGES)
    assert f"act={act.pk}" in client.get(log).text
    entering.enter(tournament_id=tournament.pk, player=third)
    shown = client.get(log).text
    assert "All 2 places are taken again: take somebody else out first" in shown
    assert f"act={act.pk}" not in shown
    assert "All 2 places are taken again" in client.get(undo, {"act": act.pk}, follow=True).text


def test_a_removal_is_not_undone_once_it_runs(olga: Player) -> None:
    tournament = planned(olga)
    entries = [entering.enter(tournament_id=tournament.pk, player=player) for player in players(5)]
    act = Remove(entry=entries[0].pk).carry_out(**about(tournament, olga), reason="Asked me to")
    tournament = advanced(tournament, tournament.starts_at)
    with pytest.raises(UserError) as refusal:
        Undo(act=act.pk).carry_out(**about(tournament, olga), reason="Changed their mind")
    assert refusal.value.code == "too-late"


def test_bots_get_unused_names(olga: Player) -> None:
    tournament = planned(olga, most=40)
    AddBots(number=15).carry_out(**about(tournament, olga))
    AddBots(number=15).carry_out(**about(tournament, olga))
    names = list(tournament.entries.values_list("bot_name", flat=True))
    assert len(set(names)) == 30
    with pytest.raises(UserError, match="no room"):
        AddBots(number=11).carry_out(**about(tournament, olga))


def test_masters_are_entered_only_where_there_is_time(olga: Player) -> None:
    tournament = planned(olga)
    Tournament.objects.filter(pk=tournament.pk).update(seconds=20)
    with pytest.raises(UserError) as refusal:
        AddBots(number=1, level="master").carry_out(**about(tournament, olga))
    assert refusal.value.code == "bad-seats"
    Tournament.objects.filter(pk=tournament.pk).update(seconds=30)
    AddBots(number=1, level="master").carry_out(**about(tournament, olga))
    assert tournament.entries.get().bot == "master"


def test_an_organiser_fills_no_more_tournaments_with_bots_than_the_house_can_play(olga: Player) -> None:
    tournaments = [planned(olga) for _ in range(3)]
    for tournament in tournaments[:2]:
        AddBots(number=64).carry_out(**about(tournament, olga))
    with pytest.raises(UserError) as refusal:
        AddBots(number=1).carry_out(**about(tournaments[2], olga))
    assert refusal.value.code == "too-many-bots"
    Cancel().carry_out(**about(tournaments[0], olga), reason="Nobody comes")
    AddBots(number=64).carry_out(**about(tournaments[2], olga))


def test_seeds_set_by_hand_hold_at_the_start(olga: Player) -> None:
    people = players(4)
    tournament = planned(olga)
    entries = [entering.enter(tournament_id=tournament.pk, player=player) for player in people]
    act = SetSeeds(seeds={entries[3].pk: 1, entries[2].pk: 2}).carry_out(**about(tournament, olga), reason="Last year")
    Undo(act=act.pk).carry_out(**about(tournament, olga), reason="Wrong year")
    assert not tournament.entries.filter(seed__gt=0).exists()
    SetSeeds(seeds={entries[3].pk: 1, entries[2].pk: 2}).carry_out(**about(tournament, olga), reason="Last year")
    with pytest.raises(UserError) as refusal:
        SetSeeds(seeds={entries[3].pk: 1, entries[2].pk: 1}).carry_out(**about(tournament, olga), reason="x")
    assert refusal.value.code == "same-seed"
    tournament = advanced(tournament, tournament.starts_at)
    assert [entry_of(tournament, people[at]).seed for at in (3, 2)] == [1, 2]
    with pytest.raises(UserError, match="has begun"):
        SetSeeds(seeds={entries[3].pk: 2}).carry_out(**about(tournament, olga), reason="x")


def test_with_too_few_it_is_not_started_by_hand(olga: Player) -> None:
    tournament = planned(olga, least=4, check_in_minutes=20)
    entries = [entering.enter(tournament_id=tournament.pk, player=player) for player in players(4)]
    with pytest.raises(UserError, match="Only 0 of at least 4"):
        Start().carry_out(**about(tournament, olga))
    for entry in entries:
        CheckIn(entry=entry.pk).carry_out(**about(tournament, olga))
    Start().carry_out(**about(tournament, olga))
    assert fresh(tournament).status == Tournament.Status.RUNNING
    assert open_tables(tournament)


def test_absent_players_are_marked_and_come_back(olga: Player, running: Tournament) -> None:
    entry = board(running).places.get(seat=0).entry
    act = MarkAbsent(entry=entry.pk).carry_out(**about(running, olga), reason="Fell asleep")
    Undo(act=act.pk).carry_out(**about(running, olga), reason="Woke up")
    entry.refresh_from_db()
    assert entry.presence == Entry.Presence.HERE
    MarkAbsent(entry=entry.pk).carry_out(**about(running, olga), reason="Fell asleep")
    MarkPresent(entry=entry.pk).carry_out(**about(running, olga))
    entry.refresh_from_db()
    assert entry.presence == Entry.Presence.HERE


def test_a_cancelled_tournament_is_left_alone(olga: Player, running: Tournament) -> None:
    act = ExtendRound(minutes=7).carry_out(**about(running, olga), reason=WHY)
    Cancel().carry_out(**about(running, olga), reason="Power cut")
    assert fresh(running).cancelled_because == "Power cut"
    with pytest.raises(UserError):
        Undo(act=act.pk).carry_out(**about(running, olga), reason=WHY)
    assert fresh(running).next_at is None


def test_everyone_reads_why_it_is_cancelled(olga: Player, running: Tournament) -> None:
    player = running.entries.select_related("player").earliest("pk").player
    assert player is not None
    Cancel().carry_out(**about(running, olga), reason="Power cut")
    told = Notice.objects.get(player=player, kind="tournament-called-off")
    assert sentence(told) == f"{running.name} is cancelled. Reason: Power cut"
    page = browser_of(player).get(running.get_absolute_url()).text
    assert "broken off, does not count" in page
    assert "not open yet" not in page


def test_the_preview_of_cancelling_agrees_with_the_page_afterwards(olga: Player, running: Tournament) -> None:
    kept = "Its page keeps what was played, with the standings as they are then."
    assert kept in " ".join(Cancel().preview(Context(running, olga, timezone.now())))
    assert kept not in " ".join(Cancel().preview(Context(planned(olga), olga, timezone.now())))
    the_house_plays(running)
    Cancel().carry_out(**about(running, olga), reason="Power cut")
    page = browser_of(olga).get(running.get_absolute_url()).text
    assert 'id="standings-title"' in page
    assert "Final standings" not in page
    assert "<h2>Winners</h2>" not in page


def test_a_player_who_is_taken_out_is_told_why(olga: Player) -> None:
    tournament = planned(olga)
    (one,) = players(1)
    entry = entering.enter(tournament_id=tournament.pk, player=one)
    Remove(entry=entry.pk).carry_out(**about(tournament, olga), reason="Two accounts")
    told = Notice.objects.get(player=one, kind="tournament-taken-out")
    assert told.gaps["reason"] == "Two accounts"
