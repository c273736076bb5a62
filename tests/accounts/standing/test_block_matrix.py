"""Blocks and mutes, for every way in which players meet, in both directions."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

import chat.services as chat
import clubs.services as clubs
from accounts.models import Block, Mute, Notice, Player
from accounts.standing import block, mute, people, unblock, unmute
from clubs.models import Club
from clubs.talk.room import ClubRoom
from common.errors import UserError
from games import services as games
from games.models import Table
from games.pages.lobby import forget
from games.state.live_tables import live_tables
from tests.clubs.people import browser_of, refused
from tests.games.pages import finished_table
from tests.games.people import seated_table
from tests.tournaments import chatting
from tests.tournaments.people import DUELS, FRIDAY, planned, players, started, tables_of
from tournaments.live.access import open_visit

pytestmark = pytest.mark.usefixtures("after_commit")

Keeping = Callable[[Player, Player], None]
"""Keeps the author and the reader apart, once both exist."""
Reading = Callable[[Player, Player, Keeping], bool]
"""Returns whether the second player reads what the first one writes."""
Meeting = Callable[[Player, Player], bool]
"""Returns whether the second player can sit down with the first."""

# --- Reading what another says ---


def at_a_table(author: Player, reader: Player, keep_away: Keeping) -> bool:
    table = seated_table([author, reader])
    keep_away(author, reader)
    games.say(table_id=table.pk, player=author, text="Hello")
    return _is_read_at(table, reader)


def at_a_table_in_a_phrase(author: Player, reader: Player, keep_away: Keeping) -> bool:
    table = seated_table([author, reader])
    keep_away(author, reader)
    games.say_phrase(table_id=table.pk, player=author, phrase="hello")
    return _is_read_at(table, reader)


def among_onlookers(author: Player, reader: Player, keep_away: Keeping) -> bool:
    table = seated_table([Player.objects.create_user("Zoe")], bots=["easy"])
    keep_away(author, reader)
    games.say(table_id=table.pk, player=author, text="Hello")
    return _is_read_at(table, reader)


def _is_read_at(table: Table, reader: Player) -> bool:
    with live_tables.hold(table.pk) as live:
        live.refresh()
        return bool(json.loads(games.last_lines_message(live, reader))["lines"])


def on_a_tournaments_page(author: Player, reader: Player, keep_away: Keeping) -> bool:
    tournament = planned(Player.objects.create_user("Olga"))
    keep_away(author, reader)
    chatting.say(tournament_id=tournament.pk, player=author, text="Hello from the north")
    return "Hello from the north" in browser_of(reader).get(tournament.get_absolute_url()).content.decode()


def on_a_tournaments_socket(author: Player, reader: Player, keep_away: Keeping) -> bool:
    tournament = planned(Player.objects.create_user("Olga"))
    keep_away(author, reader)
    chatting.say(tournament_id=tournament.pk, player=author, text="Hello")
    visit = open_visit(tournament_id=tournament.pk, player=reader)
    assert visit is not None
    is_heard = visit.hearing.would_hear(author.pk, is_phrase=False)
    assert bool(json.loads(visit.greeting[1])["lines"]) == is_heard
    return is_heard


def in_a_club(author: Player, reader: Player, keep_away: Keeping) -> bool:
    club = clubs.found(founder=author, now=timezone.now(), name="Bones", admission=Club.Admission.OPEN)
    clubs.join(club_id=club.pk, player=reader, now=timezone.now())
    keep_away(author, reader)
    chat.say(ClubRoom(str(club.pk)), player=author, text="Hello from the south")
    return "Hello from the south" in browser_of(reader).get(club.get_absolute_url()).content.decode()


READING = [
    at_a_table,
    at_a_table_in_a_phrase,
    among_onlookers,
    on_a_tournaments_page,
    on_a_tournaments_socket,
    in_a_club,
]

# --- Sitting down with another ---


def _table(owner: Player, visibility: str, club: Club | None = None) -> Table:
    plan = {"game": "two-step", "options": {}, "bots": ["", ""], "seconds": 60}
    return games.open_table(owner=owner, visibility=visibility, club=club, **plan)  # type: ignore[arg-type]


def _sits_down(player: Player, table: Table) -> bool:
    try:
        games.join(table_id=table.pk, player=player, invitation=table.invitation)
    except UserError:
        return False
    return table.seats.filter(player=player).exists()


def at_a_public_table(sitter: Player, newcomer: Player) -> bool:
    return _sits_down(newcomer, _table(sitter, Table.Visibility.PUBLIC))


def at_a_table_by_invitation(sitter: Player, newcomer: Player) -> bool:
    return _sits_down(newcomer, _table(sitter, Table.Visibility.INVITED))


def at_a_table_of_the_club(sitter: Player, newcomer: Player) -> bool:
    club = clubs.found(founder=sitter, now=timezone.now(), name="Bones", admission=Club.Admission.OPEN)
    clubs.join(club_id=club.pk, player=newcomer, now=timezone.now())
    return _sits_down(newcomer, _table(sitter, Table.Visibility.CLUB, club))


def through_the_lobby(sitter: Player, newcomer: Player) -> bool:
    table = _table(sitter, Table.Visibility.PUBLIC)
    forget()
    return table.get_absolute_url() in browser_of(newcomer).get(reverse("games:tables")).content.decode()


SITTING = [at_a_public_table, at_a_table_by_invitation, at_a_table_of_the_club, through_the_lobby]


# --- Meeting in a tournament, which seats them apart where it can ---

PARTNERS = {"swiss": (DUELS, 4, 1), "tables": (FRIDAY, 8, 3)}
"""A plan, the number of entrants, and the number of others at a player's table."""


@pytest.mark.parametrize("plan", PARTNERS)
@pytest.mark.parametrize("blocks_the_others", [True, False])
def test_a_tournament_seats_them_apart(plan: str, blocks_the_others: bool, alice: Player, bob: Player) -> None:
    """All others but as many as sit at a table are blocked, so that Alice meets exactly those."""
    terms, many, partners = PARTNERS[plan]
    others = [bob, *players(many - 2)]
    for other in others[partners:]:
        player, blocked = (alice, other) if blocks_the_others else (other, alice)
        block(player=player, other=blocked, now=timezone.now())
    tournament = started(Player.objects.create_user("Olga"), [alice, *others], terms)
    own = next(table for table in tables_of(tournament) if table.seats.filter(player=alice).exists())
    assert set(own.seats.values_list("player", flat=True)) == {alice.pk, *(one.pk for one in others[:partners])}


def reader_blocks(author: Player, reader: Player) -> None:
    block(player=reader, other=author, now=timezone.now())


def reader_mutes(author: Player, reader: Player) -> None:
    mute(player=reader, other=author, now=timezone.now())


def author_blocks_and_mutes(author: Player, reader: Player) -> None:
    block(player=author, other=reader, now=timezone.now())
    mute(player=author, other=reader, now=timezone.now())


def reader_takes_it_back(author: Player, reader: Player) -> None:
    for keep_away, take_back in ((block, unblock), (mute, unmute)):
        keep_away(player=reader, other=author, now=timezone.now())
        take_back(player=reader, other=author)


@pytest.mark.parametrize("reading", READING)
@pytest.mark.parametrize("keep_away", [reader_blocks, reader_mutes])
def test_a_player_does_not_read_those_they_block_or_mute(
    reading: Reading, keep_away: Keeping, alice: Player, bob: Player
) -> None:
    assert not reading(bob, alice, keep_away)


@pytest.mark.parametrize("reading", READING)
@pytest.mark.parametrize("keep_away", [author_blocks_and_mutes, reader_takes_it_back])
def test_everyone_else_reads_on(reading: Reading, keep_away: Keeping, alice: Player, bob: Player) -> None:
    assert reading(bob, alice, keep_away)


@pytest.mark.parametrize("meeting", SITTING)
@pytest.mark.parametrize("blocks_the_newcomer", [True, False])
def test_neither_sits_down_with_the_other(
    meeting: Meeting, blocks_the_newcomer: bool, alice: Player, bob: Player
) -> None:
    player, other = (alice, bob) if blocks_the_newcomer else (bob, alice)
    block(player=player, other=other, now=timezone.now())
    assert not meeting(alice, bob)


@pytest.mark.parametrize("meeting", SITTING)
def test_muted_players_may_sit_down_together(meeting: Meeting, alice: Player, bob: Player) -> None:
    mute(player=alice, other=bob, now=timezone.now())
    assert meeting(alice, bob)


def test_they_may_sit_down_again_when_it_is_taken_back(alice: Player, bob: Player) -> None:
    reader_takes_it_back(bob, alice)
    assert at_a_public_table(alice, bob)


def test_no_rematch_with_somebody_blocked_meanwhile(alice: Player, bob: Player) -> None:
    table = finished_table([alice, bob])
    games.rematch(table_id=table.pk, player=alice)
    block(player=bob, other=alice, now=timezone.now())
    with refused("blocked-by-you"):
        games.rematch(table_id=table.pk, player=bob)


# --- Nobody is told ---


def test_only_the_player_who_blocks_is_told_of_the_block(alice: Player, bob: Player) -> None:
    taken = _table(alice, Table.Visibility.PUBLIC)
    block(player=alice, other=bob, now=timezone.now())
    with refused("no-free-seat"):
        games.join(table_id=taken.pk, player=bob)
    with refused("blocked-by-you"):
        games.join(table_id=_table(bob, Table.Visibility.PUBLIC).pk, player=alice)
    assert not Notice.objects.exists()
    page = browser_of(bob).get(alice.get_absolute_url()).content.decode()
    assert reverse("accounts:block", args=["Alice"]) in page


# --- Rows and pages ---


@pytest.mark.parametrize(("act", "undo"), [(block, unblock), (mute, unmute)])
def test_nobody_blocks_or_mutes_without_limit(
    alice: Player,
    bob: Player,
    charlie: Player,
    act: Callable[..., None],
    undo: Callable[..., None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(people, "MOST_PEOPLE", 1)
    for _time in range(2):
        act(player=alice, other=bob, now=timezone.now())
    with refused("too-many-people"):
        act(player=alice, other=charlie, now=timezone.now())
    undo(player=alice, other=bob)
    act(player=alice, other=charlie, now=timezone.now())


def test_blocking_and_muting_from_the_profile_and_undoing_it_from_the_list(alice: Player, bob: Player) -> None:
    browser = browser_of(alice)
    kinds: list[tuple[str, str, type[Block] | type[Mute]]] = [("block", "unblock", Block), ("mute", "unmute", Mute)]
    for deed, undo, kind in kinds:
        for _time in range(2):
            browser.post(reverse(f"accounts:{deed}", args=["Bob"]))
        assert kind.objects.get().other == bob
        assert "Bob" in browser.get(reverse("accounts:people")).content.decode()
        browser.post(reverse(f"accounts:{undo}", args=["Bob"]), {"next": reverse("accounts:people")})
        assert not kind.objects.exists()


def test_the_open_page_is_answered_in_json(alice: Player, bob: Player) -> None:
    answer = browser_of(alice).post(reverse("accounts:mute", args=["Bob"]), headers={"Accept": "application/json"})
    assert "Bob" in answer.json()["message"]
    answer = browser_of(alice).post(reverse("accounts:mute", args=["Alice"]), headers={"Accept": "application/json"})
    assert answer.status_code == 409


def test_a_list_of_many_takes_as_many_queries(alice: Player, bob: Player) -> None:
    browser = browser_of(alice)
    block(player=alice, other=bob, now=timezone.now())
    browser.get(reverse("accounts:people"))  # fills the cache of players whom tournaments expect
    counts = []
    for more in range(2):
        with CaptureQueriesContext(
            connection,
        ) as queries:
            browser.get(reverse("accounts:people"))
        counts.append(len(queries))
        block(player=alice, other=Player.objects.create_user(f"Player{more}"), now=timezone.now())
    assert counts[0] == counts[1]
