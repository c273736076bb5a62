"""The live socket of a tournament's page."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Player
from clubs import services as clubs
from clubs.models import Club, Membership
from live.consumers import GONE
from tests.games.sockets import Browser, in_thread, sign_in
from tests.tournaments import chatting
from tests.tournaments.people import DUELS, planned
from tournaments.control.actions.players.remove import Remove
from tournaments.control.actions.tables.bot import PutBack, PutBotIn
from tournaments.control.actions.undo import Undo
from tournaments.life import clockwork, entering
from tournaments.models import Place, Tournament
from tournaments.planning import plans
from tournaments.terms import Terms

pytestmark = pytest.mark.django_db(transaction=True)


async def at(tournament: Tournament, player: Player | None = None) -> Browser:
    session = await in_thread(sign_in)(player) if player else ""
    browser = Browser(f"/ws/tournament/{tournament.pk}/", session)
    is_connected, _ = await browser.link.connect(timeout=5)
    assert is_connected
    return browser


async def watching(tournament: Tournament, player: Player | None = None) -> Browser:
    """Return a browser that watches the page; from now on it misses nothing."""
    browser = await at(tournament, player)
    await browser.hear_until("chats")
    return browser


async def test_a_new_visitor_gets_the_version_and_the_last_lines(olga: Player, alice: Player) -> None:
    tournament = await in_thread(planned)(olga)
    await in_thread(chatting.say)(tournament_id=tournament.pk, player=alice, text="Good luck!")
    browser = await watching(tournament)
    changed, chats = browser.heard
    assert changed == {"type": "changed", "version": tournament.version}
    assert [line["text"] for line in chats["lines"]] == ["Good luck!"]
    await browser.leave()


async def shown_out(browser: Browser) -> bool:
    message = await browser.link.receive_output(5)
    return bool(message["type"] == "websocket.close" and message["code"] == GONE)


async def test_everyone_hears_that_something_has_changed(olga: Player, alice: Player) -> None:
    tournament = await in_thread(planned)(olga)
    onlooker, player = await watching(tournament), await watching(tournament, alice)
    before = tournament.version
    await in_thread(entering.enter)(tournament_id=tournament.pk, player=alice)
    for browser in (onlooker, player):
        assert (await browser.hear_until("changed"))["version"] == before + 1
        await browser.leave()


async def test_only_players_are_led_to_their_tables(olga: Player, alice: Player, bob: Player) -> None:
    tournament = await in_thread(planned)(olga, DUELS)
    for player in (alice, bob):
        await in_thread(entering.enter)(tournament_id=tournament.pk, player=player)
    onlooker, hers = await watching(tournament), await watching(tournament, alice)
    await in_thread(clockwork.advance)(tournament_id=tournament.pk, now=tournament.starts_at)
    assert (await hers.hear_until("table"))["url"].startswith("/table/")
    await onlooker.hear_all()
    assert {message["type"] for message in onlooker.heard} == {"changed", "chats"}
    for browser in (onlooker, hers):
        await browser.leave()


async def test_what_is_said_is_heard_by_all(olga: Player, alice: Player) -> None:
    tournament = await in_thread(planned)(olga)
    onlooker = await watching(tournament)
    await in_thread(chatting.say)(tournament_id=tournament.pk, player=alice, text="Good luck!")
    line = await onlooker.hear_until("chat")
    assert (line["name"], line["text"]) == ("Alice", "Good luck!")
    await onlooker.leave()


async def test_it_ignores_what_it_receives(olga: Player, alice: Player) -> None:
    tournament = await in_thread(planned)(olga)
    browser = await watching(tournament, alice)
    await browser.send_text('{"type": "chat", "text": "by the back door"}')
    await browser.send_text("nonsense")
    await in_thread(chatting.say)(tournament_id=tournament.pk, player=alice, text="by the front door")
    assert (await browser.hear_until("chat"))["text"] == "by the front door"
    await browser.leave()


async def test_drafts_and_private_clubs_are_not_open_to_strangers(olga: Player, alice: Player, bob: Player) -> None:
    tournament = await in_thread(_in_a_private_club)(olga, bob)
    for stranger in (None, alice):
        assert await shown_out(await at(tournament, stranger))
    member = await at(tournament, bob)
    await member.hear_until("changed")
    await member.leave()
    draft = await in_thread(_draft)(olga)
    assert await shown_out(await at(draft, bob))
    organiser = await at(draft, olga)
    await organiser.hear_until("changed")
    await organiser.leave()


def _in_a_private_club(olga: Player, member: Player) -> Tournament:
    club = Club.objects.create(slug="hidden", name="Hidden Club", is_private=True)
    Membership.objects.create(club=club, player=olga, role=Membership.Role.OWNER)
    Membership.objects.create(club=club, player=member, role=Membership.Role.MEMBER)
    return planned(olga, club=club)


def _draft(olga: Player) -> Tournament:
    now = timezone.now()
    terms = Terms.from_columns({**DUELS, "registration_at": now, "starts_at": now})
    return plans.plan(organiser=olga, terms=terms)


async def test_a_removed_member_is_disconnected_from_a_private_clubs_tournaments(olga: Player, bob: Player) -> None:
    tournament = await in_thread(_in_a_private_club)(olga, bob)
    assert tournament.club_id is not None
    his, hers = await watching(tournament, bob), await watching(tournament, olga)
    now = timezone.now()
    await in_thread(clubs.remove)(club_id=tournament.club_id, by=olga, player_id=bob.pk, now=now)
    assert await shown_out(his)
    await in_thread(chatting.say)(tournament_id=tournament.pk, player=olga, text="among ourselves")
    assert (await hers.hear_until("chat"))["text"] == "among ourselves"
    await hers.leave()


async def test_entrants_who_left_the_club_may_watch_until_they_withdraw(olga: Player, bob: Player) -> None:
    tournament = await in_thread(_in_a_private_club)(olga, bob)
    assert tournament.club_id is not None
    his = await watching(tournament, bob)
    await in_thread(entering.enter)(tournament_id=tournament.pk, player=bob)
    await in_thread(clubs.leave)(club_id=tournament.club_id, player=bob, now=timezone.now())
    await in_thread(chatting.say)(tournament_id=tournament.pk, player=olga, text="still with us")
    assert (await his.hear_until("chat"))["text"] == "still with us"
    await in_thread(entering.withdraw)(tournament_id=tournament.pk, player=bob)
    await his.hear_until("changed")
    assert await shown_out(his)


async def test_removed_entrants_are_disconnected_unless_they_may_watch(olga: Player, bob: Player) -> None:
    tournament = await in_thread(_in_a_private_club)(olga, bob)
    assert tournament.club_id is not None
    his = await watching(tournament, bob)
    entry = await in_thread(entering.enter)(tournament_id=tournament.pk, player=bob)
    about: dict[str, Any] = {"tournament_id": tournament.pk, "by": olga, "reason": "Rude"}
    act = await in_thread(Remove(entry=entry.pk).carry_out)(**about)
    await in_thread(Undo(act=act.pk).carry_out)(tournament_id=tournament.pk, by=olga, reason="Not he")
    await in_thread(clubs.leave)(club_id=tournament.club_id, player=bob, now=timezone.now())
    await in_thread(chatting.say)(tournament_id=tournament.pk, player=olga, text="still with us")
    assert (await his.hear_until("chat"))["text"] == "still with us"
    await in_thread(Remove(entry=entry.pk).carry_out)(**about)
    await his.hear_until("changed")
    assert await shown_out(his)


async def test_a_player_who_is_put_back_is_led_to_the_table(olga: Player, alice: Player, bob: Player) -> None:
    tournament = await in_thread(planned)(olga, DUELS)
    for player in (alice, bob):
        await in_thread(entering.enter)(tournament_id=tournament.pk, player=player)
    await in_thread(clockwork.advance)(tournament_id=tournament.pk, now=tournament.starts_at)
    hers, place = await watching(tournament, alice), await in_thread(Place.objects.get)(entry__player=alice)
    about: dict[str, Any] = {"tournament_id": tournament.pk, "by": olga}
    seat: dict[str, Any] = {"board": place.board_id, "entry": place.entry_id}
    await in_thread(PutBotIn(**seat).carry_out)(**about, reason="She is away")
    await in_thread(PutBack(**seat).carry_out)(**about)
    assert (await hers.hear_until("table"))["url"].startswith("/table/")
    await hers.leave()


async def test_a_demoted_officer_is_disconnected_from_drafts(olga: Player, bob: Player) -> None:
    draft, club = await in_thread(_draft_with_an_officer)(olga, bob)
    his = await watching(draft, bob)
    await in_thread(clubs.demote)(club_id=club.pk, by=olga, player_id=bob.pk, now=timezone.now())
    assert await shown_out(his)


def _draft_with_an_officer(olga: Player, officer: Player) -> tuple[Tournament, Club]:
    club = _in_a_private_club(olga, officer).club
    assert club is not None
    club.memberships.filter(player=officer).update(role=Membership.Role.OFFICER, minds_tournaments=True)
    draft = _draft(olga)
    Tournament.objects.filter(pk=draft.pk).update(club=club)
    return draft, club


async def test_an_invalid_address_is_refused(olga: Player) -> None:
    browser = Browser("/ws/tournament/nonsense/")
    await browser.link.connect(timeout=5)
    assert await shown_out(browser)
