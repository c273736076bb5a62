"""Lists of upcoming, running and finished tournaments; series; the admin."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts.models import Player
from clubs.models import Membership
from tests.accounts.telling import with_confirmed_address
from tests.html import dense
from tests.tournaments.plans import announced, club_of, open_to_all, planned
from tournaments.base import log
from tournaments.control.actions.plan.start import Start
from tournaments.life import entering, stages
from tournaments.models import Series, Tournament
from tournaments.planning.series import repeating

DAY = timedelta(days=1)


def soon(name: str, days: int = 3, **columns: Any) -> dict[str, Any]:
    now = timezone.now()
    return {"name": name, "registration_at": now, "starts_at": now + days * DAY, **columns}


def shown(client: Client, query: str = "") -> list[str]:
    response = client.get(f"/tournaments/{query}")
    assert response.status_code == 200
    context = response.context
    return [one.name for one in [*context["running"], *context["drafts"], *context["page"]]]


def test_an_empty_list_says_what_to_do(client: Client, db: None) -> None:
    page = client.get("/tournaments/").content.decode()
    assert "Nothing is planned" in page
    assert "/tournaments/new/" in page
    assert "No tournament has been played yet" in client.get("/tournaments/?when=over").content.decode()
    assert "Nothing matches" in client.get("/tournaments/?game=two-step").content.decode()


def test_what_is_coming_stands_in_its_order_and_what_is_over_elsewhere(client: Client, olga: Player) -> None:
    announced(olga, **soon("Later", 9))
    announced(olga, **soon("Sooner", 2))
    off = announced(olga, **soon("Off"))
    stages.cancel(tournament_id=off.pk, because="Snow")
    planned(olga, **soon("Draft"))
    assert shown(client) == ["Sooner", "Later"]
    assert shown(client, "?when=over") == ["Off"]


def test_all_who_share_the_first_place_have_won(client: Client, olga: Player) -> None:
    tournament = announced(olga)
    final = [{"rank": rank, "name": name} for rank, name in [(1, "Dario"), (1, "Clara"), (3, "Elsa")]]
    Tournament.objects.filter(pk=tournament.pk).update(
        status=Tournament.Status.FINISHED, final=final, started_at=timezone.now(), finished_at=timezone.now()
    )
    page = dense(client.get("/tournaments/?when=over").text)
    assert "Winners:</span> <strong>Dario, Clara</strong>" in page


def test_drafts_are_shown_to_those_who_organise(client: Client, olga: Player, bob: Player, alice: Player) -> None:
    draft = planned(olga, **soon("Draft"))
    draft.helpers.add(bob)
    for player, names in [(olga, ["Draft"]), (bob, ["Draft"]), (alice, [])]:
        client.force_login(player)
        assert shown(client) == names


def test_running_ones_stand_first(client: Client, olga: Player, alice: Player, bob: Player) -> None:
    running = open_to_all(olga, **soon("Running", 5))
    for player in (alice, bob):
        entering.enter(tournament_id=running.pk, player=player)
    Start().carry_out(tournament_id=running.pk, by=olga)
    announced(olga, **soon("Coming", 2))
    assert shown(client) == ["Running", "Coming"]


def test_private_clubs_are_listed_to_members_only(client: Client, olga: Player, alice: Player, bob: Player) -> None:
    club = club_of(olga, is_private=True)
    Membership.objects.create(club=club, player=alice)
    announced(olga, club, **soon("Hidden"))
    assert shown(client) == []
    assert shown(client, "?club=friends") == []
    client.force_login(bob)
    assert shown(client) == []
    client.force_login(alice)
    assert shown(client) == ["Hidden"]


def test_a_list_is_narrowed_by_game_club_and_what_is_mine(client: Client, olga: Player, alice: Player) -> None:
    club = club_of(alice)
    mine = open_to_all(olga, **soon("Entered"))
    announced(olga, club, **soon("Club"))
    announced(olga, **soon("Two-Step", game="two-step", format="swiss"))
    entering.enter(tournament_id=mine.pk, player=alice)
    client.force_login(alice)
    assert shown(client, "?mine=on") == ["Entered"]
    assert shown(client, "?club=friends") == ["Club"]
    assert shown(client, "?game=two-step") == ["Two-Step"]
    assert len(shown(client, "?game=bridge&club=nowhere&page=x")) == 3
    client.logout()
    assert len(shown(client, "?mine=on")) == 3


def test_a_list_takes_as_many_queries_however_long_it_is(
    client: Client, olga: Player, alice: Player, django_assert_max_num_queries: Any
) -> None:
    for number in range(25):
        tournament = open_to_all(olga, **soon(f"T{number}", number + 1))
        entering.enter(tournament_id=tournament.pk, player=alice)
    client.force_login(alice)
    client.get("/tournaments/")
    with django_assert_max_num_queries(10):
        assert len(shown(client)) == 20
    assert len(shown(client, "?page=2")) == 5


# --- Series ---


@pytest.fixture
def friday(olga: Player) -> Tournament:
    return announced(olga, **soon("Friday"))


def repeated(client: Client, tournament: Tournament, **data: Any) -> Any:
    address = f"/tournament/{tournament.pk}/repeat/"
    return client.post(address, {"repeat": "weekly", "days_ahead": 20, "rule": ""} | data, follow=True)


def test_an_organiser_repeats_changes_and_stops(client: Client, olga: Player, friday: Tournament) -> None:
    client.force_login(olga)
    page = repeated(client, friday)
    series = Series.objects.get()
    assert page.redirect_chain == [(f"/tournaments/series/{series.pk}/", 302)]
    assert [one.name for one in page.context["coming"]] == ["Friday"] * 3
    change = {"repeat": "own", "rule": "FREQ=DAILY;INTERVAL=2", "hour": "19:30", "days_ahead": 30}
    client.post(f"/tournaments/series/{series.pk}/change/", change)
    series.refresh_from_db()
    assert series.rule == "FREQ=DAILY;INTERVAL=2"
    assert client.get(f"/tournaments/series/{series.pk}/").context["form"].initial["repeat"] == "own"
    client.post(f"/tournaments/series/{series.pk}/stop/")
    series.refresh_from_db()
    assert series.is_stopped
    assert client.get(f"/tournaments/series/{series.pk}/").status_code == 200


@pytest.mark.parametrize("repeat", ["weekly", "fortnightly", "monthly", "last"])
def test_every_way_to_repeat_gives_dates(client: Client, olga: Player, repeat: str) -> None:
    client.force_login(olga)
    now = timezone.now()
    start = (now + 35 * DAY).replace(day=5)
    tournament = announced(olga, **soon("Monthly", time_zone="UTC") | {"starts_at": start})
    repeated(client, tournament, repeat=repeat, days_ahead=60)
    series = Series.objects.get()
    assert client.get(f"/tournaments/series/{series.pk}/").context["further"] is not None


def test_a_rule_that_is_none_is_said_and_nothing_is_made(client: Client, olga: Player, friday: Tournament) -> None:
    client.force_login(olga)
    for wrong in ({"repeat": "own", "rule": "every friday"}, {"repeat": "x"}, {"days_ahead": 0}, {"days_ahead": 1000}):
        assert 'class="notice warn' in repeated(client, friday, **wrong).content.decode()
    assert not Series.objects.exists()


def test_a_series_is_changed_by_its_organisers(client: Client, olga: Player, bob: Player, friday: Tournament) -> None:
    client.force_login(olga)
    repeated(client, friday)
    series = Series.objects.get()
    client.force_login(bob)
    page = client.get(f"/tournaments/series/{series.pk}/")
    assert page.status_code == 200
    assert page.context["form"] is None
    assert client.post(f"/tournaments/series/{series.pk}/stop/").status_code == 404
    assert client.post(f"/tournaments/series/{series.pk}/change/", {}).status_code == 404
    assert repeated(client, friday).status_code == 404
    client.logout()
    assert client.post(f"/tournaments/series/{series.pk}/stop/")["Location"].startswith("/account/login/")
    series.refresh_from_db()
    assert not series.is_stopped


def test_the_series_of_a_private_club_is_for_its_members(client: Client, olga: Player, bob: Player) -> None:
    tournament = announced(olga, club_of(olga, is_private=True), **soon("Hidden"))
    repeating.repeat(tournament_id=tournament.pk, rule="FREQ=WEEKLY", days_ahead=7)
    series = Series.objects.get()
    client.force_login(bob)
    assert client.get(f"/tournaments/series/{series.pk}/").status_code == 404
    client.force_login(olga)
    assert client.get(f"/tournaments/series/{series.pk}/").status_code == 200


# --- The admin ---


def test_the_admin_shows_tournaments_but_no_secret_and_changes_nothing(
    client: Client, olga: Player, alice: Player
) -> None:
    with_confirmed_address(alice)
    tournament = open_to_all(olga, duplicate=True)
    entering.enter(tournament_id=tournament.pk, player=alice, contribution="ab" * 16)
    tournament.refresh_from_db()
    assert tournament.chain is not None
    log.note(tournament, olga, log.LATE_START, {"minutes": 12})
    staff = Player.objects.create_superuser("Root", "root@example.org", "bones-and-more-bones")
    client.force_login(staff)
    page = client.get(f"/admin/tournaments/tournament/{tournament.pk}/change/")
    text = page.content.decode()
    assert page.status_code == 200
    assert tournament.chain.anchor in text
    assert "the start was postponed by 12 min." in text
    assert "ab" * 16 not in text
    assert bytes(tournament.chain.secret).hex() not in text
    assert 'name="_save"' not in text
    for model in (
        "tournaments/tournament",
        "tournaments/board",
        "tournaments/series",
        "tournaments/season",
        "chat/chatline",
    ):
        assert client.get(f"/admin/{model}/").status_code == 200
        assert client.get(f"/admin/{model}/add/").status_code == 403


# --- The lobby ---


def test_the_lobby_shows_what_comes_next_to_everyone(client: Client, olga: Player) -> None:
    assert "Next tournaments" not in client.get("/").content.decode()
    announced(olga, **soon("Nearest", 1))
    announced(olga, **soon("Next month", 30))
    announced(olga, club_of(olga, is_private=True), **soon("Hidden", 1))
    cache.clear()
    page = client.get("/").content.decode()
    assert "Next tournaments" in page
    assert "Nearest" in page
    assert "Next month" not in page
    assert "Hidden" not in page
