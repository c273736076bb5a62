"""Forms of a plan that was changed elsewhere since they were shown."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.html import escape

from accounts.models import Player
from tests.tournaments.planning.test_planning_pages import errors, filled_in, form_of
from tests.tournaments.plans import planned


def test_an_outdated_form_overwrites_nothing_before_its_reader_knows(page: Client, olga: Player) -> None:
    tournament = planned(olga, starts_at=timezone.now() + timedelta(days=30))
    address = f"/tournament/{tournament.pk}/plan/edit/"
    seen = form_of(page.get(address)).seen
    assert f'name="seen" value="{escape(seen)}"' in page.get(address).text
    first = filled_in(page, address, least=6, description="Bring cake.", seen=seen)
    second = filled_in(page, address, name="Another", seen=seen)
    assert page.post(address, first).status_code == 302
    assert page.post(address, first).status_code == 302  # sent twice, which changes nothing
    answer = page.post(address, second)
    assert answer.status_code == 200
    told = "Meanwhile this plan was changed in another window or by somebody else: Fewest players, What else people"
    assert told in " ".join(errors(answer)["__all__"])
    assert 'value="Another"' in answer.text
    tournament.refresh_from_db()
    assert (tournament.name, tournament.least) == ("Chicken Foot evening", 6)
    again = page.post(address, {**second, "seen": form_of(answer).seen})
    assert again.status_code == 302
    tournament.refresh_from_db()
    assert (tournament.name, tournament.least) == ("Another", 2)


@pytest.mark.parametrize("seen", ["", "[1]", "x" * 9000, "{"])
def test_a_form_without_a_mark_is_saved(page: Client, olga: Player, seen: str) -> None:
    tournament = planned(olga, starts_at=timezone.now() + timedelta(days=30))
    address = f"/tournament/{tournament.pk}/plan/edit/"
    assert page.post(address, filled_in(page, address, least=6, seen=seen)).status_code == 302
