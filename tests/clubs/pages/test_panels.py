"""Sections that other apps put on a club's page."""

from typing import Any

import pytest

from accounts.models import Player
from clubs import page_sections
from clubs.models import Club
from tests.clubs.people import browser_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def own_panels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_sections, "_sections", {})


def said(reader: Player | None, club: Club) -> dict[str, Any]:
    return {"place": None, "page": None, "title": f"{reader} looks at {club}"}


def test_a_panel_is_shown_with_what_its_app_says(club: Club, carla: Player) -> None:
    page_sections.register(10, "clubs/_head.html", lambda club, reader: said(reader, club))
    page = browser_of(carla).get(club.get_absolute_url()).text
    assert "Carla looks at Good Friends" in page
    assert page.index("Carla looks at") < page.index('id="announced"')


def test_past_events_are_below_the_announcements(club: Club) -> None:
    page_sections.register(
        page_sections.AFTER_ANNOUNCEMENTS, "clubs/_head.html", lambda club, reader: said(reader, club)
    )
    page = browser_of(None).get(club.get_absolute_url()).text
    assert page.index("None looks at Good Friends") > page.index('id="announced"')


def test_an_empty_panel_is_left_out(club: Club) -> None:
    page_sections.register(10, "not/there.html", lambda club, reader: {})
    assert browser_of(None).get(club.get_absolute_url()).status_code == 200


def test_strangers_at_a_private_club_see_no_panel(private: Club, dora: Player) -> None:
    page_sections.register(10, "clubs/_head.html", lambda club, reader: said(reader, club))
    assert "looks at" not in browser_of(dora).get(private.get_absolute_url()).text
