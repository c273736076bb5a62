"""The wall page needs no hand, and sheets are ready to print."""

from __future__ import annotations

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts.models import Player
from tests.html import dense
from tests.tournaments.control.at_pages import browser, page
from tests.tournaments.people import advanced, after_the_break, planned, players, started, the_house_plays
from tournaments.life import entering
from tournaments.models import Round, Tournament
from tournaments.pages.hall.qr import qr_code
from tournaments.pages.hall.wall import clock_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    cache.clear()


def wall(tournament: Tournament) -> str:
    cache.clear()
    return dense(Client().get(page("wall", tournament)).text)


def names(tournament: Tournament) -> list[str]:
    return [entry.name for entry in tournament.entries.select_related("player")]


def test_before_the_start_it_shows_who_has_entered_and_both_codes(olga: Player) -> None:
    tournament = planned(olga, check_in_minutes=30)
    for player in players(3):
        entering.enter(tournament_id=tournament.pk, player=player)
    html = wall(tournament)
    assert all(name in html for name in names(tournament))
    assert html.count('class="qr"') == 2
    assert f'data-until="{tournament.starts_at.isoformat()}" data-stands-alone' in html


def test_it_follows_the_evening_to_its_winners(olga: Player) -> None:
    tournament = started(olga, players(8), rounds=2, round_minutes=30)
    html = wall(tournament)
    assert 'id="slide-tables-1"' in html
    assert "Round 1 of 2" in html
    assert all(name in html for name in names(tournament))
    assert html.count('class="qr"') == 1
    the_house_plays(tournament)
    tournament = advanced(tournament, tournament.starts_at)
    clock = clock_of(tournament)
    assert (clock.label, clock.until) == ("Next round", after_the_break(tournament))
    assert 'id="slide-ranks-1"' in wall(tournament)
    second = after_the_break(tournament)
    tournament = advanced(tournament, second)
    the_house_plays(tournament)
    tournament = advanced(tournament, second)
    tournament = advanced(tournament, after_the_break(tournament))
    assert tournament.status == Tournament.Status.FINISHED
    html = wall(tournament)
    assert "Final standings" in html
    assert "slide-tables" not in html
    assert clock_of(tournament).until is None


def test_while_a_seating_is_new_it_shows_nothing_else(olga: Player) -> None:
    tournament = started(olga, players(8))
    opens_at = tournament.starts_at + timedelta(minutes=1)
    tournament.played_rounds.update(status=Round.Status.SEATED, opens_at=opens_at)
    html = wall(tournament)
    assert "slide-tables-1" in html
    assert "slide-ranks" not in html
    assert clock_of(tournament).until == opens_at


def test_a_held_seating_is_not_on_the_wall(olga: Player) -> None:
    tournament = started(olga, players(8), holds_seatings=True)
    assert "slide-tables" not in wall(tournament)
    for name in ("print-seating", "print-scores"):
        assert browser(olga).get(page(name, tournament, "1")).status_code == 404


def test_the_wall_shows_nothing_about_the_signed_in_player(olga: Player) -> None:
    tournament = started(olga, players(8))
    html = browser(olga).get(page("wall", tournament)).text
    assert "toasts" not in html
    assert "Olga" not in html


def test_the_code_for_checking_in_leads_to_the_button(olga: Player) -> None:
    tournament = planned(olga, check_in_minutes=30)
    here = page("here", tournament)
    assert Client().get(here).headers["Location"] == f"/account/login/?next={here}"
    assert browser(olga).get(here).headers["Location"] == f"{tournament.get_absolute_url()}#now"


def test_everyone_is_on_the_seating_sheet_once_by_name_and_once_by_table(olga: Player) -> None:
    tournament = started(olga, players(9))
    html = Client().get(page("print-seating", tournament, "1")).text
    for name in names(tournament):
        assert html.count(f"<span>{name}</span>") == 1
        assert html.count(f"<li>{name}</li>") == 1
    assert Client().get(page("print-seating", tournament, "2")).status_code == 404


def test_each_table_has_a_score_sheet_with_a_column_for_each(olga: Player) -> None:
    tournament = started(olga, players(9))
    html = Client().get(page("print-scores", tournament, "1")).text
    assert html.count('class="score-sheet"') == 2
    for name in names(tournament):
        assert html.count(f'<th scope="col">{name}</th>') == 1


def test_the_standings_are_printed_once_there_are_any(olga: Player) -> None:
    assert Client().get(page("print-standings", planned(olga))).status_code == 404
    tournament = started(olga, players(8, first=20))
    html = dense(Client().get(page("print-standings", tournament)).text)
    assert all(name in html for name in names(tournament))


def test_a_code_is_read_back_as_it_was_written() -> None:
    """The modules drawn are those of the library, each once, with white around them."""
    drawn = str(qr_code("https://example.org/tournament/bcdfghjkmn/", "Follow"))
    size = int(drawn.split('viewBox="0 0 ')[1].split(" ")[0])
    path = drawn.split('class="qr-dark" d="')[1].split('"')[0]
    dark = {tuple(map(int, one.split("h")[0].split())) for one in path.split("M")[1:]}
    assert len(dark) == path.count("M")
    assert all(4 <= x < size - 4 and 4 <= y < size - 4 for x, y in dark)
    assert {(4 + x, 4 + y) for x in range(7) for y in (0, 6)} <= dark  # the finder pattern in the corner
    assert 'aria-label="Follow"' in drawn


def poster(tournament: Tournament) -> str:
    return dense(Client().get(page("print-poster", tournament)).text)


def test_the_poster_says_when_and_where_and_what_can_be_done(olga: Player) -> None:
    tournament = planned(olga, time_zone="Europe/Berlin")
    assert "(Berlin)" in poster(tournament)
    assert "Enter and follow" in poster(tournament)
    early = tournament.starts_at - timedelta(days=3)
    Tournament.objects.filter(pk=tournament.pk).update(status=Tournament.Status.RUNNING, started_at=early)
    running = poster(tournament)
    assert f"{early.astimezone(ZoneInfo('Europe/Berlin')):%H:%M}" in running
    assert f" {early.astimezone(ZoneInfo('Europe/Berlin')).day} " in running
    assert "Follow the tournament</figcaption>" in running
    Tournament.objects.filter(pk=tournament.pk).update(status=Tournament.Status.CANCELLED)
    cancelled = poster(tournament)
    assert "This tournament is cancelled." in cancelled
    assert "Enter and follow" not in cancelled


def test_printed_standings_say_who_has_withdrawn_and_when(olga: Player) -> None:
    people = players(4)
    tournament = started(olga, people)
    assert "withdrawn" not in dense(Client().get(page("print-standings", tournament)).text)
    entering.withdraw(tournament_id=tournament.pk, player=people[0])
    cache.clear()
    sheet = dense(Client().get(page("print-standings", tournament)).text)
    assert sheet.count('<span class="soft">withdrawn</span>') == 1
    assert f"{timezone.now():%Y}" in sheet
