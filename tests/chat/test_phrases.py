"""Ready-made phrases, and players who want to read nothing else."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest
from django.utils import timezone, translation

import chat.services as chat
from accounts.models import Player
from accounts.standing import mute, set_talk
from chat.models import ChatLine
from chat.phrases import PHRASES
from games import services as games
from games.services.chat import PlayersRoom
from tests.clubs.people import browser_of, refused
from tests.games.people import seated_table
from tests.games.sockets import Browser, in_thread, sign_in
from tests.tournaments.people import planned

pytestmark = pytest.mark.usefixtures("after_commit")

table_of, session_of = in_thread(seated_table), in_thread(sign_in)


@pytest.mark.parametrize("language", ["de", "it"])
def test_every_language_has_all_phrases(language: str) -> None:
    english = [str(phrase) for phrase in PHRASES.values()]
    assert 8 <= len(english) <= 12
    with translation.override(language):
        assert all(str(phrase) != one for phrase, one in zip(PHRASES.values(), english, strict=True))


def test_a_phrase_is_read_in_the_readers_language(alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob])
    with translation.override("de"):
        line = games.say_phrase(table_id=table.pk, player=alice, phrase="thanks")
        assert line.sentence == "Danke!"
    assert (line.text, line.sentence) == ("Thank you!", "Thank you!")


def test_unknown_phrases_are_refused(alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob])
    with refused("bad-field"):
        games.say_phrase(table_id=table.pk, player=alice, phrase="insult")


@pytest.mark.parametrize("switch", ["phrases_only", "is_child"])
def test_players_with_phrases_only_read_and_write_nothing_else(switch: str, alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob])
    set_talk(player=alice, **{"phrases_only": False, "is_child": False, switch: True})
    games.say(table_id=table.pk, player=bob, text="Words of my own")
    games.say_phrase(table_id=table.pk, player=bob, phrase="hello")
    with refused("phrases-only"):
        games.say(table_id=table.pk, player=alice, text="And mine")
    games.say_phrase(table_id=table.pk, player=alice, phrase="hello")
    room = PlayersRoom(table.pk)
    assert [line.phrase for line in chat.last_lines(room, reader=alice)] == ["hello", "hello"]
    assert len(chat.last_lines(room, reader=bob)) == 3


@pytest.mark.django_db(transaction=True)
async def test_on_an_open_page_it_takes_effect_at_once(alice: Player, bob: Player) -> None:
    table = await table_of([alice, bob])
    hers, his = await Browser.at(table.pk, await session_of(alice)), await Browser.at(table.pk, await session_of(bob))
    for browser in (hers, his):
        await browser.hear_until("chats")
    await in_thread(partial(set_talk, player=alice, phrases_only=True, is_child=False))()
    for phrase in ("good-luck", "thanks", "oops"):  # it takes effect within a second, not at once
        await his.send(type="chat", text=f"Words of my own before {phrase}")
        await his.send(type="phrase", phrase=phrase)
        assert (await his.hear_until("chat"))["text"] == f"Words of my own before {phrase}"
        assert (await his.hear_until("chat"))["phrase"] == phrase
        heard = await hers.hear_until("chat")
        if "phrase" in heard:
            break
        heard = await hers.hear_until("chat")
        await asyncio.sleep(1)
    else:
        pytest.fail("words of others go on coming")
    assert (heard["phrase"], heard["text"]) == (phrase, str(PHRASES[phrase]))
    for browser in (hers, his):
        await browser.leave()


@pytest.mark.django_db(transaction=True)
async def test_a_muted_person_and_a_muted_table_fall_silent_on_open_pages(
    alice: Player, bob: Player, charlie: Player
) -> None:
    table = await table_of([alice, bob])
    sessions = [await session_of(player) for player in (alice, bob, charlie)]
    hers, his, onlooker = [await Browser.at(table.pk, session) for session in sessions]
    for browser in (hers, his, onlooker):
        await browser.hear_until("chats")
    await in_thread(partial(mute, player=alice, other=bob, now=timezone.now()))()
    await in_thread(partial(games.mute, table_id=table.pk, player=charlie))()
    for browser in (hers, onlooker):
        await browser.send(type="ping")
        await browser.hear_until("pong")
    await his.send(type="chat", text="Can you hear me?")
    await his.hear_until("chat")
    await hers.send(type="chat", text="Is it only me?")
    assert (await hers.hear_until("chat"))["text"] == "Is it only me?"
    assert (await his.hear_until("chat"))["text"] == "Is it only me?"
    await onlooker.hear_all()
    assert "chat" not in {message["type"] for message in onlooker.heard}
    for browser in (hers, his, onlooker):
        await browser.leave()


def test_a_muted_table_is_heard_again(alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob])
    games.say(table_id=table.pk, player=bob, text="Hello")
    room = PlayersRoom(table.pk)
    for _time in range(2):
        games.mute(table_id=table.pk, player=alice)
    assert chat.last_lines(room, reader=alice) == []
    games.unmute(table_id=table.pk, player=alice)
    assert [line.text for line in chat.last_lines(room, reader=alice)] == ["Hello"]


def test_a_phrase_is_said_on_a_tournaments_page(alice: Player, bob: Player) -> None:
    tournament = planned(bob)
    alice.language = "de"
    alice.save()
    browser = browser_of(alice)
    browser.post(f"{tournament.get_absolute_url()}say/", {"phrase": "good-luck"})
    assert ChatLine.objects.get().phrase == "good-luck"
    page = browser.get(tournament.get_absolute_url()).content.decode()
    assert page.count("Viel Glück!") == 2
