"""Unintended input, and the results of outages, are refused in words or do no harm."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from accounts.models import Notice, Player
from common.errors import UserError
from games import services as tables
from games.models import Seat, Table
from tests.tournaments.people import advanced, current_round, entry_of, open_tables, planned, players, started
from tests.tournaments.planning.test_planning_pages import NEW, errors, filled_in
from tests.tournaments.plans import changed, club_of
from tournaments.control.actions.clock.pause import Pause, Resume
from tournaments.control.actions.players.bots import AddBots
from tournaments.life import entering
from tournaments.models import Entry, Season, Series, Tournament
from tournaments.planning import plans
from tournaments.planning.series import repeating

pytestmark = pytest.mark.django_db


@pytest.fixture
def page(client: Client, olga: Player) -> Client:
    """Return Olga's browser."""
    client.force_login(olga)
    return client


# --- Days that no calendar has ---


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31"])
@pytest.mark.parametrize("zone", ["America/New_York", "Asia/Tokyo"])
@pytest.mark.parametrize("then", ["look", "announce"])
def test_a_day_beyond_all_calendars_is_refused_at_its_field(page: Client, day: str, zone: str, then: str) -> None:
    start = filled_in(page, NEW, day=day, hour="23:59", time_zone=zone, then=then)
    opening = filled_in(page, NEW, registration="own", registration_day=day, registration_hour="00:00", then=then)
    for field, data in (("day", start), ("registration_day", opening)):
        response = page.post(NEW, data)
        assert response.status_code == 200
        assert then == "look" or field in errors(response)
    assert not Tournament.objects.exists()


def test_a_season_from_the_beginning_to_the_end_of_time_is_refused_and_the_club_stays_readable(
    page: Client, olga: Player
) -> None:
    club = club_of(olga)
    days = {"first_day": "0001-01-01", "last_day": "9999-12-31"}
    response = page.post(f"/club/{club.slug}/season/new/", {"name": "Ever", "counts_best": "", **days})
    assert set(response.context["form"].errors) == {"first_day", "last_day"}
    assert not Season.objects.exists()
    assert page.get(f"/club/{club.slug}/season/").status_code == 200


def test_a_year_of_five_thousand_digits_is_not_found(page: Client, olga: Player) -> None:
    assert page.get(f"/club/{club_of(olga).slug}/season/?year={'9' * 5000}").status_code == 404


# --- Two dates of a series at the same time ---


def test_a_date_of_a_series_cannot_be_moved_onto_another(page: Client, olga: Player) -> None:
    start = timezone.now().replace(hour=20, minute=0, second=0, microsecond=0) + timedelta(days=3)
    tournament = planned(olga, starts_at=start)
    repeating.repeat(tournament_id=tournament.pk, rule="FREQ=WEEKLY", days_ahead=20)
    other = Series.objects.get().tournaments.exclude(pk=tournament.pk).earliest("starts_at")
    with pytest.raises(UserError) as refusal:
        plans.change(tournament_id=tournament.pk, to=changed(starts_at=other.starts_at))
    assert refusal.value.code == "same-date"
    address = f"/tournament/{tournament.pk}/plan/edit/"
    moved = filled_in(page, address, day=other.starts_at.strftime("%Y-%m-%d"), hour="20:00", time_zone="UTC")
    assert set(errors(page.post(address, moved))) == {"day"}


# --- An outage over the check-in ---


def test_an_outage_during_check_in_does_not_cancel_the_tournament(olga: Player) -> None:
    tournament = planned(olga, check_in_minutes=15, registration_at=timezone.now() - timedelta(hours=1))
    for player in players(6):
        entering.enter(tournament_id=tournament.pk, player=player)
    tournament = advanced(tournament, tournament.starts_at + timedelta(minutes=5))
    assert tournament.status == Tournament.Status.RUNNING
    assert Seat.objects.filter(player__isnull=False).count() == 6


# --- Withdrawing when a match cannot be left ---


def seat_of(tournament: Tournament, player: Player) -> Seat:
    place = entry_of(tournament, player).places.get(round=current_round(tournament))
    assert place.board
    assert place.seat is not None
    return Seat.objects.get(table=place.board.table_id, number=place.seat)


def test_a_bot_replaces_a_withdrawal_between_seating_and_opening(olga: Player) -> None:
    people = players(8)
    tournament = planned(olga, holds_seatings=True)
    for player in people:
        entering.enter(tournament_id=tournament.pk, player=player)
    tournament = advanced(tournament, tournament.starts_at)
    entering.withdraw(tournament_id=tournament.pk, player=people[0])
    tournament = advanced(tournament, tournament.starts_at + timedelta(minutes=11))
    seat = seat_of(tournament, people[0])
    assert (seat.player, seat.bot, seat.name) == (None, "easy", "Player1")
    assert not Notice.objects.filter(player=people[0], kind="tournament-table").exists()
    assert Notice.objects.filter(kind="tournament-table").count() == 7


@pytest.mark.django_db(transaction=True)
def test_a_bot_replaces_a_withdrawal_while_the_table_waits() -> None:
    people = players(4)
    tournament = started(Player.objects.create_user("Olga"), people)
    entering.withdraw(tournament_id=tournament.pk, player=people[0])
    seat = seat_of(tournament, people[0])
    assert (seat.player, seat.bot, seat.name) == (None, "easy", "Player1")


@pytest.mark.django_db(transaction=True)
def test_a_bot_replaces_a_withdrawal_during_a_pause() -> None:
    olga = Player.objects.create_user("Olga")
    people = players(4)
    tournament = started(olga, people)
    for table_id in open_tables(tournament):
        tables.act(table_id=table_id, ply=0, now=timezone.now() + timedelta(minutes=5))
    assert Table.objects.get().status == Table.Status.RUNNING
    Pause().carry_out(tournament_id=tournament.pk, by=olga, reason="The lights are out.")
    entering.withdraw(tournament_id=tournament.pk, player=people[0])
    assert seat_of(tournament, people[0]).bot == "easy"


@pytest.mark.django_db(transaction=True)
def test_withdrawing_during_a_match_leaves_it() -> None:
    people = players(4)
    tournament = started(Player.objects.create_user("Olga"), people)
    for table_id in open_tables(tournament):
        tables.act(table_id=table_id, ply=0, now=timezone.now() + timedelta(minutes=5))
    entering.withdraw(tournament_id=tournament.pk, player=people[0])
    seat = seat_of(tournament, people[0])
    assert (seat.player, seat.left) == (people[0], True)


@pytest.mark.django_db(transaction=True)
def test_a_withdrawal_is_told_even_if_the_table_cannot_be_read() -> None:
    people = players(4)
    tournament = started(Player.objects.create_user("Olga"), people)
    for table_id in open_tables(tournament):
        tables.act(table_id=table_id, ply=0, now=timezone.now() + timedelta(minutes=5))
    Table.objects.update(ply=7)  # of which no move is stored
    looked_again: list[int] = []
    with transaction.atomic():
        entering.withdraw(tournament_id=tournament.pk, player=people[0])
        transaction.on_commit(lambda: looked_again.append(people[0].pk))
    assert looked_again


@pytest.mark.django_db(transaction=True)
def test_a_round_goes_on_after_a_pause_of_days_that_began_before_its_tables() -> None:
    olga = Player.objects.create_user("Olga")
    tournament = started(olga, players(4))
    Pause().carry_out(tournament_id=tournament.pk, by=olga, reason="The hall is closed.")
    tables.close_forgotten(now=timezone.now() + timedelta(days=3))
    Resume().carry_out(tournament_id=tournament.pk, by=olga)
    assert [table.status for table in Table.objects.all()] == [Table.Status.OPEN]
    assert all(table.due_at for table in Table.objects.all())


# --- Limits ---


def test_the_number_of_bots_is_limited(olga: Player) -> None:
    tournament = planned(olga)
    crowd = Player.objects.bulk_create(Player(username=f"Player {number}") for number in range(990))
    Entry.objects.bulk_create(Entry(tournament=tournament, player=one, entered_at=timezone.now()) for one in crowd)
    AddBots(number=10).carry_out(tournament_id=tournament.pk, by=olga)
    with pytest.raises(UserError) as refusal:
        AddBots(number=1).carry_out(tournament_id=tournament.pk, by=olga)
    assert refusal.value.code == "full"


def test_shared_caches_keep_no_picture_of_a_private_clubs_tournament(page: Client, olga: Player) -> None:
    tournament = planned(olga, club=club_of(olga, is_private=True))
    picture = page.get(f"{tournament.get_absolute_url()}picture.png")
    assert "private" in picture.headers["Cache-Control"]


def test_a_name_of_two_lines_becomes_one_that_a_calendar_can_hold(page: Client) -> None:
    page.post(NEW, filled_in(page, NEW, name="Friday\nBEGIN:VALARM", then="announce"))
    tournament = Tournament.objects.get()
    assert tournament.name == "Friday BEGIN:VALARM"
    assert page.get(f"{tournament.get_absolute_url()}tournament.ics").status_code == 200
