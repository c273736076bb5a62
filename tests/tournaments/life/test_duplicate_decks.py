"""Anyone can verify from published data that nobody chose the decks of a duplicate round."""

from __future__ import annotations

import json
from hashlib import sha256

import pytest
from django.test import Client

from accounts.models import Player
from common.errors import UserError
from games import services as tables
from games.models import Table
from games.records.export import record_of
from games.rules import GAMES, shuffle
from tests.tournaments.people import (
    DUELS,
    advanced,
    after_the_break,
    confirmed_players,
    current_round,
    players,
    started,
    tables_of,
    the_house_plays,
)
from tournaments.control.actions.players.presence import MarkAbsent
from tournaments.control.actions.players.put_in import PutIn
from tournaments.control.actions.tables.replay import Replay
from tournaments.control.actions.tables.substitute import Substitute
from tournaments.life import clockwork, entering, stages
from tournaments.models import Board, Entry, Place, Tournament

pytestmark = pytest.mark.django_db


def published(client: Client, tournament_id: str) -> dict[str, object]:
    return json.loads(client.get(f"/tournament/{tournament_id}/tournament.json").content)


def test_decks_follow_from_the_anchor_and_from_what_everyone_contributed(olga: Player, client: Client) -> None:
    people = confirmed_players(8)
    tournament = started(olga, people, duplicate=True)
    anchor = bytes.fromhex(str(published(client, tournament.pk)["anchor"]))
    the_house_plays(tournament)
    tournament = advanced(tournament, tournament.starts_at)
    told = json.loads(client.get(f"/tournament/{tournament.pk}/tournament.json").content)
    link = bytes.fromhex(told["rounds"][0]["link"])
    assert shuffle.leads_to(anchor, link, 1)
    secret = sha256(b"boneyard-duplicate/1" + link).digest()
    mixed = "".join(given for _entry, given in told["mixed_in"])
    seats = [sha256(f"boneyard-duplicate/1 1 {seat} {mixed}".encode()).digest()[:16] for seat in range(4)]
    deck = shuffle.deck(GAMES["chicken-foot"].tiles({"set": 9}), shuffle.hash_times(secret, 4095), seats, 1)
    for table in tables_of(tournament):
        record = record_of(table)
        assert record["fair"]["anchor"] == shuffle.hash_times(secret, 4096).hex()
        assert tuple(record["deals"][0]["deck"]) == deck


def test_no_link_is_published_while_somebody_still_plays(olga: Player, client: Client) -> None:
    tournament = started(olga, confirmed_players(8), duplicate=True)
    first, second = tables_of(tournament)
    clockwork.advance(tournament_id=tournament.pk)
    text = client.get(f"/tournament/{tournament.pk}/tournament.json").content.decode()
    assert tournament.chain is not None
    assert json.loads(text)["rounds"][0]["link"] is None
    assert tournament.chain.link(1).hex() not in text
    assert Table.objects.filter(is_sealed=True).count() == 2 == len({first.pk, second.pk})
    assert current_round(tournament).chain is not None


def test_late_entries_do_not_change_decks_of_the_first_round(olga: Player, client: Client) -> None:
    people = confirmed_players(8)
    tournament = started(olga, people, duplicate=True, late_rounds=3)
    before = published(client, tournament.pk)["mixed_in"]
    entering.withdraw(tournament_id=tournament.pk, player=people[0])
    entering.enter(tournament_id=tournament.pk, player=people[0], contribution="ab" * 16)
    assert published(client, tournament.pk)["mixed_in"] == before


def test_decks_are_never_replayed_once_their_hands_are_known(olga: Player) -> None:
    tournament = started(olga, confirmed_players(4), DUELS, duplicate=True)
    before, after = Board.objects.order_by("number")
    assert before.table_id
    assert after.table_id
    tables.finish(table_id=after.table_id)
    with pytest.raises(UserError) as refusal:
        Replay(board=after.pk).carry_out(tournament_id=tournament.pk, by=olga, reason="x")
    assert refusal.value.code == "same-tiles"
    Replay(board=before.pk).carry_out(tournament_id=tournament.pk, by=olga, reason="x")
    assert Board.objects.get(pk=before.pk).table_id != before.table_id


def test_a_cancelled_tournament_hides_nothing_any_more(olga: Player) -> None:
    tournament = started(olga, confirmed_players(8), duplicate=True)
    stages.cancel(tournament_id=tournament.pk, because="Power cut")
    assert not Table.objects.filter(is_sealed=True).exists()


def dealt(running: Tournament) -> Tournament:
    for table in tables_of(running):
        tables.act(table_id=table.pk, ply=0)
    assert not Table.objects.open().exists()
    return running


def substitute(running: Tournament, at: Place, instead: Entry) -> None:
    Substitute(board=at.board_id or 0, entry=at.entry_id, instead=instead.pk).carry_out(
        tournament_id=running.pk, by=running.organiser, reason="Toothache"
    )


def sitting(running: Tournament, table: int, seat: int) -> Place:
    return Place.objects.get(board__number=table, seat=seat, round=current_round(running))


@pytest.fixture
def full(olga: Player) -> Tournament:
    """Return a tournament of eight, who have their tiles at two tables; the ninth and the tenth are waiting."""
    return dealt(started(olga, confirmed_players(10), duplicate=True, most=8))


def test_players_who_have_seen_tiles_cannot_be_put_in_elsewhere(full: Tournament, client: Client) -> None:
    ninth, tenth = full.entries.filter(status=Entry.Status.WAITING).order_by("pk")
    gone = sitting(full, 1, 0).entry
    substitute(full, sitting(full, 1, 0), ninth)
    other = sitting(full, 2, 0)
    with pytest.raises(UserError, match="knows tiles that are played here") as refusal:
        substitute(full, other, gone)
    assert refusal.value.code == "same-tiles"
    client.force_login(full.organiser)
    asked = {"board": str(other.board_id), "entry": str(other.entry_id), "instead": str(gone.pk), "look": "1"}
    page = client.get(f"/tournament/{full.pk}/control/substitute/", asked)
    assert "knows tiles that are played here" in page.content.decode()
    assert sitting(full, 2, 0).entry == other.entry
    with pytest.raises(UserError) as refusal:  # nor on another seat of the same table
        substitute(full, sitting(full, 1, 1), gone)
    assert refusal.value.code == "same-tiles"
    substitute(full, other, tenth)


def test_a_replaced_player_may_return_to_the_same_seat(full: Tournament) -> None:
    ninth = full.entries.filter(status=Entry.Status.WAITING).order_by("pk")[0]
    gone = sitting(full, 1, 0).entry
    substitute(full, sitting(full, 1, 0), ninth)
    substitute(full, sitting(full, 1, 0), gone)
    assert sitting(full, 1, 0).entry == gone


def test_tiles_of_the_previous_round_are_public(full: Tournament) -> None:
    ninth = full.entries.filter(status=Entry.Status.WAITING).order_by("pk")[0]
    gone = sitting(full, 1, 0).entry
    substitute(full, sitting(full, 1, 0), ninth)
    the_house_plays(full)
    tournament = advanced(full, full.starts_at)
    tournament = advanced(tournament, after_the_break(tournament))
    substitute(tournament, sitting(tournament, 2, 0), gone)
    assert sitting(tournament, 2, 0).entry == gone


def test_where_every_table_has_its_own_tiles_anyone_free_is_put_in(olga: Player) -> None:
    running = started(olga, players(9), most=8)
    gone = sitting(running, 1, 0).entry
    substitute(running, sitting(running, 1, 0), running.entries.get(status=Entry.Status.WAITING))
    substitute(running, sitting(running, 2, 0), gone)
    assert sitting(running, 2, 0).entry == gone


KNOCKOUT = {**DUELS, "format": "knockout", "rounds": 0}


def let_go(running: Tournament, table: int) -> Entry:
    """Mark somebody as absent who has not moved yet, though they may have looked at their tiles."""
    gone = sitting(running, table, 0).entry
    MarkAbsent(entry=gone.pk).carry_out(tournament_id=running.pk, by=running.organiser, reason="Not at the table")
    return gone


def put_in(running: Tournament, entry: Entry) -> None:
    PutIn(entry=entry.pk).carry_out(tournament_id=running.pk, by=running.organiser)


def test_somebody_whose_place_was_taken_cannot_take_one_at_another_table(olga: Player) -> None:
    running = dealt(started(olga, confirmed_players(6), KNOCKOUT, duplicate=True, most=4))
    fifth, sixth = running.entries.filter(status=Entry.Status.WAITING).order_by("pk")
    gone = let_go(running, 1)
    put_in(running, fifth)
    assert sitting(running, 1, 0).entry == fifth
    assert Entry.objects.get(pk=gone.pk).status == Entry.Status.WAITING
    let_go(running, 2)
    with pytest.raises(UserError, match="knows tiles that are played here") as refusal:
        put_in(running, gone)
    assert refusal.value.code == "same-tiles"
    put_in(running, sixth)
    assert sitting(running, 2, 0).entry == sixth


def test_before_the_tiles_are_dealt_nobody_knows_any(olga: Player) -> None:
    running = started(olga, confirmed_players(5), KNOCKOUT, duplicate=True, most=4)
    gone = let_go(running, 1)
    put_in(running, running.entries.get(status=Entry.Status.WAITING))
    let_go(running, 2)
    put_in(running, gone)
    assert sitting(running, 2, 0).entry == gone


def test_somebody_whose_place_was_taken_may_get_it_back(olga: Player) -> None:
    running = dealt(started(olga, confirmed_players(5), KNOCKOUT, duplicate=True, most=4))
    gone = let_go(running, 1)
    put_in(running, running.entries.get(status=Entry.Status.WAITING))
    let_go(running, 1)
    put_in(running, gone)
    assert sitting(running, 1, 0).entry == gone
