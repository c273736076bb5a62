"""The result of a match, its record, and a player's history."""

import io
import json
import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from PIL import Image
from pytest_django import DjangoAssertNumQueries
from pytest_django.fixtures import Settings

from accounts import standing
from accounts.models import Notice, Player
from games.layout.svg import thread_path
from games.models import Table
from games.pages.results.preview import thread
from games.rules import GAMES
from games.rules.records.record import check
from tests.games.pages import browser_of, finished_table, where_to
from tests.games.people import seated_table

OPTIONS = {"ending": "games"}
pytestmark = pytest.mark.usefixtures("after_commit")


def result_of(table: Table) -> str:
    return reverse("games:result", args=[table.pk])


def record_of(table: Table) -> str:
    return reverse("games:record", args=[table.pk])


def matches_of(name: str) -> str:
    return reverse("games:matches_of", args=[name])


# Result


@pytest.mark.parametrize("game", GAMES)
def test_the_result_shows_every_deal_and_the_total(game: str, client: Client, alice: Player, bob: Player) -> None:
    table = finished_table([alice, bob], game=game)
    page = client.get(result_of(table)).text
    for deal in table.deals.all():
        for score in deal.scores or []:
            assert f'<td class="number">{score}</td>' in page
    for total in (table.result or {})["totals"]:
        assert f">{total}</td>" in page


def test_without_javascript_the_replay_leads_to_how_the_tables_lay(client: Client, alice: Player, bob: Player) -> None:
    page = client.get(result_of(finished_table([alice, bob]))).text
    [said] = re.findall(r"<noscript>(.*?)</noscript>", page, re.DOTALL)
    assert "The replay needs JavaScript." in said
    assert 'href="#layouts-title"' in said


def test_the_winner_is_told_so(client: Client, alice: Player, bob: Player) -> None:
    table = finished_table([alice, bob])
    [winner] = (table.result or {})["winners"]
    won, lost = (alice, bob) if winner == 0 else (bob, alice)
    assert "You win!" in browser_of(won).get(result_of(table)).text
    assert f"{won.username} wins" in browser_of(lost).get(result_of(table)).text
    assert f"{won.username} wins" in client.get(result_of(table)).text


def test_a_shared_win_names_all_who_share_it(client: Client, alice: Player, bob: Player) -> None:
    table = finished_table([alice, bob])
    Table.objects.filter(pk=table.pk).update(result={"totals": [1, 1], "winners": [0, 1]})
    assert "Shared win: Alice and Bob" in client.get(result_of(table)).text
    assert "Shared win: Alice and you" in browser_of(bob).get(result_of(table)).text


def test_a_settlement_is_shown(client: Client, alice: Player, bob: Player) -> None:
    table = finished_table([alice, bob], game="kardinal")
    page = client.get(result_of(table)).text
    assert "Settlement" in page
    for points in (table.result or {})["settlement"]:
        assert f'<td class="number">{points}</td>' in page


def test_the_result_shows_what_made_the_deals_fair(client: Client, alice: Player) -> None:
    table = finished_table([alice])
    page = client.get(result_of(table)).text
    assert table.chain.anchor in page
    assert all(seat.contribution in page for seat in table.seats.all())
    record = client.get(record_of(table)).json()
    assert all(deal["link"] in page for deal in record["deals"])


def told_of_rematch(over: Table, player: Player) -> dict[str, str]:
    """Return the addresses to which those go who are told that a player would like a rematch."""
    browser_of(player).post(reverse("games:rematch", args=[over.pk]))
    return dict(Notice.objects.filter(kind="table-rematch").values_list("player__username", "url"))


def test_the_others_are_told_of_a_rematch_wherever_they_are(alice: Player, bob: Player) -> None:
    over = finished_table([alice, bob])
    told = told_of_rematch(over, alice)
    assert told == {bob.username: Table.objects.get(rematch_of=over).get_absolute_url()}
    assert told_of_rematch(over, bob) == told


def test_the_notice_of_a_private_rematch_is_an_invitation(alice: Player, bob: Player) -> None:
    over = finished_table([alice, bob], visibility=Table.Visibility.INVITED)
    told = told_of_rematch(over, alice)
    table = Table.objects.get(rematch_of=over)
    assert told == {bob.username: f"{table.get_absolute_url()}?invitation={table.invitation}"}


def test_nobody_is_told_of_a_rematch_by_somebody_whom_they_block(alice: Player, bob: Player) -> None:
    over = finished_table([alice, bob])
    standing.block(player=bob, other=alice, now=timezone.now())
    assert told_of_rematch(over, alice) == {}


def test_only_players_are_offered_a_rematch(client: Client, alice: Player, charlie: Player) -> None:
    table = finished_table([alice])
    assert "Rematch" in browser_of(alice).get(result_of(table)).text
    assert "Rematch" not in browser_of(charlie).get(result_of(table)).text
    assert "Rematch" not in client.get(result_of(table)).text


def test_a_match_that_goes_on_has_no_result_page(client: Client, alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob])
    assert where_to(client.get(result_of(table))) == table.get_absolute_url()


def test_the_result_takes_the_same_queries_however_long_the_match(
    client: Client, alice: Player, bob: Player, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    short, long = (finished_table([alice, bob], "kardinal", options=OPTIONS | {"games": games}) for games in (1, 9))
    assert long.deals.count() >= 9
    for table in (short, long):
        with django_assert_num_queries(5):
            client.get(result_of(table))


# Record


@pytest.mark.parametrize("game", GAMES)
def test_the_record_is_there_to_download_and_right(game: str, client: Client, alice: Player, bob: Player) -> None:
    table = finished_table([alice, bob], game=game)
    response = client.get(record_of(table))
    assert response.headers["Content-Disposition"] == f'attachment; filename="boneyard-{game}-{table.pk}.json"'
    assert response.headers["Content-Type"] == "application/json"
    assert check(json.loads(response.text)) == []


def test_the_record_of_a_running_match_is_withheld(client: Client, alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob])
    for browser in (client, browser_of(alice)):
        response = browser.get(record_of(table))
        assert response.status_code == 403
        assert response.json() == {
            "code": "not-finished",
            "message": "The record is available when the match is over.",
        }


def test_a_private_record_is_for_those_who_sat_there(alice: Player, bob: Player, charlie: Player) -> None:
    table = finished_table([alice, bob], visibility=Table.Visibility.INVITED)
    assert browser_of(bob).get(record_of(table)).status_code == 200
    assert browser_of(charlie).get(record_of(table)).status_code == 404


# A player's matches


def test_older_matches_replace_newer_ones_on_any_page_that_lists_them(
    client: Client, alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.views.history.A_PAGE", 1)
    older, newer = finished_table([alice]), finished_table([alice])
    first = client.get(matches_of("Alice"), headers={"HX-Request": "true"}).text
    assert result_of(newer) in first
    assert result_of(older) not in first
    assert f'hx-get="{matches_of("Alice")}?page=2"' in first
    assert 'hx-target="#matches-shown"' in first
    assert result_of(older) in client.get(f"{matches_of('Alice')}?page=2").text


def test_matches_are_listed_with_opponents_and_result(client: Client, alice: Player, bob: Player) -> None:
    table = finished_table([alice, bob])
    page = client.get(matches_of("alice")).text
    assert result_of(table) in page
    assert "Bob" in page
    assert "won" in page or "lost" in page


def test_the_winner_is_announced_from_each_point_of_view(client: Client, alice: Player, bob: Player) -> None:
    table = finished_table([alice, bob])
    winner = (table.result or {})["winners"][0]
    pages = [client.get(matches_of(name)).text for name in ("Alice", "Bob")]
    assert ">won<" in pages[winner]
    assert ">lost<" in pages[1 - winner]


def test_private_matches_are_only_listed_for_their_players(
    client: Client, alice: Player, bob: Player, charlie: Player
) -> None:
    table = finished_table([alice, bob], visibility=Table.Visibility.INVITED)
    assert table.pk in browser_of(bob).get(matches_of("Alice")).text
    for browser in (client, browser_of(charlie)):
        assert table.pk not in browser.get(matches_of("Alice")).text


def test_running_matches_are_not_listed(client: Client, alice: Player, bob: Player) -> None:
    seated_table([alice, bob])
    assert "Alice has not finished a match yet." in client.get(matches_of("Alice")).text


def test_unknown_players_have_no_list(client: Client, alice: Player) -> None:
    assert client.get(matches_of("Nobody-here")).status_code == 404


def test_the_list_takes_the_same_queries_and_has_pages(
    client: Client, alice: Player, bob: Player, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    table = finished_table([alice, bob])
    with django_assert_num_queries(4):
        client.get(matches_of("Alice"))
    for _ in range(44):
        _copy(table)
    with django_assert_num_queries(4):
        first = client.get(matches_of("Alice")).text
    assert first.count('class="table-row"') == 20
    assert "Page 1 of 3" in first
    assert client.get(matches_of("Alice"), {"page": 3}).text.count('class="table-row"') == 5


def _copy(table: Table) -> None:
    copy = Table(
        game=table.game,
        options=table.options,
        seat_count=2,
        seconds=60,
        owner=table.owner,
        chain=table.chain,
        status=table.status,
        result=table.result,
        finished_at=timezone.now(),
    )
    copy.save()
    for seat in table.seats.all():
        copy.seats.create(number=seat.number, player=seat.player, contribution=seat.contribution)


def test_the_profile_gets_the_list_alone(client: Client, alice: Player) -> None:
    finished_table([alice])
    part = client.get(matches_of("Alice"), headers={"HX-Request": "true"}).text
    assert "<html" not in part
    assert 'class="table-row"' in part


@pytest.mark.parametrize("page", ["0", "-1", "x", "999999999999999999999", ""])
def test_a_page_number_that_does_not_exist_shows_another_page(page: str, client: Client, alice: Player) -> None:
    finished_table([alice])
    assert client.get(matches_of("Alice"), {"page": page}).text.count('class="table-row"') == 1


def test_a_link_to_a_match_says_who_played_and_how_it_ended(client: Client, alice: Player, bob: Player) -> None:
    table = finished_table([alice, bob])
    page = client.get(reverse("games:result", args=[table.pk])).text
    assert table.result is not None
    for player, total in zip((alice, bob), table.result["totals"], strict=True):
        assert re.search(rf'property="og:description" content="Two-Step · [^"]*{player.username} {total}', page)


@pytest.mark.parametrize("game", GAMES)
def test_a_link_to_a_match_shows_how_the_table_lay(game: str, client: Client, alice: Player, bob: Player) -> None:
    table = finished_table([alice, bob], game)
    address = reverse("games:preview", args=[table.pk])
    assert f'{address}"' in client.get(reverse("games:result", args=[table.pk])).text
    answer = client.get(address)
    assert answer.headers["Cache-Control"].startswith("public")
    picture = Image.open(io.BytesIO(answer.content))
    assert (picture.format, picture.size) == ("PNG", (1200, 630))
    assert len(picture.getcolors(1 << 24) or ()) > 50


def test_there_is_no_picture_of_a_running_match(client: Client, alice: Player, bob: Player) -> None:
    answer = client.get(reverse("games:preview", args=[seated_table([alice, bob]).pk]))
    assert answer.status_code == 403


def test_pictures_are_not_drawn_without_end(settings: Settings, client: Client, alice: Player, bob: Player) -> None:
    settings.LIMITS = {**settings.LIMITS, "previews": "2/hour"}
    address = reverse("games:preview", args=[finished_table([alice, bob], "two-step").pk])
    assert [client.get(address).status_code for _ in range(3)] == [200, 200, 429]


def test_a_thread_is_curved_in_the_picture_as_on_the_table() -> None:
    ends = (0.0, 0.0), (4.0, 0.0)
    points = thread(ends)
    assert (points[0], points[-1]) == ends
    assert "Q2 1.2" in thread_path(ends)
    assert points[len(points) // 2] == pytest.approx((2.0, 0.6))
