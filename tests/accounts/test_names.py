"""Names are unique, however they are written."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.utils.translation import override

from accounts import names
from accounts.models import Player
from accounts.notices import Kind, notify, sentence
from accounts.services import create_guest


def test_a_name_is_found_however_it_is_written(alice: Player) -> None:
    assert Player.objects.named("ALICE").get() == alice


def test_the_database_refuses_the_same_name_in_other_case(alice: Player) -> None:
    with pytest.raises(IntegrityError):
        Player.objects.create_user(username="aLICE")


@pytest.mark.parametrize(
    "name", ["Al", "A" * 21, "1st", "al ice", "alice-", "al--ice", "Älice", "admin", "Guest-1", "gast-1"]
)
def test_names_that_are_refused(name: str, db: None) -> None:
    with pytest.raises(ValidationError) as refusal:
        Player(username=name, password="x").full_clean()
    assert set(refusal.value.error_dict) == {"username"}


@pytest.mark.parametrize("name", ["Bob", "mary-ann", "Old_Bones_7", "x2y", "Gaston", "Ospiter"])
def test_names_that_are_allowed(name: str, db: None) -> None:
    Player(username=name, password="x").full_clean()


@pytest.mark.parametrize(
    ("language", "shown"), [("en", "Guest-abcdef"), ("de", "Gast-abcdef"), ("it", "Ospite-abcdef")]
)
def test_a_guests_name_is_in_the_readers_language(language: str, shown: str) -> None:
    with override(language):
        assert names.shown("Guest-abcdef") == shown
        assert names.shown("Gustava") == "Gustava"
    assert names.meant(shown) == "Guest-abcdef"


@pytest.mark.parametrize(
    ("language", "shown"), [("en", "Former player 12"), ("de", "Ex-Spieler 12"), ("it", "Ex giocatore 12")]
)
def test_a_deleted_players_name_is_in_the_readers_language(language: str, shown: str) -> None:
    with override(language):
        assert names.shown(names.former(12)) == shown
        assert names.shown(names.former(123_456_789)).endswith(" 123456789")
        assert names.shown("Former") == "Former"


def test_a_guest_is_found_by_the_displayed_name(db: None) -> None:
    guest = create_guest()
    letters = guest.username.removeprefix("Guest-")
    for name in (guest.username, f"Gast-{letters}", f"ospite-{letters}"):
        assert Player.objects.named(name).get() == guest


def test_a_player_whose_name_was_reserved_later_is_found(db: None) -> None:
    inn = Player.objects.create(username="Gast-Haus")
    assert Player.objects.named("gast-haus").get() == inn


def test_names_of_guests_in_a_notice_are_in_the_readers_language(alice: Player, party: Kind) -> None:
    notify(kind=party, players=[alice.pk], key="1", url="/", gaps={"host": "Dora, Guest-abcdef", "starts_at": "8"})
    with override("de"):
        assert "Dora, Gast-abcdef" in sentence(alice.notices.get())
