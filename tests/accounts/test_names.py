"""Names are unique, however they are written."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError

from accounts.models import Player


def test_a_name_is_found_however_it_is_written(alice: Player) -> None:
    assert Player.objects.named("ALICE").get() == alice


def test_the_database_refuses_the_same_name_in_other_case(alice: Player) -> None:
    with pytest.raises(IntegrityError):
        Player.objects.create_user(username="aLICE")


@pytest.mark.parametrize("name", ["Al", "A" * 21, "1st", "al ice", "alice-", "al--ice", "Älice", "admin", "Guest-1"])
def test_names_that_are_refused(name: str, db: None) -> None:
    with pytest.raises(ValidationError) as refusal:
        Player(username=name, password="x").full_clean()
    assert set(refusal.value.error_dict) == {"username"}


@pytest.mark.parametrize("name", ["Bob", "mary-ann", "Old_Bones_7", "x2y"])
def test_names_that_are_taken_gladly(name: str, db: None) -> None:
    Player(username=name, password="x").full_clean()
