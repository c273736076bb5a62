"""A tournament's page: what everyone sees in each of its states, and what can be done."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from accounts.services import create_guest
from clubs.models import Club, Membership
from games.services import finish
from tests.games.pages import browser_of, where_to
from tests.html import dense
from tests.tournaments.people import DUELS, advanced, after_the_break, planned, players, started, the_house_plays
from tournaments.control.actions.clock.pause import Pause
from tournaments.control.actions.plan.start import Start
from tournaments.control.actions.seating.publish import Publish
from tournaments.life import entering
from tournaments.models import Board, Entry, Place, Round, Tournament
from tournaments.planning import plans
from tournaments.terms import Terms

pytestmark = pytest.mark.usefixtures("after_commit")


def address(name: str, tournament: Tournament, *more: int) -> str:
    return reverse(f"tournaments:{name}", args=[tournament.pk, *more])


def button(name: str, tournament: Tournament) -> str:
    return f'formaction="{address(name, tournament)}"'


def test_visitors_can_read_all_terms(client: Client, olga: Player) -> None:
    tournament = planned(olga, description="Bring **cake**.", round_minutes=20, most=8)
    page = client.get(tournament.get_absolute_url()).text
    assert "<strong>cake</strong>" in page
    for said in [
        "Chicken Foot",
        "Descending doubles",
        "3 rounds",
        "20 min",
        "2 to 8",
        "not seated again until",
        "1 h 4 min",
    ]:
        assert said in page, said
    assert "Sign in to enter" in page
    assert button("enter", tournament) not in page


def test_how_it_is_played_has_the_organisers_name_as_it_is_now(client: Client, olga: Player) -> None:
    address = planned(olga).get_absolute_url()
    assert "How it is played" in client.get(address).text
    Player.objects.filter(pk=olga.pk).update(username="Olympia")
    for said in (client.get(address).text, browser_of(olga).get(f"{address}live/").text):
        assert 'href="/@/Olympia/">Olympia</a>' in said


def test_a_player_enters_checks_in_and_withdraws(alice: Player, olga: Player) -> None:
    tournament, browser = planned(olga, check_in_minutes=10), browser_of(alice)
    assert button("enter", tournament) in browser.get(tournament.get_absolute_url()).text
    response = browser.post(address("enter", tournament), {"contribution": "ab" * 16}, follow=True)
    assert "You have entered." in response.text
    assert Entry.objects.get().contribution == "ab" * 16
    assert button("check-in", tournament) not in response.text
    tournament = advanced(tournament, tournament.starts_at - timedelta(minutes=5))
    assert button("check-in", tournament) in browser.get(tournament.get_absolute_url()).text
    assert "You are checked in." in browser.post(address("check-in", tournament), follow=True).text
    assert Entry.objects.get().checked_in_at is not None
    page = browser.post(address("withdraw", tournament), follow=True).text
    assert "You have withdrawn." in page
    assert button("enter", tournament) in page


def test_without_a_script_the_house_draws_the_bytes(alice: Player, olga: Player) -> None:
    tournament = planned(olga)
    browser_of(alice).post(address("enter", tournament))
    assert len(Entry.objects.get().contribution) == 32


def test_a_full_tournament_has_a_waiting_list(alice: Player, bob: Player, charlie: Player, olga: Player) -> None:
    tournament = planned(olga, most=2)
    for player in (alice, bob):
        entering.enter(tournament_id=tournament.pk, player=player)
    browser = browser_of(charlie)
    assert "Join the waiting list" in browser.get(tournament.get_absolute_url()).text
    page = browser.post(address("enter", tournament), follow=True).text
    assert "You are number 1 on the waiting list." in page


def test_a_guest_is_led_to_keep_the_account_and_back(olga: Player) -> None:
    tournament, browser = planned(olga), browser_of(create_guest(language="en", theme="auto"))
    keep = f"{reverse('accounts:keep')}?next={tournament.get_absolute_url()}"
    assert keep in browser.get(tournament.get_absolute_url()).text
    response = browser.post(address("enter", tournament))
    assert where_to(response) == keep
    assert Entry.objects.count() == 0
    named = {"username": "Gustav", "email": "gustav@example.org", "password1": "likes-to-play-bones"}
    assert where_to(browser.post(where_to(response), named)) == tournament.get_absolute_url()
    assert button("enter", tournament) in browser.get(tournament.get_absolute_url()).text


def test_a_stranger_is_asked_to_sign_in(client: Client, olga: Player) -> None:
    tournament = planned(olga)
    assert where_to(client.post(address("enter", tournament))).startswith(reverse("account_login"))


def test_a_refusal_is_said_in_place(alice: Player, olga: Player) -> None:
    tournament = planned(olga)
    page = browser_of(alice).post(address("check-in", tournament), follow=True).text
    assert "You have not entered this tournament." in page


@pytest.mark.parametrize("name", ["enter", "withdraw", "check-in", "sit-out", "come-back", "say"])
def test_forged_forms_do_nothing(alice: Player, olga: Player, name: str) -> None:
    tournament = planned(olga)
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(alice)
    assert browser.post(address(name, tournament)).status_code == 403
    assert browser.get(address(name, tournament)).status_code == 405


def test_a_player_is_led_to_the_table(olga: Player) -> None:
    people = players(4)
    tournament = started(olga, people)
    browser = browser_of(people[0])
    page = browser.get(tournament.get_absolute_url()).text
    assert "Your table is ready" in page
    assert address("my-table", tournament) in page
    assert where_to(browser.get(address("my-table", tournament))).startswith("/table/")
    assert "Your table is ready" not in Client().get(tournament.get_absolute_url()).text


def test_coming_late_is_offered_only_while_it_is_possible(alice: Player, client: Client, olga: Player) -> None:
    late = started(olga, players(4), late_rounds=3)
    assert "Enter late" in browser_of(alice).get(late.get_absolute_url()).text
    assert "Sign in to enter" in client.get(late.get_absolute_url()).text
    in_time = started(olga, players(4, first=5), late_rounds=1)
    assert button("enter", in_time) not in browser_of(alice).get(in_time.get_absolute_url()).text
    assert "Sign in to enter" not in client.get(in_time.get_absolute_url()).text
    assert "Enter late" in browser_of(alice).get(late.get_absolute_url()).text
    assert "You have entered." in browser_of(alice).post(address("enter", late), follow=True).text


def test_once_it_is_on_its_start_is_when_it_did_start(olga: Player) -> None:
    tournament = planned(olga, least=2)
    for player in players(2):
        entering.enter(tournament_id=tournament.pk, player=player)
    page = browser_of(olga)
    assert f'datetime="{tournament.starts_at.isoformat()}"' in page.get(tournament.get_absolute_url()).text
    Start().carry_out(tournament_id=tournament.pk, by=olga)
    began = Tournament.objects.get(pk=tournament.pk).started_at
    assert began is not None
    text = page.get(tournament.get_absolute_url()).text
    assert f'datetime="{began.isoformat()}"' in text


def test_before_the_shuffle_there_is_no_button_to_get_up(olga: Player) -> None:
    anna = players(1)[0]
    tournament = started(olga, [olga, anna], least=2, table_size=2)
    for player in (olga, anna):
        page = browser_of(player).get(address("my-table", tournament), follow=True).text
        assert "All seats are taken." in page
        assert f'href="{tournament.get_absolute_url()}">Back to the tournament' in page
        assert "Get up" not in page
        assert "Close the table" not in page


def test_a_pause_leaves_no_countdown_without_a_clock(olga: Player) -> None:
    people = players(4)
    tournament = started(olga, people)
    board = Board.objects.get()
    assert board.table_id is not None
    finish(table_id=board.table_id)
    tournament = advanced(tournament, timezone.now())
    page = dense(browser_of(people[0]).get(tournament.get_absolute_url()).text)
    assert "Round 1 is over. The next one begins in <span" in page
    Pause().carry_out(tournament_id=tournament.pk, by=olga, reason="Dinner", now=timezone.now())
    page = dense(browser_of(people[0]).get(tournament.get_absolute_url()).text)
    assert "begins in" not in page
    assert '<h2 id="now-title">The tournament is paused</h2>' in page


def test_at_a_tournament_the_house_opens_the_tables(olga: Player) -> None:
    tournament = started(olga, [olga, *players(3)])
    table = Board.objects.get(round__tournament=tournament).table
    assert table is not None
    room = browser_of(olga).get(reverse("games:room", args=[table.pk])).text
    assert "opened the table" not in room


def test_losers_of_a_knockout_get_no_useless_buttons(olga: Player) -> None:
    people = players(4)
    plan = DUELS | {"format": "knockout", "rounds": 0, "third_place": False}
    tournament = started(olga, people, plan)
    boards = Board.objects.order_by("number")
    for board in boards[:1]:
        assert board.table_id is not None
        finish(table_id=board.table_id)
    tournament = advanced(tournament, timezone.now())
    lost = Place.objects.get(board=boards[0], score__won=False).entry.player
    won = Place.objects.get(board=boards[0], score__won=True).entry.player
    assert lost is not None
    assert won is not None
    for other_is_done in (False, True):
        if other_is_done:
            assert boards[1].table_id is not None
            finish(table_id=boards[1].table_id)
            tournament = advanced(tournament, timezone.now())
        page = browser_of(lost).get(tournament.get_absolute_url()).text
        assert "You are out of the knockout" in page
        for verb in ("sit-out", "come-back", "withdraw"):
            assert button(verb, tournament) not in page
        page = browser_of(won).get(tournament.get_absolute_url()).text
        assert "You are out" not in page
        assert button("sit-out", tournament) in page or button("come-back", tournament) in page


def test_who_goes_on_because_the_opponent_is_away_reads_why(olga: Player) -> None:
    people = players(8)
    tournament = started(olga, people, DUELS | {"format": "knockout", "rounds": 0, "third_place": False})
    the_house_plays(tournament)
    tournament = advanced(tournament, tournament.starts_at)
    winners = Place.objects.filter(score__won=True).order_by("board__number")
    here, away = (place.entry for place in winners[:2])
    tournament.entries.update(presence=Entry.Presence.HERE)
    Entry.objects.filter(pk=away.pk).update(presence=Entry.Presence.RESTING)
    tournament = advanced(tournament, after_the_break(tournament))
    assert here.player is not None
    page = browser_of(here.player).get(tournament.get_absolute_url())
    assert page.status_code == 200
    assert away.name in page.text


def test_while_a_seating_is_looked_at_no_round_begins_in_a_moment(olga: Player) -> None:
    people = players(4)
    tournament = started(olga, people, holds_seatings=True)
    page = browser_of(people[0]).get(tournament.get_absolute_url()).text
    assert "The organisers are looking at the seating before they publish it." in page
    Publish().carry_out(tournament_id=tournament.pk, by=olga)
    tournament = advanced(tournament, tournament.starts_at)
    table_id = Board.objects.get().table_id
    assert table_id is not None
    finish(table_id=table_id)
    tournament = advanced(tournament, tournament.starts_at)
    assert Round.objects.get(number=2).status == Round.Status.HELD
    page = browser_of(people[0]).get(tournament.get_absolute_url()).text
    assert "The next one begins in" not in page
    assert "The organisers are looking at the seating before they publish it." in page


def test_a_player_sits_out_and_comes_back(olga: Player) -> None:
    people = players(5)
    tournament = started(olga, people)
    browser = browser_of(people[0])
    page = browser.post(address("sit-out", tournament), follow=True).text
    assert button("come-back", tournament) in page
    assert button("sit-out", tournament) not in page
    page = browser.post(address("come-back", tournament), follow=True).text
    assert button("sit-out", tournament) in page


def test_a_cancelled_tournament_says_why(alice: Player, client: Client, olga: Player) -> None:
    tournament = planned(olga, least=4)
    entering.enter(tournament_id=tournament.pk, player=alice)
    tournament = advanced(tournament, tournament.starts_at)
    page = client.get(tournament.get_absolute_url()).text
    assert "Too few players had come by the start: at least 4 are needed." in page


def test_a_draft_is_for_its_organiser(alice: Player, client: Client, olga: Player) -> None:
    now = timezone.now()
    times = {"registration_at": now, "starts_at": now + timedelta(hours=1)}
    draft = plans.plan(organiser=olga, terms=Terms.from_columns({**DUELS, **times}))
    assert browser_of(olga).get(draft.get_absolute_url()).status_code == 200
    for browser in (client, browser_of(alice)):
        assert browser.get(draft.get_absolute_url()).status_code == 404


def test_organisers_find_from_each_of_their_pages_to_the_others(alice: Player, olga: Player) -> None:
    tournament, page = planned(olga), browser_of(olga)
    ways = {
        tournament.get_absolute_url(): ["control", "plan"],
        address("control", tournament): ["tournament", "plan", "rehearsal"],
        address("plan", tournament): ["tournament", "control", "rehearsal"],
    }
    for here, names in ways.items():
        text = page.get(here).text
        for name in names:
            assert f'href="{address(name, tournament)}"' in text, (here, name)
    text = browser_of(alice).get(tournament.get_absolute_url()).text
    assert address("control", tournament) not in text


@pytest.fixture
def private_club(olga: Player, bob: Player) -> Club:
    club = Club.objects.create(slug="hidden", name="Hidden Club", is_private=True)
    Membership.objects.create(club=club, player=olga, role=Membership.Role.OWNER)
    Membership.objects.create(club=club, player=bob, role=Membership.Role.MEMBER)
    return club


def test_a_private_club_keeps_its_tournament_to_itself(
    alice: Player, bob: Player, client: Client, olga: Player, private_club: Club
) -> None:
    tournament = planned(olga, club=private_club)
    for name in ["tournament", "live", "json", "csv", "records", "picture", "my-table"]:
        assert browser_of(bob).get(address(name, tournament)).status_code in (200, 302), name
        for browser in (client, browser_of(alice)):
            assert browser.get(address(name, tournament)).status_code == 404, name
    for name in ["enter", "say"]:
        assert browser_of(alice).post(address(name, tournament)).status_code == 404, name
    assert Entry.objects.count() == 0
