"""The chat of a club: members write and read, officers moderate, and former members receive nothing more."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

import chat.services as chat
from accounts.models import Player
from accounts.standing import Moderator, block
from chat.models import ChatLine, Silence
from clubs import services
from clubs.models import Club, Right
from clubs.talk import order
from clubs.talk.room import ClubRoom
from live.consumers import GONE
from tests.clubs.people import browser_of, give_only, log_of, refused
from tests.games.sockets import Browser, in_thread, sign_in

JSON = {"Accept": "application/json"}


def page(club: Club, player: Player | None) -> str:
    return browser_of(player).get(club.get_absolute_url()).text


def says(club: Club, player: Player, text: str = "Who plays tonight?") -> Any:
    return browser_of(player).post(reverse("clubs:chat", args=[club.slug]), {"text": text}, headers=JSON)


def line(club: Club, author: Player, text: str = "You are all cheats") -> ChatLine:
    return chat.say(ClubRoom.of(club), player=author, text=text)


@pytest.mark.usefixtures("after_commit")
class TestWriting:
    def test_members_write_and_read_on_the_clubs_page(self, club: Club, bob: Player, carla: Player) -> None:
        assert says(club, carla).status_code == 200
        assert "Who plays tonight?" in page(club, bob)

    def test_nobody_else_reads_or_writes_even_in_an_open_club(self, club: Club, carla: Player, dora: Player) -> None:
        line(club, carla)
        for stranger in (dora, None):
            assert "You are all cheats" not in page(club, stranger)
        assert says(club, dora).status_code == 409
        with refused("not-a-member"):
            line(club, dora)

    def test_a_private_club_does_not_show_that_it_has_a_chat(self, private: Club, dora: Player) -> None:
        assert says(private, dora).status_code == 404

    def test_in_a_frozen_club_nobody_writes(self, club: Club, alice: Player, carla: Player) -> None:
        services.freeze(club_id=club.pk, by=Moderator(alice, case_id=1), now=timezone.now())
        club.refresh_from_db()
        with refused("frozen"):
            line(club, carla)

    def test_limits_of_the_one_chat_hold(self, club: Club, carla: Player) -> None:
        for number in range(5):
            line(club, carla, f"This is line {number} of many others")
        with refused("too-fast"):
            line(club, carla, "And one more")

    def test_lines_of_blocked_players_are_left_out(self, club: Club, bob: Player, carla: Player) -> None:
        line(club, carla)
        block(player=bob, other=carla, now=timezone.now())
        assert "You are all cheats" not in page(club, bob)

    def test_members_alone_report_a_line(self, club: Club, bob: Player, carla: Player, dora: Player) -> None:
        address = f"/report/line/{line(club, carla).pk}/"
        assert [browser_of(one).get(address).status_code for one in (bob, dora)] == [200, 404]


@pytest.mark.usefixtures("after_commit")
class TestOrder:
    def test_officers_delete_a_line_with_a_reason(self, club: Club, bob: Player, carla: Player) -> None:
        address = f"{reverse('clubs:delete-line', args=[club.slug])}?line={line(club, carla).pk}"
        browser = browser_of(bob)
        assert "You are all cheats" in browser.get(address).text
        assert "You are all cheats" in browser.post(address, {"reason": ""}).text
        browser.post(address, {"reason": "Rude"})
        assert "You are all cheats" not in page(club, carla)
        assert log_of(club)[-1] == "line-deleted"
        assert ChatLine.objects.get().hidden_at is not None

    def test_officers_mute_for_a_time_and_let_write_again(self, club: Club, bob: Player, carla: Player) -> None:
        address = f"{reverse('clubs:mute', args=[club.slug])}?line={line(club, carla).pk}"
        browser_of(bob).post(address, {"reason": "Rude", "hours": "24"})
        assert says(club, carla).json()["code"] == "silenced"
        assert "Reason: Rude" in page(club, carla)
        assert "Let them write again" in page(club, bob)
        browser_of(bob).post(reverse("clubs:unmute", args=[club.slug, carla.pk]))
        assert says(club, carla).status_code == 200
        assert log_of(club)[-2:] == ["muted", "unmuted"]
        assert not Silence.objects.exists()

    def test_only_officers_moderate(self, club: Club, bob: Player, carla: Player, dora: Player) -> None:
        said = line(club, bob)
        give_only(club, bob, Right.MEMBERS)
        for verb in ("delete-line", "mute"):
            for player in (bob, carla, dora):
                address = f"{reverse(f'clubs:{verb}', args=[club.slug])}?line={said.pk}"
                assert browser_of(player).post(address, {"reason": "Rude", "hours": "1"}).status_code == 403
        assert not Silence.objects.exists()

    def test_those_in_charge_are_not_muted(self, club: Club, alice: Player, bob: Player) -> None:
        said, now = line(club, alice), timezone.now()
        with refused("in-charge"):
            order.mute(club_id=club.pk, by=bob, line_id=said.pk, hours=1, reason="Rude", now=now)

    def test_lines_of_other_rooms_cannot_be_moderated(self, club: Club, bob: Player, alice: Player) -> None:
        other = services.found(founder=alice, now=timezone.now(), name="Others")
        with refused("no-line"):
            order.delete_line(club_id=club.pk, by=bob, line_id=line(other, alice).pk, reason="Rude", now=timezone.now())


# --- The socket ---


async def at(club: Club, player: Player | None) -> Browser:
    browser = Browser(f"/ws/club/{club.slug}/", await in_thread(sign_in)(player) if player else "")
    await browser.link.connect(timeout=30)
    return browser


async def shown_out(browser: Browser) -> bool:
    message = await browser.link.receive_output(30)
    return bool(message["type"] == "websocket.close" and message["code"] == GONE)


@pytest.mark.django_db(transaction=True)
async def test_members_receive_lines_until_they_are_removed(
    private: Club, alice: Player, carla: Player, dora: Player
) -> None:
    browser = await at(private, carla)
    await browser.hear_until("chats", 30)
    said = await in_thread(line)(private, alice, "Friday at eight")
    assert (await browser.hear_until("chat", 30))["text"] == "Friday at eight"
    await in_thread(order.delete_line)(
        club_id=private.pk, by=alice, line_id=said.pk, reason="Moved", now=timezone.now()
    )
    assert (await browser.hear_until("hidden", 30))["lines"] == [said.pk]
    await in_thread(services.remove)(
        club_id=private.pk, by=alice, player_id=carla.pk, now=timezone.now(), reason="Gone"
    )
    assert await shown_out(browser)
    for stranger in (dora, None):
        assert await shown_out(await at(private, stranger))


@pytest.mark.django_db(transaction=True)
async def test_a_member_whose_role_changes_reloads_the_page(club: Club, alice: Player, carla: Player) -> None:
    browsers = [await at(club, player) for player in (alice, carla)]
    for browser in browsers:
        await browser.hear_until("chats", 30)
    await in_thread(services.hand_over)(club_id=club.pk, by=alice, player_id=carla.pk, now=timezone.now())
    for browser in browsers:
        assert await shown_out(browser)
