"""Services of players: guests, accounts, names and preferences."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from accounts import services
from accounts.models import Player


@pytest.fixture
def guest(db: None) -> Player:
    return services.create_guest(language="it", theme="dark")


def test_a_guest_has_a_name_no_password_and_the_look_that_was_chosen(guest: Player) -> None:
    assert guest.is_guest
    assert guest.username.startswith("Guest-")
    assert not guest.has_usable_password()
    assert (guest.language, guest.theme) == ("it", "dark")


def test_a_kept_guest_is_the_same_player(guest: Player) -> None:
    kept = services.keep_guest(player=guest, name="Gina", email="gina@example.org", password="seven bones")
    assert kept.pk == guest.pk
    assert (kept.username, kept.email, kept.is_guest) == ("Gina", "gina@example.org", False)
    assert Player.objects.get(pk=guest.pk).check_password("seven bones")


def test_an_account_is_kept_only_once(guest: Player) -> None:
    services.keep_guest(player=guest, name="Gina", email="", password="seven bones")
    with pytest.raises(ValidationError) as refusal:
        services.keep_guest(player=guest, name="Other", email="", password="other bones")
    assert refusal.value.code == "already-kept"


def test_a_guest_does_not_get_a_name_that_is_taken(guest: Player, alice: Player) -> None:
    with pytest.raises(ValidationError, match="This name is taken"):
        services.keep_guest(player=guest, name="ALICE", email="", password="seven bones")
    guest.refresh_from_db()
    assert guest.is_guest
    assert not guest.has_usable_password()


def test_of_two_players_the_first_gets_the_name(alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Player, "full_clean", lambda self: None)  # as if Alice took it just after the check
    with pytest.raises(ValidationError, match="This name is taken"):
        services.rename(player=bob, name="aLiCe")


def test_a_player_may_change_the_case_of_their_name(alice: Player) -> None:
    assert services.rename(player=alice, name="ALICE").username == "ALICE"


def test_the_database_knows_that_guests_have_no_address(guest: Player) -> None:
    with pytest.raises(IntegrityError, match="guest_has_no_email"), transaction.atomic():
        Player.objects.filter(pk=guest.pk).update(email="gina@example.org")


def test_preferences_are_kept(alice: Player) -> None:
    services.set_preferences(player=alice, numerals=True, time_zone="Europe/Rome")
    alice.refresh_from_db()
    assert (alice.numerals, alice.time_zone, alice.sound) == (True, "Europe/Rome", True)


@pytest.mark.parametrize("wish", [{"time_zone": "Mars/North"}, {"theme": "pink"}, {"language": "xx"}])
def test_preferences_that_do_not_exist_are_refused(alice: Player, wish: dict[str, str]) -> None:
    with pytest.raises(ValidationError):
        services.set_preferences(player=alice, **wish)  # type: ignore[arg-type]
