"""Every form and button of clubs, for everyone who may press it."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from clubs import services
from clubs.models import Announcement, Ban, Club, Invitation, JoinRequest, Right
from tests.clubs.people import address, browser_of, give_only, press, where_to

pytestmark = pytest.mark.django_db


def filled_in(**changes: Any) -> dict[str, Any]:
    usual = {"name": "Night Owls", "about": "Late.", "language": "de", "time_zone": "Europe/Berlin", "hue": "210"}
    return usual | {"admission": "open"} | changes


FOUND = reverse("clubs:found")


# --- Founding ---


def test_a_club_is_founded(alice: Player) -> None:
    response = browser_of(alice).post(FOUND, filled_in(is_private="on"))
    club = Club.objects.get()
    assert where_to(response) == club.get_absolute_url() == "/club/night-owls/"
    assert (club.language, club.hue, club.is_private) == ("de", 210, True)


def test_visitors_sign_in_and_guests_keep_their_account_first(guest: Player) -> None:
    assert where_to(browser_of(None).get(FOUND)).startswith(reverse("account_login"))
    response = browser_of(guest).post(FOUND, filled_in(), follow=True)
    assert response.redirect_chain[0][0].startswith(reverse("accounts:keep"))
    assert "Keep yours first: nothing is lost." in response.text
    assert not Club.objects.exists()


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"name": ""}, "This field is required."),
        ({"name": "   "}, "This field is required."),
        ({"name": "x" * 61}, "at most 60 characters"),
        ({"slug": "a b"}, "Use lower-case letters"),
        ({"slug": "-a-b"}, "Use lower-case letters"),
        ({"slug": "admin"}, "This address is reserved."),
        ({"slug": "good-friends"}, "Another club has this address already."),
        ({"slug": "GOOD-FRIENDS"}, "Another club has this address already."),
        ({"about": "x" * 4001}, "at most 4000 characters"),
        ({"time_zone": "Mars/North"}, "No city with a time zone of its own is called Mars/North."),
        ({"hue": "361"}, "Select a valid choice."),
        ({"hue": "31"}, "Select a valid choice."),
        ({"admission": "never"}, "Select a valid choice."),
    ],
)
def test_errors_are_shown_and_the_input_is_kept(wrong: dict[str, str], sentence: str, club: Club, dora: Player) -> None:
    response = browser_of(dora).post(FOUND, filled_in(**wrong))
    assert response.status_code == 200
    assert sentence in response.text
    assert "Late." in response.text or "about" in wrong
    assert Club.objects.count() == 1


def test_the_limit_of_clubs_is_shown_on_the_form(dora: Player) -> None:
    for number in range(5):
        services.found(founder=dora, now=timezone.now(), name=f"Club {number}")
    assert "You already own 5 clubs." in browser_of(dora).post(FOUND, filled_in()).text


def test_the_owner_edits_the_club(club: Club, alice: Player, bob: Player) -> None:
    browser_of(alice).post(address("edit", club), filled_in(name="Best  Friends", slug="other"))
    club.refresh_from_db()
    assert (club.name, club.slug) == ("Best Friends", "good-friends")
    assert browser_of(bob).post(address("edit", club), filled_in()).status_code == 403


def test_too_many_requests_are_refused_for_a_while(club: Club, carla: Player) -> None:
    browser = browser_of(carla)
    codes = [browser.post(address("withdraw", club)).status_code for _ in range(61)]
    assert codes == [302] * 60 + [429]


# --- Joining ---


def test_a_stranger_joins_with_one_click_and_leaves(club: Club, dora: Player) -> None:
    assert "Join the club" in browser_of(dora).get(club.get_absolute_url()).text
    assert "Welcome! You are now a member." in press(dora, "join", club).text
    assert club.membership_of(dora)
    assert "You have left the club." in press(dora, "leave", club).text
    assert not club.membership_of(dora)


def test_only_those_who_may_write_can_write_a_line(private: Club, dora: Player, guest: Player) -> None:
    for player, count in ((dora, 1), (guest, 0), (None, 0)):
        assert browser_of(player).get(private.get_absolute_url()).text.count('name="line"') == count


def test_a_visitor_signs_in_and_comes_back(club: Club) -> None:
    response = browser_of(None).post(address("join", club))
    assert where_to(response) == f"{reverse('account_login')}?next={club.get_absolute_url()}"


def test_a_guest_is_led_to_keeping_the_account(club: Club, guest: Player) -> None:
    page = press(guest, "join", club)
    assert page.redirect_chain[0][0].startswith(reverse("accounts:keep"))
    assert not club.membership_of(guest)


def test_a_request_with_a_line_is_withdrawn_and_made_again(private: Club, dora: Player) -> None:
    page = press(dora, "ask", private, line="I know Bob")
    assert "Your request has been sent to the officers." in page.text
    assert "I know Bob" in page.text
    assert "Withdraw the request" in page.text
    assert "Your request is withdrawn." in press(dora, "withdraw", private).text
    assert "Ask to join" in press(dora, "withdraw", private).text
    assert "at most 200 characters" in press(dora, "ask", private, line="x" * 201).text


def test_banned_players_read_the_reason(club: Club, bob: Player, dora: Player) -> None:
    press(bob, "ban", club, name="dora", reason="Called names", days="")
    page = browser_of(dora).get(club.get_absolute_url()).text
    assert "The officers have banned you." in page
    assert "Called names" in page
    assert "Join the club" not in page
    assert "Called names" in press(dora, "join", club).text
    press(bob, "lift", club, Ban.objects.get().pk)
    assert "Join the club" in browser_of(dora).get(club.get_absolute_url()).text


# --- Invitations ---


def test_an_invitation_link_admits_a_player(private: Club, bob: Player, dora: Player) -> None:
    page = press(bob, "invite", private, note="the choir", days="7", most_uses="1")
    link = Invitation.objects.get()
    assert f"http://testserver{link.get_absolute_url()}" in page.text
    for player in (dora, None):
        door = browser_of(player).get(link.get_absolute_url()).text
        assert "You are invited" in door
        assert "Fridays" not in door
    response = browser_of(None).post(address("come", private, link.secret))
    assert where_to(response).endswith(f"next={link.get_absolute_url()}")
    assert "Welcome!" in press(dora, "come", private, link.secret).text
    assert private.membership_of(dora)
    assert "no longer valid" in browser_of(None).get(link.get_absolute_url()).text


def test_a_revoked_link_says_so(private: Club, bob: Player, dora: Player) -> None:
    press(bob, "invite", private, days="7")
    link = Invitation.objects.get()
    press(bob, "revoke", private, link.pk)
    assert "This invitation is no longer valid" in browser_of(dora).get(link.get_absolute_url()).text
    assert "no longer valid" in press(dora, "come", private, link.secret).text
    assert browser_of(dora).get(address("invited", private, "guessed")).status_code == 404


@pytest.mark.parametrize(
    "nonsense", [{"days": "8"}, {"days": ""}, {"days": "7", "most_uses": "-1"}, {"note": "x" * 61}]
)
def test_invalid_input_creates_no_link(nonsense: dict[str, str], club: Club, bob: Player) -> None:
    assert press(bob, "invite", club, **{"days": "7"} | nonsense).status_code == 200
    assert not Invitation.objects.exists()


# --- The desk, members ---


def test_requests_are_answered_at_the_desk(private: Club, bob: Player, dora: Player) -> None:
    press(dora, "ask", private, line="Hello")
    page = browser_of(bob).get(address("desk", private)).text
    assert "Dora" in page
    assert "Hello" in page
    assert "Dora is now a member." in press(bob, "accept", private, JoinRequest.objects.get().pk).text
    assert private.membership_of(dora)


def test_the_desk_shows_what_an_officer_has_the_right_to_do(club: Club, bob: Player) -> None:
    give_only(club, bob, Right.MEMBERS)
    page = browser_of(bob).get(address("desk", club)).text
    assert "Invitations" in page
    assert "Banned" not in page
    give_only(club, bob, Right.MODERATION)
    page = browser_of(bob).get(address("desk", club)).text
    assert "Invitations" not in page
    assert "Banned" in page


def test_errors_of_a_ban_by_name_are_shown(club: Club, bob: Player) -> None:
    assert "There is no player with this name." in press(bob, "ban", club, name="Nobody", reason="Rude").text
    assert "This field is required." in press(bob, "ban", club, name="Carla").text
    assert "You cannot do that to yourself." in press(bob, "ban", club, name="Bob", reason="Rude").text
    assert "Only the owner" in press(bob, "ban", club, name="Alice", reason="Rude").text
    assert not Ban.objects.exists()


def test_a_member_is_made_an_officer_and_the_owner(club: Club, alice: Player, carla: Player) -> None:
    press(alice, "promote", club, "Carla", members="on")
    assert club.membership_of(carla).rights == [Right.MEMBERS]  # type: ignore[union-attr]
    press(alice, "promote", club, "Carla", peace="on")
    assert club.membership_of(carla).rights == [Right.MODERATION]  # type: ignore[union-attr]
    press(alice, "demote", club, "Carla")
    assert "Carla now owns the club. You are an officer." in press(alice, "hand-over", club, "Carla").text
    assert club.membership_of(carla).is_owner  # type: ignore[union-attr]
    log = browser_of(alice).get(address("log", club)).text
    assert "Alice made Carla an officer." in log
    assert "moderation" in log


def test_a_member_is_removed_or_banned(club: Club, bob: Player, carla: Player) -> None:
    assert "Carla is no longer a member." in press(bob, "remove", club, "Carla", reason="Gone").text
    services.join(club_id=club.pk, player=carla, now=timezone.now())
    assert "Say why" in press(bob, "ban-member", club, "Carla", reason="", days="7").text
    assert "Carla is banned." in press(bob, "ban-member", club, "Carla", reason="Rude", days="7").text
    until = Ban.objects.get().until
    assert until is not None
    assert timedelta(days=6) < until - timezone.now() <= timedelta(days=7)


def test_the_last_member_closes_the_club(alice: Player) -> None:
    club = services.found(founder=alice, now=timezone.now(), name="Short-lived")
    assert "If you close the club" in browser_of(alice).get(address("edit", club)).text
    assert "The club is closed." in press(alice, "close", club).text
    assert browser_of(alice).get(club.get_absolute_url()).status_code == 404


def test_an_owner_with_members_reads_everywhere_that_the_club_cannot_be_closed_yet(club: Club, alice: Player) -> None:
    page = browser_of(alice).get(address("edit", club)).text
    assert "Close the club" not in page
    assert "You can close the club once you are its last member." in page
    left = press(alice, "leave", club).text
    assert "hand it over first." in left
    assert "only its last member can close a club" in press(alice, "close", club).text


def test_the_last_member_reads_that_the_club_can_only_be_closed(alice: Player) -> None:
    club = services.found(founder=alice, now=timezone.now(), name="Short-lived")
    assert "Leave the club" not in browser_of(alice).get(address("edit", club)).text
    assert "close the club instead of leaving it" in press(alice, "leave", club).text


# --- Announcements ---


def test_the_life_of_an_announcement(club: Club, bob: Player) -> None:
    page = press(bob, "write", club, title="Summer party", text="In the **garden**, <b>really</b>")
    assert "<strong>garden</strong>, &lt;b&gt;really" in page.text
    one = Announcement.objects.get()
    press(bob, "revise", club, one.pk, title="Summer party", text="Indoors")
    press(bob, "pin", club, one.pk)
    assert "changed " in browser_of(bob).get(address("announcements", club)).text
    press(bob, "unpin", club, one.pk)
    assert "The announcement is deleted." in press(bob, "take-down", club, one.pk).text
    assert not Announcement.objects.exists()


def test_an_empty_announcement_is_refused(club: Club, bob: Player) -> None:
    assert "This field is required." in press(bob, "write", club, title="", text="Hello").text
    assert "at most 10000 characters" in press(bob, "write", club, title="Long", text="x" * 10_001).text
    assert not Announcement.objects.exists()


# --- Who may not ---

BUTTONS = [
    "edit", "picture", "drop-picture", "close", "desk", "invite", "ban", "write", "accept", "refuse", "revoke", "lift",
    "promote", "demote", "hand-over", "remove", "ban-member", "revise", "pin", "unpin", "take-down",
]  # fmt: skip


@pytest.fixture
def things(club: Club, alice: Player) -> dict[str, list[object]]:
    """Return the objects that buttons act on, by their part of the URL."""
    now = timezone.now()
    emil, frida = (Player.objects.create_user(username=name) for name in ("Emil", "Frida"))
    Club.objects.filter(pk=club.pk).update(admission=Club.Admission.REQUEST)
    services.ask(club_id=club.pk, player=emil, now=now)
    asked = JoinRequest.objects.get().pk
    link = services.invite(club_id=club.pk, by=alice, now=now, valid_for=timedelta(days=1)).pk
    ban = services.ban(club_id=club.pk, by=alice, player_id=frida.pk, now=now, reason="Rude").pk
    said = services.publish(club_id=club.pk, by=alice, now=now, title="News", text="It is on.").pk
    on_member = {name: ["Bob"] for name in ("promote", "demote", "hand-over", "remove", "ban-member")}
    on_said = {name: [said] for name in ("revise", "pin", "unpin", "take-down")}
    return {"accept": [asked], "refuse": [asked], "revoke": [link], "lift": [ban]} | on_member | on_said  # type: ignore[operator]


def status(player: Player, name: str, club: Club, things: dict[str, list[object]]) -> int:
    method = Client.get if name == "desk" else Client.post
    return method(browser_of(player), address(name, club, *things.get(name, []))).status_code


@pytest.mark.parametrize("name", BUTTONS)
def test_members_and_strangers_press_no_officers_button(
    name: str, club: Club, things: dict[str, list[object]], carla: Player, dora: Player
) -> None:
    assert [status(one, name, club, things) for one in (carla, dora)] == [403, 403]
    Club.objects.filter(pk=club.pk).update(is_private=True)
    assert [status(one, name, club, things) for one in (carla, dora)] == [403, 404]


@pytest.mark.parametrize("name", ["accept", "refuse", "revoke", "lift", "revise", "pin", "unpin", "take-down"])
def test_what_belongs_to_another_club_is_not_found(
    name: str, club: Club, things: dict[str, list[object]], dora: Player
) -> None:
    """Dora owns a club and tries its URLs with ids from another club."""
    hers = services.found(founder=dora, now=timezone.now(), name="Night Owls")
    assert status(dora, name, hers, things) == 404


@pytest.mark.parametrize("name", [name for name in BUTTONS if name not in ("edit", "desk", "write", "revise")])
def test_actions_require_post(name: str, club: Club, things: dict[str, list[object]], alice: Player) -> None:
    assert browser_of(alice).get(address(name, club, *things.get(name, []))).status_code == 405


def test_forged_forms_do_nothing(club: Club, dora: Player) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(dora)
    assert browser.post(address("join", club)).status_code == 403
    assert not club.membership_of(dora)


def test_the_refusal_of_a_name_is_shown_when_the_club_is_edited(client: Client, alice: Player) -> None:
    club = services.found(founder=alice, now=timezone.now(), name="Owls")
    client.force_login(alice)
    page = f"/club/{club.slug}/edit/"
    fields = {"language": "en", "time_zone": "UTC", "hue": 150, "admission": club.admission}
    answer = client.post(page, {**fields, "name": "Moderators"})
    assert answer.status_code == 200
    assert "This name is reserved." in answer.content.decode()


def test_a_number_that_no_row_can_have_is_a_404(client: Client, alice: Player) -> None:
    club = services.found(founder=alice, now=timezone.now(), name="Owls")
    client.force_login(alice)
    assert client.post(f"/club/{club.slug}/chat/unmute/{10**25}/").status_code == 404
