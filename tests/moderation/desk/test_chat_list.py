"""The list of all chat lines: views of private rooms are logged."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts import roles
from accounts.models import Player
from action_log.models import LogLine
from action_log.services import describe
from chat.models import ChatLine
from games.models import Table
from games.services.chat import OnlookersRoom, PlayersRoom
from moderation.lookups.chats import private_among
from tests.games.people import seated_table
from tests.tournaments.people import planned
from tournaments.live.chatting import TournamentRoom
from tournaments.models import Tournament

pytestmark = pytest.mark.usefixtures("after_commit")

LINES = reverse("admin:chat_chatline_changelist")


@pytest.fixture
def head(as_role: Callable[..., Client]) -> Client:
    return as_role(roles.Role.HEAD)


def said(room: str, author: Player) -> ChatLine:
    return ChatLine.objects.create(room=room, author=author, text="Psst", said_at=timezone.now())


def rooms_read() -> list[str]:
    return [line.details["room"] for line in LogLine.objects.filter(action="chat-listed").order_by("pk")]


def test_each_view_of_private_rooms_is_logged_once_for_each_room(head: Client, alice: Player, bob: Player) -> None:
    table, tournament, secret = seated_table([alice, bob]), planned(alice), planned(bob)
    Table.objects.filter(pk=table.pk).update(visibility=Table.Visibility.INVITED)
    Tournament.objects.filter(pk=secret.pk).update(status=Tournament.Status.DRAFT)
    private = [OnlookersRoom(table.pk).key, PlayersRoom(table.pk).key, TournamentRoom(secret.pk).key]
    for room in (*private, *private, TournamentRoom(tournament.pk).key):
        said(room, alice)
    assert head.get(LINES).text.count("Psst") >= 5
    assert rooms_read() == sorted(private)
    line = LogLine.objects.filter(action="chat-listed").latest("pk")
    assert line.by is not None
    assert describe(line) == f"{line.by} read the private chat {sorted(private)[-1]} in the list of all chat lines."
    head.get(LINES)
    assert len(rooms_read()) == 6


def test_only_what_is_on_the_page_counts_as_read(head: Client, alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob])
    said(PlayersRoom(table.pk).key, alice)
    Table.objects.filter(pk=table.pk).update(visibility=Table.Visibility.INVITED)
    head.get(LINES, {"q": "nobody said this"})
    assert not rooms_read()
    head.get(LINES, {"q": "Psst"})
    assert len(rooms_read()) == 1


def test_a_single_line_counts_as_well(head: Client, alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob])
    line = said(PlayersRoom(table.pk).key, alice)
    address = reverse("admin:chat_chatline_change", args=[line.pk])
    head.get(address)
    assert not rooms_read()
    Table.objects.filter(pk=table.pk).update(visibility=Table.Visibility.INVITED)
    assert "Psst" in head.get(address).text
    assert rooms_read() == [line.room]


def test_nothing_is_logged_for_players_who_may_not_see_the_list(
    as_role: Callable[..., Client], alice: Player, bob: Player
) -> None:
    table = seated_table([alice, bob])
    said(PlayersRoom(table.pk).key, alice)
    Table.objects.filter(pk=table.pk).update(visibility=Table.Visibility.INVITED)
    assert as_role(roles.Role.MODERATOR).get(LINES).status_code == 403
    assert not rooms_read()


def test_more_open_rooms_take_no_more_queries(head: Client, alice: Player, bob: Player) -> None:
    counts = []
    for _more in range(2):
        said(PlayersRoom(seated_table([alice, bob]).pk).key, alice)
        head.get(LINES)
        with CaptureQueriesContext(connection) as queries:
            head.get(LINES)
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_the_chat_of_a_sealed_table_is_private_as_its_tiles_are(alice: Player, bob: Player) -> None:
    """Others play with the same tiles, and moderators may be among them."""
    table = seated_table([alice, bob])
    rooms = [PlayersRoom(table.pk).key, OnlookersRoom(table.pk).key]
    assert private_among(rooms) == set()
    Table.objects.filter(pk=table.pk).update(is_sealed=True)
    assert private_among(rooms) == set(rooms)
