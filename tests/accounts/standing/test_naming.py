"""What players, clubs and tournaments may not be called, and names that stay reserved."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

import clubs.services as clubs
from accounts import services
from accounts.models import ForbiddenWord, PastName, Player
from accounts.standing import check_name, check_title, masked
from chat.models import ChatLine
from common.lookalikes import fold
from games import services as games
from tests.clubs.people import browser_of, refused
from tests.games.people import seated_table
from tests.tournaments.people import planned
from tournaments.season.seasons import set_season

pytestmark = pytest.mark.django_db


def code_of(name: str, player: Player | None = None) -> str:
    try:
        check_name(name, player)
    except ValidationError as refusal:
        return str(refusal.code)
    return ""


# --- Look-alikes ---


@pytest.mark.parametrize(
    ("one", "other"),
    [("Nora", "N0ra"), ("Nora", "NORA"), ("Nora", "No-ra"), ("Lilli", "1iIlI"), ("Anna", "4nn4"), ("Tim", "Tlrn")],
)
def test_names_that_look_alike_fold_alike(one: str, other: str) -> None:
    assert fold(one) == fold(other)


def test_letters_of_other_scripts_fold_to_their_look_alikes() -> None:
    assert fold("Воnеs") == fold("Bones")  # noqa: RUF001
    assert fold("Müller") == fold("Muller")


def test_different_names_stay_different() -> None:
    names = ["Alice", "Bob", "Charlie", "Nora", "Norma", "Dora", "Player2", "Player6", "Player22"]
    assert len({fold(name) for name in names}) == len(names)


def test_nobody_gets_a_name_that_looks_like_anothers(client: Client, db: None) -> None:
    nora = Player.objects.create_user("Nora")
    assert code_of("N0ra") == "name-taken"
    assert code_of("N0ra", nora) == ""
    form = {"username": "N0ra", "email": "", "password1": "seven-quiet-bones"}
    assert "looks like one that is taken" in client.post(reverse("account_signup"), form).content.decode()
    assert Player.objects.count() == 1


def test_the_database_refuses_look_alikes(alice: Player, bob: Player) -> None:
    bob.username = "A1ice"
    with pytest.raises(ValidationError):
        bob.full_clean()
    with pytest.raises(IntegrityError):
        bob.save()


def test_guests_have_no_folded_name(db: None) -> None:
    assert {services.create_guest().folded for _guest in range(3)} == {""}


# --- Words ---


@pytest.mark.parametrize(
    "name", ["FuckYou", "fuckyou", "Hitler88", "H1tler", "Arschloch", "Stronzo", "xXFuck3rXx", "sh1t-head"]
)
def test_offensive_names_in_three_languages(name: str) -> None:
    assert code_of(name) == "name-offensive"


@pytest.mark.parametrize(
    "name",
    [
        "Alice",
        "Dickens",
        "Analena",
        "Essex",
        "Assunta",
        "Bones7",
        "Class-of-99",
        "Sassari",
        "Hanswurst",
        "T17",
        "A55",
        "Therapist",
    ],
)
def test_harmless_names_that_look_offensive_are_allowed(name: str) -> None:
    assert code_of(name) == ""


@pytest.mark.parametrize("name", ["M0derator", "Adm1n", "B0neyard", "STAFF"])
def test_names_that_look_like_staff_are_reserved(name: str) -> None:
    assert code_of(name) == "name-reserved"


@pytest.mark.parametrize(
    "name", ["ModeratorAnna", "Die-Moderatorin", "Boneyard-Team", "Mod-Anna", "M0d_Anna", "Admin1", "SupportNora"]
)
def test_names_with_a_word_for_staff_in_them_are_reserved(name: str) -> None:
    assert code_of(name) == "name-reserved"


@pytest.mark.parametrize("name", ["Stafford", "Modesty", "Commodore", "Moderna", "Badminton"])
def test_names_that_only_begin_like_staff_are_allowed(name: str) -> None:
    assert code_of(name) == ""


def test_clubs_may_be_named_after_the_site(db: None) -> None:
    check_title("Boneyard Support Group")


def test_moderators_add_words() -> None:
    assert code_of("Cheat3r") == ""
    ForbiddenWord.objects.create(text="cheater", is_anywhere=True)
    assert code_of("Cheat3r") == code_of("xCheater9") == "name-offensive"
    assert masked("You CHEATER, you.") == "You *******, you."


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("You ch3at3r!", "You ********"),
        ("a che@ter, he", "a *******, he"),
        ("сheater", "*******"),  # noqa: RUF001
        ("cheaters", "cheaters"),
        ("I fall, 11 to 5", "I fall, 11 to 5"),
        ("a xF41Lx", "a ******"),
        ("Go on!", "Go on!"),
    ],
)
def test_added_words_are_masked_in_any_spelling(said: str, shown: str) -> None:
    ForbiddenWord.objects.create(text="cheater")
    ForbiddenWord.objects.create(text="fail", is_anywhere=True)
    assert masked(said) == shown


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("Nice move, Alice", "Nice move, Alice"),
        ("You fucking idiot", "You ******* idiot"),
        ("Du Arschloch!", "Du *********!"),
        ("ma vaffanculo", "ma **********"),
        ("Bitte Abstand halten", "Bitte Abstand halten"),
    ],
)
def test_words_are_masked_in_a_chat(said: str, shown: str) -> None:
    assert masked(said) == shown


def test_moderators_can_read_what_was_typed(alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob])
    games.say(table_id=table.pk, player=alice, text="Oh shit")
    games.say(table_id=table.pk, player=alice, text="Sorry")
    lines = ChatLine.objects.order_by("pk")
    assert [(line.text, line.original) for line in lines] == [("Oh ****", "Oh shit"), ("Sorry", "")]


# --- Clubs and tournaments ---


@pytest.mark.parametrize("title", ["Fuck the pips", "Admin", "Μoderator"])  # noqa: RUF001
def test_the_same_rules_apply_to_clubs_and_tournaments(title: str, alice: Player) -> None:
    with pytest.raises(ValidationError):
        check_title(title)
    with pytest.raises(ValidationError):
        clubs.found(founder=alice, now=timezone.now(), name=title)
    with refused("name-offensive" if "pips" in title else "name-reserved"):
        planned(alice, name=title)


# --- Changing a name ---


def days_later(player: Player, days: int) -> None:
    """Move the last change of the name into the past."""
    for past in PastName.objects.filter(player=player):
        past.given_up_at -= timedelta(days=days)
        past.reserved_until -= timedelta(days=days)
        past.save()


def test_a_name_is_changed_once_a_month(alice: Player) -> None:
    services.rename(player=alice, name="Ayla")
    with pytest.raises(ValidationError) as refusal:
        services.rename(player=alice, name="Aynur")
    assert refusal.value.code == "renamed-lately"
    days_later(alice, 31)
    assert services.rename(player=alice, name="Aynur").username == "Aynur"
    assert list(PastName.objects.filter(player=alice).values_list("name", flat=True)) == ["Ayla", "Alice"]


def test_an_old_name_is_reserved_for_a_year_except_for_its_owner(alice: Player, bob: Player) -> None:
    services.rename(player=alice, name="Ayla")
    assert code_of("Al1ce", bob) == "name-taken"
    days_later(alice, 40)
    assert services.rename(player=alice, name="Alice").username == "Alice"
    services_later = PastName.objects.get(name="Ayla")
    assert services_later.player == alice
    days_later(alice, 366)
    assert code_of("Ayla", bob) == ""


def test_the_page_says_when_it_can_be_changed_again(alice: Player) -> None:
    browser = browser_of(alice)
    browser.post(reverse("accounts:rename"), {"username": "Ayla"})
    page = browser.post(reverse("accounts:rename"), {"username": "Aynur"}).content.decode()
    assert "You have changed your name lately" in page
    assert "%(date)s" not in page


# --- Invisible characters ---

SPRING: dict[str, Any] = {"first_day": date(2100, 3, 1), "last_day": date(2100, 5, 31)}


@pytest.mark.parametrize("sign", ["\u202e", "\u2066", "\u200b", "\u200d", "\ufeff", "\u00ad", "\u2028", "\u0007"])
def test_invisible_characters_are_refused(sign: str, alice: Player) -> None:
    for name in (f"Good{sign} friends", f"{sign}Nora"):
        with pytest.raises(ValidationError) as refusal:
            check_title(name)
        assert refusal.value.code == "name-hidden-signs"
    assert code_of(f"No{sign}ra") == "name-hidden-signs"
    with refused("name-hidden-signs"):
        planned(alice, name=f"Cup{sign}")
    with pytest.raises(ValidationError, match="invisible characters"):
        clubs.found(founder=alice, now=timezone.now(), name=f"Night{sign}Owls")
    club = clubs.found(founder=alice, now=timezone.now(), name="Night Owls")
    with refused("name-hidden-signs"):
        set_season(club_id=club.pk, by=alice, name=f"Spring{sign}", counts_best=None, **SPRING)


@pytest.mark.parametrize("name", ["Die Knöchernen", "Amici di Città", "骨牌会", "Клуб домино", "O'Neill's Bones"])
def test_every_script_is_allowed(name: str) -> None:
    check_title(name)
