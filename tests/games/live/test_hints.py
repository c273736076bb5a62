"""Hints at a live table: only for the player who asks, on their own turn, and where nothing counts."""

import random
from typing import Any

import pytest
from django.utils import translation
from pytest_django import Settings

from accounts.bots import create_bot
from accounts.models import Player
from accounts.services import create_guest
from games import services
from games.bots.hints import hint
from games.models import Table
from games.state.live_tables import live_tables
from ratings.counting import results
from tests.games.people import let_the_house_act, play_to_the_end, seated_table, short
from tests.games.sockets import Browser, in_thread, sign_in

pytestmark = pytest.mark.django_db(transaction=True)

session_of = in_thread(sign_in)


def on_turn(player: Player, **choices: Any) -> Table:
    """Return a table of a player and a bot at which the player is on turn."""
    for _ in range(20):
        table = let_the_house_act(seated_table([player], bots=["easy"], **choices).pk)
        if table.turn == 0:
            return table
    raise AssertionError("It is never their turn.")


def expected(table_id: str, language: str) -> tuple[str, str]:
    with live_tables.hold(table_id) as live:
        live.refresh()
        assert live.match.deal is not None
        move, reason = hint(live.match.deal.view(0))
    with translation.override(language):
        return str(move), translation.gettext(reason.template).format(**reason.params)


def set_table(player: Player) -> Table:
    """Return a running table of a tournament."""
    occasion = services.Occasion(
        owner=player, game="two-step", options=short("two-step"), rules_version=1, seconds=60, name="Friday", url="/"
    )
    seats = [services.SetSeat(player_id=player.pk), services.SetSeat(bot="easy", name="Ann")]
    [table] = services.set_tables(occasion=occasion, tables=[services.SetTable(seats=seats)])
    services.act(table_id=table.pk, ply=0, now=table.due_at)
    return let_the_house_act(table.pk)


async def answer_to(player: Player | None, table: Table) -> dict[str, Any]:
    """Return the answer to a player, or a visitor, who asks for a hint."""
    browser = await Browser.at(table.pk, await session_of(player) if player else "")
    await browser.hear_until("chats")
    await browser.send(type="hint")
    while (answer := await browser.hear())["type"] not in ("hint", "error"):
        pass
    await browser.leave()
    return answer


@pytest.mark.parametrize("game", ["chicken-foot", "two-step", "kardinal"])
@pytest.mark.parametrize("language", ["en", "de", "it"])
async def test_a_hint_has_a_legal_move_and_a_reason_in_the_players_language(
    game: str, language: str, alice: Player
) -> None:
    alice.language = language
    await alice.asave()
    table = await in_thread(on_turn)(alice, game=game)
    move, reason = await in_thread(expected)(table.pk, language)
    answer = await answer_to(alice, table)
    assert answer == {"type": "hint", "deal": table.deal_number, "ply": table.ply, "move": move, "reason": reason}
    assert (await Table.objects.aget(pk=table.pk)).ply == table.ply


async def test_nobody_else_hears_a_hint(alice: Player, bob: Player, charlie: Player) -> None:
    table = await in_thread(seated_table)([alice, bob], visibility="invited", game="two-step")
    while (await Table.objects.aget(pk=table.pk)).turn is None:
        table = await in_thread(seated_table)([alice, bob], visibility="invited", game="two-step")
    turn = (await Table.objects.aget(pk=table.pk)).turn
    browsers = [await Browser.at(table.pk, await session_of(player)) for player in (alice, bob)]
    for browser in browsers:
        await browser.hear_until("chats")
    asking, other = (browsers[turn or 0], browsers[1 - (turn or 0)])
    await asking.send(type="hint")
    assert (await asking.hear_until("hint"))["move"]
    await asking.send(type="chat", text="Hm")
    await other.hear_until("chat")
    assert "hint" not in {message["type"] for message in other.heard}
    await other.send(type="hint")
    assert (await other.hear_until("error"))["code"] == "not-your-turn"
    for browser in browsers:
        await browser.leave()


@pytest.mark.parametrize("visibility", ["public", "club"])
def test_a_match_that_may_count_gives_no_hints(visibility: str, alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob], game="two-step", options=short("two-step"))
    Table.objects.filter(pk=table.pk).update(visibility=visibility)
    live_tables.forget()
    assert not gives_hints(table)


def gives_hints(table: Table) -> bool:
    with live_tables.hold(table.pk) as live:
        live.refresh()
        return live.gives_hints


def test_no_match_that_counts_gave_hints(alice: Player, bob: Player, charlie: Player) -> None:
    for number, seats in enumerate([([alice], ["easy"]), ([alice, bob], []), ([alice, bob], ["easy"])]):
        for visibility in ("public", "invited"):
            options = {"game": "kardinal", "options": short("kardinal"), "visibility": visibility}
            table = seated_table(seats[0], bots=seats[1], **options)
            gave = gives_hints(table)
            assert gave == (visibility == "invited" or len(seats[0]) == 1)
            finished = play_to_the_end(table.pk, random.Random(number))
            assert not (gave and list(results([finished])))


def test_a_guest_may_keep_the_account_before_the_end(alice: Player) -> None:
    assert not gives_hints(seated_table([alice, create_guest()], game="two-step"))


def test_a_bot_of_a_player_counts_for_nobody(alice: Player) -> None:
    robbie = create_bot(owner=alice, name="Robbie")
    assert gives_hints(seated_table([alice, robbie], game="two-step", admits_bots=True))


async def test_two_people_are_told_why_there_are_none(alice: Player, bob: Player) -> None:
    table = await in_thread(seated_table)([alice, bob], game="two-step")
    answer = await answer_to(alice, table)
    assert answer["code"] == "no-hints"
    assert answer["message"] == "There are no hints here, as the match may count for ratings."


async def test_there_are_none_in_a_tournament(alice: Player) -> None:
    table = await in_thread(set_table)(alice)
    answer = await answer_to(alice, table)
    assert (answer["code"], answer["message"]) == ("no-hints", "There are no hints in a tournament.")


async def test_there_are_none_after_the_end(alice: Player) -> None:
    table = await in_thread(seated_table)([alice], bots=["easy"], game="two-step", options=short("two-step"))
    await in_thread(services.finish)(table_id=table.pk)
    answer = await answer_to(alice, table)
    assert (answer["code"], answer["message"]) == ("not-running", "The match is over.")


async def test_onlookers_get_none(alice: Player, charlie: Player) -> None:
    table = await in_thread(on_turn)(alice, game="two-step")
    for onlooker in (charlie, None):
        assert (await answer_to(onlooker, table))["code"] == "not-seated"


async def test_hints_are_limited(alice: Player, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "hints": "2/minute"}
    table = await in_thread(on_turn)(alice, game="two-step")
    answers = [await answer_to(alice, table) for _ in range(3)]
    assert [answer["type"] for answer in answers] == ["hint", "hint", "error"]
    assert answers[2]["code"] == "too-fast"


async def test_a_table_says_whether_it_gives_hints(alice: Player, bob: Player) -> None:
    table = await in_thread(seated_table)([alice, bob], game="two-step")
    browser = await Browser.at(table.pk, await session_of(alice))
    assert (await browser.hear_until("view"))["hints"] is False
    await in_thread(services.leave_for_good)(table_id=table.pk, player_id=bob.pk)
    while (await browser.hear_until("seats"))["hints"] is False:
        pass
    await browser.leave()
