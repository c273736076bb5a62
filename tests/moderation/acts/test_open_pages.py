"""Acts take effect on open pages at once."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Player
from chat.models import ChatLine
from games import services as games
from games.models import Table
from live.consumers import GONE
from moderation import acts
from tests.games.people import seated_table
from tests.games.sockets import Browser, in_thread, sign_in
from tests.moderation.acts.conftest import case_about

pytestmark = pytest.mark.django_db(transaction=True)


async def act(kind: str, hanna: Player, vera: Player, **arguments: Any) -> None:
    """Act on Vera, about whom there is a case."""
    case = await in_thread(case_about)(vera, hanna, "spam" if kind == "shadow-hide" else "abuse")
    chosen = {"kind": kind, "case_id": case.pk, "by": hanna, "now": timezone.now(), "reason": "Insults", **arguments}
    await in_thread(partial(acts.carry_out, **chosen))()


async def at_one_table(vera: Player, alice: Player) -> tuple[Table, Browser, Browser]:
    """Return a running table with both, and their sockets."""
    table = await in_thread(seated_table)([vera, alice])
    hers, others = [await Browser.at(table.pk, await in_thread(sign_in)(player)) for player in (vera, alice)]
    for browser in (hers, others):
        await browser.hear_until("chats")
    return table, hers, others


async def heard_after_all(browser: Browser) -> list[str]:
    """Return the types of all messages until the answer to a ping."""
    await browser.send(type="ping")
    await browser.hear_until("pong")
    return [message["type"] for message in browser.heard]


async def test_a_muted_players_line_reaches_nobody_and_she_is_told(vera: Player, alice: Player, hanna: Player) -> None:
    _table, hers, others = await at_one_table(vera, alice)
    await act("mute", hanna, vera, player=vera)
    await hers.send(type="chat", text="You all are bricks")
    refusal = await hers.hear_until("error")
    assert (refusal["code"], "Insults" in refusal["message"]) == ("muted", True)
    assert "chat" not in await heard_after_all(others)
    assert not await ChatLine.objects.aexists()
    for browser in (hers, others):
        await browser.leave()


async def test_a_paused_players_socket_closes_with_the_reason_and_the_others_play_on(
    vera: Player, alice: Player, hanna: Player
) -> None:
    _table, hers, others = await at_one_table(vera, alice)
    await act("pause-play", hanna, vera, player=vera)
    refusal = await hers.hear_until("error")
    assert (refusal["code"], "Insults" in refusal["message"]) == ("no-play", True)
    assert await hers.link.receive_output(5) == {"type": "websocket.close", "code": GONE}
    assert "pong" in await heard_after_all(others)
    await others.leave()


async def test_a_hidden_line_leaves_the_pages_of_all(vera: Player, alice: Player, hanna: Player) -> None:
    table, hers, others = await at_one_table(vera, alice)
    line = await in_thread(partial(games.say, table_id=table.pk, player=vera, text="You brick"))()
    for browser in (hers, others):
        await browser.hear_until("chat")
    await act("hide-line", hanna, vera, subject_id=str(line.pk))
    for browser in (hers, others):
        assert (await browser.hear_until("hidden"))["lines"] == [line.pk]
        await browser.leave()


async def test_a_removed_player_watches_while_the_house_plays(vera: Player, alice: Player, hanna: Player) -> None:
    table, hers, others = await at_one_table(vera, alice)
    await act("remove-from-table", hanna, vera, player=vera, subject_id=table.pk)
    while [seat["left"] for seat in (await others.hear_until("seats"))["seats"]] != [True, False]:
        pass  # somebody's presence was told before
    view = await hers.hear_until("view")
    assert (view["seat"], view["mine"]) == (None, None)
    await hers.send(type="ready")
    assert (await hers.hear_until("error"))["code"] == "not-seated"
    for browser in (hers, others):
        await browser.leave()


async def test_a_spammer_reads_what_nobody_else_reads(vera: Player, alice: Player, hanna: Player) -> None:
    _table, hers, others = await at_one_table(vera, alice)
    await act("shadow-hide", hanna, vera, player=vera)
    await hers.send(type="chat", text="Free coins")
    assert (await hers.hear_until("chat"))["text"] == "Free coins"
    assert "chat" not in await heard_after_all(others)
    for browser in (hers, others):
        await browser.leave()
