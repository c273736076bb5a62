"""Profile, preferences, names, guests: the pages of players."""

import io

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from PIL import Image
from pytest_django import Settings

from accounts.models import Player
from accounts.notices.addresses import is_confirmed
from tests.html import dense

PASSWORD = "seven-quiet-bones"


@pytest.fixture
def as_alice(client: Client, alice: Player) -> Client:
    client.force_login(alice)
    return client


@pytest.fixture
def as_guest(client: Client, db: None) -> Client:
    client.post(reverse("accounts:guest"))
    return client


# --- Guests ---


def test_one_click_makes_a_guest_and_goes_where_they_wanted(client: Client, db: None) -> None:
    answer = client.post(reverse("accounts:guest"), {"next": "/table/abc/"})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/table/abc/")
    assert Player.objects.get(pk=client.session["_auth_user_id"]).is_guest


def test_a_guest_is_not_sent_to_another_site(client: Client, db: None) -> None:
    answer = client.post(reverse("accounts:guest"), {"next": "https://elsewhere.example/"})
    assert answer.headers["Location"] == "/"


def test_a_link_creates_no_guest(client: Client, db: None) -> None:
    assert client.get(reverse("accounts:guest")).status_code == 405
    assert not Player.objects.exists()


def test_signed_in_players_stay_who_they_are(as_alice: Client) -> None:
    as_alice.post(reverse("accounts:guest"))
    assert Player.objects.count() == 1


def test_guests_per_address_are_limited(db: None, settings: Settings) -> None:
    settings.LIMITS = {"guest": "2/minute"}
    answers = [Client().post(reverse("accounts:guest")).status_code for _ in range(3)]
    assert answers == [302, 302, 429]
    assert Player.objects.count() == 2


def test_a_kept_guest_stays_signed_in_as_the_same_player(as_guest: Client) -> None:
    guest = Player.objects.get()
    answer = as_guest.post(reverse("accounts:keep"), {"username": "Gina", "password1": PASSWORD, "next": "/table/abc/"})
    assert answer.headers["Location"] == "/table/abc/"
    assert as_guest.session["_auth_user_id"] == str(guest.pk)
    assert Player.objects.get().username == "Gina"
    assert Client().login(username="gina", password=PASSWORD)


def test_a_kept_guest_with_an_address_gets_a_letter(as_guest: Client) -> None:
    form = {"username": "Gina", "email": "gina@example.org", "password1": PASSWORD}
    as_guest.post(reverse("accounts:keep"), form)
    assert [letter.to for letter in mail.outbox] == [["gina@example.org"]]
    assert Player.objects.get().email == "gina@example.org"


@pytest.mark.parametrize(
    ("field", "value"),
    [("username", "aLICE"), ("username", "Guest-me"), ("password1", "short")],
)
def test_invalid_forms_do_not_turn_a_guest_into_a_player(
    as_guest: Client, alice: Player, field: str, value: str
) -> None:
    form = {"username": "Gina", "email": "", "password1": PASSWORD, field: value}
    answer = as_guest.post(reverse("accounts:keep"), form)
    assert answer.status_code == 200
    assert set(answer.context["form"].errors) == {field}
    assert Player.objects.filter(is_guest=True).count() == 1


def test_a_guest_does_not_learn_whether_an_address_is_known(as_guest: Client, alice: Player) -> None:
    form = {"username": "Gina", "email": "alice@example.org", "password1": PASSWORD}
    assert as_guest.post(reverse("accounts:keep"), form).status_code == 302
    assert not is_confirmed(Player.objects.get(username="Gina"))
    assert is_confirmed(alice)


def test_a_player_with_an_account_is_sent_to_the_preferences(as_alice: Client) -> None:
    assert as_alice.get(reverse("accounts:keep")).headers["Location"] == reverse("accounts:preferences")


@pytest.mark.parametrize(
    "name", ["accounts:rename", "account_email", "account_change_password", "account_set_password"]
)
def test_pages_that_need_an_account_send_guests_to_keep_theirs(as_guest: Client, name: str) -> None:
    for answer in [as_guest.get(reverse(name)), as_guest.post(reverse(name), {"email": "gina@example.org"})]:
        assert answer.headers["Location"] == reverse("accounts:keep")


# --- Profile and name ---


def test_a_profile_is_found_however_the_name_is_written(client: Client, alice: Player) -> None:
    page = client.get("/@/ALICE/")
    assert "<h1>Alice</h1>" in page.content.decode()
    assert "alice@example.org" not in page.content.decode()


def test_a_link_to_a_profile_has_a_picture_of_its_own(client: Client, alice: Player) -> None:
    address = reverse("accounts:profile-picture", args=["Alice"])
    assert f'property="og:image" content="http://localhost:8000{address}"' in client.get("/@/Alice/").text
    answer = client.get(address)
    assert Image.open(io.BytesIO(answer.content)).size == (1200, 630)
    Player.objects.filter(pk=alice.pk).update(is_active=False)
    assert client.get(address).status_code == 404


def test_unknown_players_have_no_profile(client: Client, db: None) -> None:
    assert client.get("/@/Nobody/").status_code == 404


def test_alice_changes_her_name(as_alice: Client, alice: Player) -> None:
    as_alice.post(reverse("accounts:rename"), {"username": "Alicia"})
    alice.refresh_from_db()
    assert alice.username == "Alicia"


def test_alice_does_not_get_bobs_name(as_alice: Client, alice: Player, bob: Player) -> None:
    page = as_alice.post(reverse("accounts:rename"), {"username": "BOB"})
    assert "This name is taken." in page.content.decode()
    assert '<span class="account-name">Alice</span>' in page.content.decode()


# --- Preferences ---


def test_preferences_require_signing_in(client: Client, db: None) -> None:
    assert client.get(reverse("accounts:preferences")).headers["Location"].startswith(reverse("account_login"))


def test_preferences_show_on_the_next_page(as_alice: Client) -> None:
    wishes = {"language": "de", "theme": "dark", "numerals": "on", "time_zone": "Europe/Rome"}
    wishes |= {"felt": "blue", "tiles": "contrast", "pips": "four", "tile_size": "large", "confirms_moves": "on"}
    wishes |= {"volume": "quiet", "animation": "slow", "hand_order": "heavy"}
    as_alice.post(reverse("accounts:preferences"), wishes)
    page = dense(as_alice.get(reverse("accounts:preferences")).text)
    assert '<html lang="de" data-theme="dark" data-numerals="on" data-sound="off"' in page
    assert 'data-felt="blue" data-tiles="contrast" data-pips="four" data-tile-size="large"' in page
    assert 'data-volume="quiet" data-animation="slow" data-hand-order="heavy" data-confirms="on"' in page


def test_the_menu_changes_one_setting_and_leaves_the_others(as_alice: Client, alice: Player) -> None:
    answer = as_alice.post(reverse("accounts:appearance"), {"theme": "dark", "next": "/@/Alice/"})
    assert answer.headers["Location"] == "/@/Alice/"
    alice.refresh_from_db()
    assert (alice.theme, alice.language, alice.sound) == ("dark", "", True)


@pytest.mark.parametrize("word", ["on", "½", "2027-03-28T02:30", "//elsewhere.example/", "https://elsewhere.example/"])
def test_a_next_page_that_is_no_address_leads_to_the_lobby(client: Client, word: str, db: None) -> None:
    for name in ("appearance", "guest"):
        answer = client.post(reverse(f"accounts:{name}"), {"next": word})
        assert (answer.status_code, answer.headers["Location"]) == (302, "/")


def test_a_visitor_is_remembered_by_cookies(client: Client, alice: Player) -> None:
    client.post(reverse("accounts:appearance"), {"language": "it"})
    client.post(reverse("accounts:appearance"), {"theme": "dark"})
    page = dense(client.get("/@/Alice/").text)
    assert '<html lang="it" data-theme="dark"' in page


LOOKS = {"theme": "dark", "felt": "red", "tiles": "maple", "pips": "one", "tile_size": "small"}
LOOKS |= {"volume": "loud", "animation": "none"}


def test_a_visitors_looks_are_kept_in_the_browser_and_taken_over(client: Client, db: None) -> None:
    answer = client.post(reverse("accounts:looks"), LOOKS | {"numerals": "on", "next": "/rules/"})
    assert answer.headers["Location"] == "/rules/"
    page = dense(client.get("/rules/").text)
    assert 'data-theme="dark" data-numerals="on" data-sound="off" data-felt="red" data-tiles="maple"' in page
    assert 'data-pips="one"' in page
    assert 'data-volume="loud" data-animation="none"' in page
    client.post(reverse("accounts:guest"))
    guest = Player.objects.get(is_guest=True)
    assert {name: getattr(guest, name) for name in LOOKS} == LOOKS
    assert (guest.numerals, guest.sound) == (True, False)


def test_players_have_preferences_instead(as_alice: Client) -> None:
    answer = as_alice.get(reverse("accounts:looks"))
    assert answer.headers["Location"] == reverse("accounts:preferences")


@pytest.mark.parametrize("cookie", ["", "felt", "felt=pink&pips=seven&sound=2", "%00&theme=dark", "=&" * 2000])
def test_invalid_looks_change_nothing(client: Client, cookie: str, db: None) -> None:
    client.cookies["looks"] = cookie
    page = dense(client.get(reverse("accounts:looks")).text)
    assert 'data-theme="auto" data-numerals="off" data-sound="on" data-felt="green"' in page


def test_an_invalid_setting_changes_nothing(client: Client, alice: Player) -> None:
    answer = client.post(reverse("accounts:appearance"), {"theme": "pink"})
    assert not answer.cookies


def test_the_browser_tells_the_time_zone_once(as_alice: Client, alice: Player) -> None:
    for zone in ["Europe/Rome", "Asia/Tokyo"]:
        assert as_alice.post(reverse("accounts:time-zone"), {"time_zone": zone}).status_code == 204
    alice.refresh_from_db()
    assert alice.time_zone == "Europe/Rome"


def test_a_time_zone_that_does_not_exist_is_not_kept(as_alice: Client, alice: Player) -> None:
    as_alice.post(reverse("accounts:time-zone"), {"time_zone": "../../etc"})
    alice.refresh_from_db()
    assert alice.time_zone == ""
