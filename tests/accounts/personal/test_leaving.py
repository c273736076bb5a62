"""What becomes of a player's tables, clubs, tournaments and role when the account is deleted."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.models import Player
from accounts.personal import deletion
from action_log.models import LogLine
from action_log.services import describe
from clubs import services as clubs
from clubs.models import Club, Membership
from common.errors import UserError
from games import services as tables
from games.models import Seat, Table
from tests.accounts.personal.test_deletion import GRACE, NOW, carry_out, delete, now_of
from tests.games.people import seated_table
from tests.tournaments import people
from tournaments.control.actions.players.remove import Remove
from tournaments.life import entering
from tournaments.models import Entry, Tournament
from tournaments.planning import plans
from tournaments.planning.series.repeating import repeat
from tournaments.terms import Terms

pytestmark = pytest.mark.django_db


def obstacles(player: Player) -> list[str]:
    return [str(obstacle.sentence) for obstacle in deletion.obstacles_of(player)]


def test_the_player_leaves_tables(alice: Player, bob: Player, charlie: Player) -> None:
    running = seated_table([alice, bob])
    own = tables.open_table(owner=alice, game="two-step", options={}, bots=["", ""], seconds=60)
    others = tables.open_table(owner=charlie, game="chicken-foot", options={}, bots=["", "", ""], seconds=60)
    tables.join(table_id=others.pk, player=alice)
    deletion.ask(player=alice, now=NOW)
    assert Seat.objects.get(table=running, player=alice).left
    assert Table.objects.get(pk=own.pk).status == Table.Status.CLOSED
    assert not Seat.objects.filter(table=others, player=alice).exists()
    carry_out()
    assert Table.objects.get(pk=running.pk).status == Table.Status.RUNNING


def test_staff_are_asked_to_give_up_their_role_first(alice: Player) -> None:
    Player.objects.filter(pk=alice.pk).update(is_staff=True)
    assert obstacles(now_of(alice)) == ["You have a role at this site. Ask an administrator to take it from you first."]
    with pytest.raises(UserError, match="settled"):
        deletion.ask(player=now_of(alice), now=NOW)
    assert now_of(alice).deletion_due_at is None


def test_a_club_needs_another_owner_first(alice: Player, bob: Player) -> None:
    club = clubs.found(founder=alice, now=NOW, name="Bones")
    clubs.join(club_id=club.pk, player=bob, now=NOW)
    assert "Bones" in obstacles(alice)[0]
    clubs.hand_over(club_id=club.pk, by=alice, player_id=bob.pk, now=NOW)
    delete(alice)
    assert list(Membership.objects.values_list("player", flat=True)) == [bob.pk]


def test_a_club_without_other_members_closes_at_the_end_only(alice: Player) -> None:
    club = clubs.found(founder=alice, now=NOW, name="Bones")
    deletion.ask(player=alice, now=NOW)
    assert Club.objects.get(pk=club.pk).closed_at is None
    carry_out()
    assert Club.objects.get(pk=club.pk).closed_at is not None


def test_a_later_obstacle_postpones_the_deletion(alice: Player, bob: Player) -> None:
    club = clubs.found(founder=alice, now=NOW, name="Bones")
    deletion.ask(player=alice, now=NOW)
    clubs.join(club_id=club.pk, player=bob, now=NOW)
    assert carry_out() == 0
    assert now_of(alice).deletion_due_at == NOW + GRACE + timedelta(days=1)


def test_a_coming_tournament_needs_somebody_to_run_it(alice: Player, bob: Player) -> None:
    tournament = people.planned(alice)
    assert "Friday" in obstacles(alice)[0]
    tournament.helpers.add(bob)
    assert obstacles(alice) == []
    delete(alice)
    assert people.fresh(tournament).organiser == bob
    assert not people.fresh(tournament).helpers.exists()


def test_a_draft_is_discarded(alice: Player) -> None:
    terms = Terms.from_columns(
        {**people.FRIDAY, "registration_at": NOW, "starts_at": NOW + timedelta(hours=1)},
    )
    plans.plan(organiser=alice, club=None, terms=terms)
    delete(alice)
    assert not Tournament.objects.exists()
    assert not Player.objects.filter(pk=alice.pk).exists()


def test_a_series_is_handed_over_or_ends(alice: Player, bob: Player) -> None:
    tournament = people.planned(alice)
    series = repeat(tournament_id=tournament.pk, rule="FREQ=MONTHLY", days_ahead=1)
    Tournament.objects.update(status=Tournament.Status.CANCELLED, finished_at=NOW)
    delete(alice)
    series.refresh_from_db()
    assert series.is_stopped


def test_a_running_tournament_goes_on_and_its_standings_stay(alice: Player, bob: Player, olga: Player) -> None:
    others = people.players(2)
    tournament = people.started(olga, [alice, bob, *others], people.DUELS, rounds=1)
    deletion.ask(player=alice, now=NOW)
    assert people.entry_of(tournament, alice).status == Entry.Status.WITHDRAWN
    for table_id in people.open_tables(tournament):
        tables.finish(table_id=table_id)
    final = people.advanced(tournament, timezone.now()).final
    assert final is not None
    carry_out()
    after = people.fresh(tournament).final
    assert after == [row | {"name": now_of(alice).username} if row["name"] == "Alice" else row for row in final]
    assert "Alice" not in str(list(Seat.objects.values_list("name", flat=True)))


def test_a_guest_is_deleted_the_same_way_and_can_change_their_mind(client: Client) -> None:
    client.post("/guest/")
    guest = Player.objects.get(is_guest=True)
    deletion.ask(player=guest, now=NOW)
    assert client.get("/preferences/my-data/").status_code == 200
    carry_out()
    assert not Player.objects.filter(pk=guest.pk).exists()
    assert not mail.outbox


def test_log_lines_stay_unchanged_and_show_the_neutral_name(alice: Player, bob: Player, olga: Player) -> None:
    tournament = people.planned(olga)
    for player in (alice, bob):
        entering.enter(tournament_id=tournament.pk, player=player)
    entry = people.entry_of(tournament, alice)
    line = Remove(entry=entry.pk).carry_out(tournament_id=tournament.pk, by=olga, reason="No show")
    assert describe(line) == said_of("Alice")
    before = LogLine.objects.values().get(pk=line.pk)
    assert "Alice" not in str(before)
    delete(alice)
    assert LogLine.objects.values().get(pk=line.pk) == before
    assert describe(LogLine.objects.get(pk=line.pk)) == said_of(now_of(alice).username)


def said_of(name: str) -> str:
    return str(Remove.log_sentence).format(name=name)
