"""Tests who can report what, and what is kept as evidence."""

from __future__ import annotations

import json

import pytest

import clubs.services as clubs
import games.services as games
from accounts.models import Player
from chat.models import ChatLine
from clubs.models import Announcement, Club, Emblem
from games.models import Deal, Table
from games.services.chat import OnlookersRoom, PlayersRoom
from moderation.evidence import Source, Viewer, find, is_involved
from tests.clubs.conftest import NOW
from tests.games.people import legal_moves, play, seated_table
from tests.tournaments.plans import announced, planned
from tournaments.models import Division, League, Season, Team

pytestmark = pytest.mark.usefixtures("after_commit")


def seen(kind: str, key: object, player: Player | None = None, invited: tuple[str, ...] = ()) -> Source:
    found = find(kind, str(key), Viewer(player, invited))
    assert found is not None
    return found


def is_hidden(kind: str, key: object, player: Player | None = None) -> bool:
    return find(kind, str(key), Viewer(player)) is None


@pytest.fixture
def table(alice: Player, bob: Player) -> Table:
    return seated_table([alice, bob], game="two-step")


@pytest.fixture
def club(alice: Player) -> Club:
    return clubs.found(
        founder=alice,
        now=NOW,
        name="Bones",
        slug="bones",
        about="We hate everybody",
        language="en",
        time_zone="UTC",
        hue=30,
        admission="open",
        is_private=False,
    )


def test_a_line_is_kept_with_those_around_it(table: Table, alice: Player, bob: Player) -> None:
    said = [games.say(table_id=table.pk, player=player, text=f"Line {n}") for n, player in enumerate([alice, bob] * 4)]
    source = seen("line", said[3].pk, alice)
    subject = source.subject()
    assert subject.player == bob
    assert subject.matter == PlayersRoom(table.pk).key
    assert [line["text"] for line in subject.evidence["lines"]] == [line.text for line in said]
    assert subject.evidence["line"] == said[3].pk
    assert subject.evidence["player"]["name"] == "Bob"
    assert subject.evidence["table"]["id"] == table.pk
    assert "Line 3" in source.title


def test_moderators_read_what_was_typed(table: Table, alice: Player, bob: Player) -> None:
    line = games.say(table_id=table.pk, player=bob, text="You idiot, fuck off")
    assert "*" in line.text
    assert seen("line", line.pk, alice).evidence()["lines"][0]["text"] == "You idiot, fuck off"


def test_nobody_reports_lines_that_they_cannot_read(table: Table, alice: Player, bob: Player, charlie: Player) -> None:
    line = games.say(table_id=table.pk, player=charlie, text="Bob has the double nine")
    assert line.room == OnlookersRoom(table.pk).key
    assert seen("line", line.pk, None)
    assert is_hidden("line", line.pk, alice)
    ChatLine.objects.filter(pk=line.pk).update(hidden_at=NOW)
    assert is_hidden("line", line.pk, None)
    assert is_hidden("line", "one")
    assert is_hidden("line", line.pk + 1)
    assert is_hidden("nonsense", line.pk)


def test_a_table_is_kept_with_its_ply_and_chat_but_without_a_tile(alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob], game="kardinal")
    play(table, Table.objects.get(pk=table.pk).turn or 0, legal_moves(table.pk)[0])
    games.say(table_id=table.pk, player=bob, text="Hurry up")
    source = seen("table", table.pk, alice)
    assert source.people == [bob]
    kept = source.subject(bob).evidence
    assert kept["table"]["ply"] == Table.objects.get(pk=table.pk).ply > 0
    assert [seat["name"] for seat in kept["table"]["seats"]] == ["Alice", "Bob"]
    assert [line["text"] for line in kept["lines"]] == ["Hurry up"]
    told = json.dumps(kept)
    deck = Deal.objects.get(table=table).deck.split()
    assert len(deck) > 20
    assert not any(f'"{tile}' in told or f" {tile}" in told for tile in deck)
    assert "deck" not in told
    assert "hand" not in told


def test_those_who_have_left_a_seat_can_be_reported(alice: Player, bob: Player, charlie: Player) -> None:
    table = seated_table([alice, bob])
    games.leave_for_good(table_id=table.pk, player_id=bob.pk)
    assert bob in seen("table", table.pk, charlie).people


def test_a_private_table_is_reported_only_by_the_invited(alice: Player, bob: Player, charlie: Player) -> None:
    table = seated_table([alice, bob], visibility="invited")
    line = games.say(table_id=table.pk, player=bob, text="Hello")
    assert is_hidden("table", table.pk, charlie)
    assert is_hidden("line", line.pk, charlie)
    assert seen("table", table.pk, None, invited=(table.pk,))


def test_a_player_is_kept_with_the_name_at_the_time(table: Table, alice: Player, bob: Player) -> None:
    source = seen("player", "bob", alice)
    kept = source.subject().evidence
    assert source.id == str(bob.pk)
    assert kept["player"] == {"id": bob.pk, "name": "Bob", "is_guest": False}
    assert kept["met"] == [{"id": table.pk, "game": "two-step", "status": "running", "ply": 0}]
    assert seen("player", "Bob").evidence() == {}
    assert is_hidden("player", "Nobody")


def test_a_line_that_nobody_else_reads_cannot_be_found_by_its_number(table: Table, alice: Player, bob: Player) -> None:
    line = games.say(table_id=table.pk, player=bob, text="Free coins")
    ChatLine.objects.update(is_shadowed=True)
    assert is_hidden("line", line.pk, alice)
    assert is_hidden("line", line.pk)
    assert not is_hidden("line", line.pk, bob)


def test_a_club_is_kept_with_its_texts(club: Club, alice: Player, bob: Player) -> None:
    Announcement.objects.create(club=club, author=alice, title="Go away", text="All of you")
    kept = seen("club", "bones", bob).evidence()
    assert kept["about"] == "We hate everybody"
    assert kept["announcements"] == [{"title": "Go away", "text": "All of you", "author": alice.pk}]
    assert "names" not in kept
    league = League.objects.create(club=club, name="Haters")
    Division.objects.create(league=league, rank=1, name="Worst", places=4)
    Season.objects.create(club=club, name="The Bad Year", first_day=NOW.date(), last_day=NOW.date())
    assert seen("club", "bones", bob).evidence()["names"] == ["The Bad Year", "Haters", "Worst"]
    Club.objects.update(is_private=True)
    assert seen("club", "bones", bob).evidence() == {"name": "Bones", "slug": "bones"}


def test_an_emblem_is_kept_as_a_picture(club: Club) -> None:
    assert "webp" not in seen("emblem", "bones").evidence()
    Emblem.objects.create(club=club, picture=b"a picture")
    assert seen("emblem", "bones").evidence()["webp"] == "YSBwaWN0dXJl"


def test_a_tournament_is_kept_with_its_texts_and_concerns_its_organiser(alice: Player, bob: Player) -> None:
    tournament = announced(alice)
    subject = seen("tournament", tournament.pk).subject()
    assert subject.player == alice
    assert subject.evidence["name"] == tournament.name
    Team.objects.create(tournament=tournament, name="Losers All", made_at=NOW)
    assert seen("tournament", tournament.pk).evidence()["names"] == ["Losers All"]
    draft = planned(alice)
    assert is_hidden("tournament", draft.pk, bob)


def test_who_is_involved_in_a_subject(table: Table, club: Club, alice: Player, bob: Player, charlie: Player) -> None:
    line = games.say(table_id=table.pk, player=bob, text="Hello")
    tournament = planned(alice)
    subjects = [
        ("line", line.pk),
        ("table", table.pk),
        ("club", club.pk),
        ("emblem", club.pk),
        ("tournament", tournament.pk),
        ("player", alice.pk),
    ]
    assert [is_involved(kind, str(key), alice) for kind, key in subjects] == [True] * 6
    assert [is_involved(kind, str(key), charlie) for kind, key in subjects] == [False] * 6
