"""The page for agreeing on an hour, and other pages that mention the hour."""

from __future__ import annotations

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Player
from tests.tournaments.hours.test_agreeing import HOUR, begun, board_of, league, pair_at, propose
from tests.tournaments.people import players
from tournaments.models import Round, Tournament

LOCAL = "%Y-%m-%dT%H:%M"


@pytest.fixture
def tournament(olga: Player) -> Tournament:
    return league(olga, players(2))


def page_of(client: Client, tournament: Tournament, player: Player) -> str:
    client.force_login(player)
    return client.get(f"/tournament/{tournament.pk}/hour/").content.decode()


def test_each_proposes_and_reads_hours_in_their_own_time_zone(client: Client, tournament: Tournament) -> None:
    ann, ben = pair_at(tournament)
    for player, zone in ((ann, "America/New_York"), (ben, "Asia/Tokyo")):
        Player.objects.filter(pk=player.pk).update(time_zone=zone)
    at = (timezone.now() + 20 * HOUR).replace(second=0, microsecond=0)
    client.force_login(ann)
    local = at.astimezone(ZoneInfo("America/New_York"))
    answer = client.post(f"/tournament/{tournament.pk}/hour/", {"then": "propose", "hour_1": f"{local:{LOCAL}}"})
    assert answer.status_code == 302
    proposal = board_of(tournament).proposals.get()
    assert proposal.at == at
    page = page_of(client, tournament, ben)
    assert f"{at.astimezone(ZoneInfo('Asia/Tokyo')):%H:%M}" in page
    assert "Asia/Tokyo" in page
    assert "New_York" not in page
    client.post(f"/tournament/{tournament.pk}/hour/", {"then": "accept", "proposal": proposal.pk})
    assert board_of(tournament).opens_at == at
    assert "Your table opens on" in page_of(client, tournament, ann)


def test_what_the_open_page_fetches_again_holds_everything_that_others_change(
    client: Client, tournament: Tournament
) -> None:
    ann, ben = pair_at(tournament)
    propose(tournament, ann, begun(tournament) + 20 * HOUR)
    page = page_of(client, tournament, ann)
    assert f'data-socket="/ws/tournament/{tournament.pk}/"' in page
    assert f"Still to accept: {ben.username}." in part(page)
    client.force_login(ben)
    proposal = board_of(tournament).proposals.get()
    client.post(f"/tournament/{tournament.pk}/hour/", {"then": "decline", "proposal": proposal.pk})
    assert "Declined" in part(page_of(client, tournament, ann))


def part(page: str) -> str:
    """Return the part of the page between the status and the form."""
    return page.partition('id="hour-now"')[2].partition('id="propose-title"')[0]


def test_the_tournament_leads_its_players_to_the_page_and_nobody_else(
    client: Client, tournament: Tournament, olga: Player
) -> None:
    ann, _ben = pair_at(tournament)
    client.force_login(ann)
    assert "to-my-hour" in client.get(tournament.get_absolute_url()).content.decode()
    client.force_login(olga)
    assert "to-my-hour" not in client.get(tournament.get_absolute_url()).content.decode()
    assert client.get(f"/tournament/{tournament.pk}/hour/").status_code == 302
    (proposal,) = propose(tournament, ann, begun(tournament) + 20 * HOUR)
    client.post(f"/tournament/{tournament.pk}/hour/", {"then": "accept", "proposal": proposal.pk})
    assert board_of(tournament).opens_at is None


def test_an_hour_that_has_passed_is_refused_with_the_form_kept(client: Client, tournament: Tournament) -> None:
    ann, _ben = pair_at(tournament)
    client.force_login(ann)
    past = f"{timezone.now() - timedelta(days=1):{LOCAL}}"
    page = client.post(f"/tournament/{tournament.pk}/hour/", {"then": "propose", "hour_1": past}).content.decode()
    assert "Propose a time that is still to come." in page
    assert past in page
    page = client.post(f"/tournament/{tournament.pk}/hour/", {"then": "propose"}).content.decode()
    assert "Say at least one day and time." in page


def test_after_the_deadline_the_page_says_that_the_organisers_decide(client: Client, olga: Player) -> None:
    tournament = league(olga, players(2), agreeing="organiser")
    ann, _ben = pair_at(tournament)
    assert "Otherwise the organisers decide." in page_of(client, tournament, ann)
    Round.objects.filter(tournament=tournament).update(started_at=begun(tournament) - timedelta(days=4, hours=1))
    page = page_of(client, tournament, ann)
    assert "The organisers set the time now" in page
    assert "Agree by" not in page


def test_the_control_room_shows_hours_and_sets_them(client: Client, olga: Player) -> None:
    tournament = league(olga, players(2), agreeing="organiser")
    client.force_login(olga)
    control = client.get(f"/tournament/{tournament.pk}/control/").content.decode()
    assert "The players still have to agree on a time." in control
    board = board_of(tournament)
    address = f"/tournament/{tournament.pk}/control/hour/?board={board.pk}"
    assert "When?" in client.get(address).content.decode()
    at = (timezone.now() + 30 * HOUR).replace(second=0, microsecond=0)
    client.post(address, {"board": board.pk, "at": f"{at:{LOCAL}}", "reason": "No answer"})
    assert board_of(tournament).opens_at == at
