"""During a duplicate round, nobody learns anything at one table that would help at another."""

from __future__ import annotations

import json
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from common.errors import UserError
from games import services as tables
from games.models import Table
from games.state import messages_out
from games.state.live_tables import live_tables
from tests.accounts.telling import with_confirmed_address
from tests.games.pages import browser_of
from tests.tournaments import chatting
from tests.tournaments.people import (
    advanced,
    confirmed_players,
    fresh,
    planned,
    players,
    started,
    tables_of,
    the_house_plays,
)
from tests.tournaments.plans import changed
from tournaments.base.standings import standings_of
from tournaments.life import entering
from tournaments.models import Tournament
from tournaments.planning import plans

pytestmark = pytest.mark.usefixtures("after_commit")


@pytest.fixture
def half_done(olga: Player) -> Tournament:
    """Return a tournament in which one of two tables is done, and the other is still playing."""
    tournament = started(olga, confirmed_players(8), duplicate=True)
    tables.finish(table_id=tables_of(tournament)[0].pk)
    return advanced(tournament, timezone.now())


def done_table(tournament: Tournament) -> Table:
    return tables_of(tournament)[0]


def everyone_is_done(tournament: Tournament) -> Tournament:
    the_house_plays(tournament)
    return advanced(tournament, timezone.now())


def sitter_at(table: Table) -> Player:
    player = table.seats.get(number=0).player
    assert player is not None
    return player


def links_told(table: Table) -> list[str | None]:
    """Return the links in the view of the table and in the message that ended its last deal."""
    with live_tables.hold(table.pk) as live:
        live.refresh()
        over = messages_out.over_message(live)
        return [deal["link"] for deal in messages_out.view_message(live, 0)["deals"]] + [over["link"]]


def test_no_link_is_revealed_at_the_table_before_all_are_done(half_done: Tournament) -> None:
    table = done_table(half_done)
    assert links_told(table) == [None, None]
    everyone_is_done(half_done)
    link = table.chain.link(1).hex()
    assert links_told(table) == [link, link]


def test_record_and_links_of_a_table_wait_for_the_others(half_done: Tournament) -> None:
    table = done_table(half_done)
    browser, link = browser_of(sitter_at(table)), table.chain.link(1).hex()
    record, result = reverse("games:record", args=[table.pk]), reverse("games:result", args=[table.pk])
    refused = browser.get(record)
    assert (refused.status_code, refused.json()["code"]) == (403, "sealed")
    page = browser.get(result).text
    assert link not in page
    assert record not in page
    everyone_is_done(half_done)
    assert browser.get(record).json()["deals"][0]["link"] == link
    assert link in browser.get(result).text


def test_nobody_sees_a_score_before_all_are_done(half_done: Tournament, client: Client) -> None:
    points = Table.objects.get(pk=done_table(half_done).pk).totals
    address = half_done.get_absolute_url()

    def told() -> Any:
        return json.loads(client.get(f"/tournament/{half_done.pk}/tournament.json").content)

    def scores() -> list[Any]:
        return [seat["score"] for board in told()["rounds"][0]["tables"] for seat in board["seats"]]

    assert scores() == [None] * 8
    assert {row["played"] for row in told()["standings"]} == {0}
    assert {(row["played"], row["score"]) for row in standings_of(half_done)} == {(0, "0")}
    for page in (address, reverse("tournaments:round", args=[half_done.pk, 1])):
        assert 'class="won"' not in client.get(page).text
        assert all(f'points numerals">{one}<' not in client.get(page).text for one in points)
    entry = half_done.entries.get(player=sitter_at(done_table(half_done)))
    assert 'class="won"' not in client.get(reverse("tournaments:entry", args=[half_done.pk, entry.pk])).text
    tournament = everyone_is_done(half_done)
    assert None not in scores()
    assert {row["played"] for row in standings_of(tournament)} == {1}
    assert 'class="won"' in client.get(address).text


def test_the_chat_is_closed_during_the_round(half_done: Tournament) -> None:
    player = sitter_at(done_table(half_done))
    with pytest.raises(UserError) as refused:
        chatting.say(tournament_id=half_done.pk, player=player, text="Mind the double nine!")
    assert refused.value.code == "sealed"
    everyone_is_done(half_done)
    assert chatting.say(tournament_id=half_done.pk, player=player, text="Well played").text == "Well played"


def test_elsewhere_scores_and_chat_are_open(olga: Player) -> None:
    tournament = started(olga, players(8))
    tables.finish(table_id=done_table(tournament).pk)
    tournament = advanced(tournament, timezone.now())
    assert sum(row["played"] for row in standings_of(tournament)) == 4
    chatting.say(tournament_id=tournament.pk, player=sitter_at(done_table(tournament)), text="We are done")


# --- One person, one entry ---


def refusal(tournament: Tournament, player: Player) -> str:
    with pytest.raises(UserError) as refused:
        entering.enter(tournament_id=tournament.pk, player=player)
    return refused.value.code


def test_entering_requires_a_confirmed_address(olga: Player, alice: Player) -> None:
    tournament = planned(olga, duplicate=True)
    assert refusal(tournament, alice) == "unconfirmed"
    with_confirmed_address(alice)
    assert entering.enter(tournament_id=tournament.pk, player=alice).mailbox


@pytest.mark.parametrize(
    ("address", "again"), [("alice@example.org", "ALICE+bob@example.org"), ("alice@gmail.com", "a.lice@gmail.com")]
)
def test_nobody_enters_with_a_second_account(
    address: str, again: str, olga: Player, alice: Player, bob: Player
) -> None:
    tournament = planned(olga, duplicate=True)
    for player, email in ((alice, address), (bob, again)):
        Player.objects.filter(pk=player.pk).update(email=email)
        player.refresh_from_db()
    with_confirmed_address(alice, bob)
    entering.enter(tournament_id=tournament.pk, player=alice)
    assert refusal(tournament, bob) == "entered-otherwise"
    entering.withdraw(tournament_id=tournament.pk, player=alice)
    assert refusal(tournament, bob) == "entered-otherwise"
    entering.enter(tournament_id=tournament.pk, player=alice)


def test_an_address_passed_on_to_another_player_counts_as_entered(olga: Player, alice: Player, bob: Player) -> None:
    """Alice changes her address after entering, and Bob takes her old one."""
    tournament = planned(olga, duplicate=True)
    with_confirmed_address(alice)
    entering.enter(tournament_id=tournament.pk, player=alice)
    EmailAddress.objects.filter(user=alice).update(email="other@example.org")
    Player.objects.filter(pk=alice.pk).update(email="other@example.org")
    Player.objects.filter(pk=bob.pk).update(email="alice@example.org")
    bob.refresh_from_db()
    with_confirmed_address(bob)
    assert refusal(tournament, bob) == "entered-otherwise"


def test_a_plan_gets_the_same_tiles_only_if_everyone_has_entered_once(olga: Player, alice: Player, bob: Player) -> None:
    tournament = planned(olga)
    with_confirmed_address(alice)
    for player in (alice, bob):
        entering.enter(tournament_id=tournament.pk, player=player)
    with pytest.raises(UserError) as refused:
        plans.change(tournament_id=tournament.pk, to=changed(duplicate=True))
    assert refused.value.code == "not-one-each"
    assert not fresh(tournament).duplicate
    with_confirmed_address(bob)
    plans.change(tournament_id=tournament.pk, to=changed(duplicate=True))
    assert len({entry.mailbox for entry in tournament.entries.all()}) == 2
