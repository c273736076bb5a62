"""The ratings on the plates at the table."""

from __future__ import annotations

import subprocess
import sys

from django.conf import settings
from playwright.sync_api import expect

from run.trial.whole_site import WholeSite
from tests.browser.driving.people import Person

RATE = """
from django.utils import timezone
from accounts.models import Player
from ratings.models import Rating
player = Player.objects.get(username="Ratna")
Rating.objects.create(player=player, game="chicken-foot", mu=25.5, sigma=3, matches=4, rated_at=timezone.now())
"""


def test_a_plate_shows_the_rating_of_who_sits_there(site: WholeSite, alice: Person, bob: Person) -> None:
    alice.signs_up("Ratna")
    command = [sys.executable, "manage.py", "shell", "-v", "0", "-c", RATE]
    subprocess.run(command, check=True, env=site.environment, cwd=settings.BASE_DIR)
    bob.comes_as_a_guest()
    alice.opens_a_table("Chicken Foot", Players="2")
    bob.joins_from_the_lobby(alice)
    for person in (alice, bob):
        person.sees_the_tiles()
        own, others = (person.page.locator(f"{where} .rated") for where in (".own-plate", ".rails"))
        expect(own if person is alice else others).to_have_text("Rating 1020?")
        expect(others if person is alice else own).to_be_empty()
    bob.page.reload()
    expect(bob.page.locator(".rails .rated")).to_have_text("Rating 1020?")
