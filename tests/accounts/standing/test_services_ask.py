"""Every service that brings players together checks for sanctions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

import clubs.services as clubs
import tournaments.planning.organising as planning
from accounts import services as accounts
from accounts.models import Player, Sanction
from accounts.standing import impose, lift
from clubs.models import Club
from games import services as games
from games.models import Table
from tests.clubs.people import picture, refused
from tests.tournaments import chatting
from tests.tournaments.people import FRIDAY, planned
from tournaments.life import entering
from tournaments.models import Tournament
from tournaments.season.seasons import set_season
from tournaments.terms import Terms

pytestmark = pytest.mark.django_db

Kind = Sanction.Kind
COMING = {"registration_at": datetime(2100, 1, 1, tzinfo=UTC), "starts_at": datetime(2100, 1, 2, tzinfo=UTC)}
Doing = Callable[[Player, Player], None]
"""An action of the first player; the second has an open table and a club."""


def table_of(owner: Player, visibility: str = Table.Visibility.PUBLIC) -> Table:
    return games.open_table(owner=owner, game="two-step", options={}, bots=["", ""], seconds=60, visibility=visibility)


def open_a_table(player: Player, other: Player) -> None:
    table_of(player)


def open_a_private_table(player: Player, other: Player) -> None:
    table_of(player, Table.Visibility.INVITED)


def sit_down(player: Player, other: Player) -> None:
    games.join(table_id=table_of(other).pk, player=player)


def sit_down_by_invitation(player: Player, other: Player) -> None:
    table = table_of(other, Table.Visibility.INVITED)
    games.join(table_id=table.pk, player=player, invitation=table.invitation)


def speak_at_a_table(player: Player, other: Player) -> None:
    games.say(table_id=table_of(other).pk, player=player, text="Hello")


def club_of(player: Player) -> Club:
    return clubs.found(founder=player, now=timezone.now(), name=f"Club {Club.objects.count()}", admission="open")


def own_club(player: Player) -> Club:
    """Return a club that the player founded before the sanction."""
    return Club.objects.get(memberships__player=player)


def found_a_club(player: Player, other: Player) -> None:
    club_of(player)


def join_a_club(player: Player, other: Player) -> None:
    clubs.join(club_id=club_of(other).pk, player=player, now=timezone.now())


def club_on_request(owner: Player) -> Club:
    return clubs.found(founder=owner, now=timezone.now(), name=f"Club {Club.objects.count()}", admission="request")


def ask_to_join_a_club(player: Player, other: Player) -> None:
    clubs.ask(club_id=club_on_request(other).pk, player=player, now=timezone.now())


def ask_to_join_a_club_with_a_line(player: Player, other: Player) -> None:
    clubs.ask(club_id=club_on_request(other).pk, player=player, now=timezone.now(), text="Hello")


def invite_to_a_club(player: Player, other: Player) -> None:
    clubs.invite(club_id=own_club(player).pk, by=player, now=timezone.now(), valid_for=timedelta(days=1))


def announce_in_a_club(player: Player, other: Player) -> None:
    clubs.publish(club_id=own_club(player).pk, by=player, now=timezone.now(), title="Hello", text="All")


def change_the_name_of_a_club(player: Player, other: Player) -> None:
    clubs.edit(club_id=own_club(player).pk, by=player, now=timezone.now(), name="Bones")


def upload_an_emblem(player: Player, other: Player) -> None:
    clubs.offer_picture(club_id=own_club(player).pk, by=player, now=timezone.now(), content=picture())


def enter_a_tournament(player: Player, other: Player) -> None:
    entering.enter(tournament_id=planned(other).pk, player=player)


def speak_at_a_tournament(player: Player, other: Player) -> None:
    chatting.say(tournament_id=planned(other).pk, player=player, text="Hello")


def rename(player: Player, other: Player) -> None:
    accounts.rename(player=player, name="Ayla")


def plan_a_tournament(player: Player, other: Player) -> None:
    planning.organise(organiser=player, terms=Terms.from_columns(FRIDAY | COMING))


def change_the_name_of_a_tournament(player: Player, other: Player) -> None:
    tournament = Tournament.objects.get(organiser=player)
    planning.revise(tournament_id=tournament.pk, by=player, helpers=[], to=partial(replace, name="Bones Cup"))


def name_a_season(player: Player, other: Player) -> None:
    span: dict[str, Any] = {"first_day": date(2100, 1, 1), "last_day": date(2100, 12, 31)}
    set_season(club_id=own_club(player).pk, by=player, name="2100", counts_best=None, **span)


DOINGS: dict[Doing, set[str]] = {
    open_a_table: {Kind.NO_PLAY, Kind.NO_PUBLIC_TABLES},
    open_a_private_table: {Kind.NO_PLAY},
    sit_down: {Kind.NO_PLAY, Kind.NO_PUBLIC_TABLES},
    sit_down_by_invitation: {Kind.NO_PLAY},
    speak_at_a_table: {Kind.MUTED},
    found_a_club: {Kind.MUTED},
    join_a_club: set(),
    ask_to_join_a_club: set(),
    ask_to_join_a_club_with_a_line: {Kind.MUTED},
    invite_to_a_club: {Kind.MUTED},
    announce_in_a_club: {Kind.MUTED},
    change_the_name_of_a_club: {Kind.MUTED},
    upload_an_emblem: {Kind.MUTED},
    enter_a_tournament: {Kind.NO_PLAY, Kind.NO_TOURNAMENTS},
    speak_at_a_tournament: {Kind.MUTED},
    rename: {Kind.MUTED},
    plan_a_tournament: {Kind.MUTED},
    change_the_name_of_a_tournament: {Kind.MUTED},
    name_a_season: {Kind.MUTED},
}
ALWAYS = {Kind.WARNING, Kind.CLOSED, Kind.MESSAGE}


def sanction(player: Player, kind: str) -> Sanction:
    return impose(player=player, kind=kind, reason="Insults", now=timezone.now())


@pytest.mark.parametrize("doing", DOINGS)
def test_a_sanction_stops_what_it_forbids_and_nothing_else(doing: Doing, alice: Player, bob: Player) -> None:
    club_of(alice)
    planned(alice)
    for kind in DOINGS[doing] | ALWAYS:
        imposed = sanction(alice, kind)
        with refused(kind):
            doing(alice, bob)
        lift(sanction_id=imposed.pk, now=timezone.now())
    for kind in set(Kind) - DOINGS[doing] - ALWAYS:
        sanction(alice, kind)
    doing(alice, bob)
