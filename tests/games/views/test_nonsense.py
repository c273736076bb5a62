"""Nonsensical requests to pages of games get a clear answer, never a server error."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from games.models import Table
from games.rules import GAMES
from tests.games.pages import browser_of, finished_table, open_table
from tests.games.people import seated_table

pytestmark = pytest.mark.usefixtures("after_commit")

NO_TABLES = ["aaaaaaaaaa", "a", "a" * 500, "AAAAAAAAAA", "1234567890", "..", "%00%00", "ääääääääää", "' OR 1=1 --"]
NO_GAMES = ["chess", "chicken_foot", "a" * 300, "../admin", "%00"]
AT_A_TABLE = ["", "room/", "result/", "record.json"]
TABLES: dict[str, Callable[[Player], Table]] = {
    "open": open_table,
    "running": lambda player: seated_table([player], bots=["easy"]),
    "finished": lambda player: finished_table([player]),
}
VERBS = ["join", "get-up", "close", "start", "leave", "rematch"]


@pytest.mark.parametrize("table_id", NO_TABLES)
@pytest.mark.parametrize("page", AT_A_TABLE)
def test_a_table_that_is_not_there_is_not_found(table_id: str, page: str, client: Client) -> None:
    assert client.get(f"/table/{table_id}/{page}").status_code == 404


@pytest.mark.parametrize("verb", VERBS)
def test_nothing_can_be_done_at_a_table_that_is_not_there(verb: str, alice: Player) -> None:
    assert browser_of(alice).post(f"/table/aaaaaaaaaa/{verb}/").status_code == 404


@pytest.mark.parametrize("game", NO_GAMES)
@pytest.mark.parametrize("page", ["open", "rules", "play"])
def test_a_game_that_is_not_there_is_not_found(game: str, page: str, client: Client) -> None:
    address = f"/{page}/{game}/"
    response = client.post(address) if page == "play" else client.get(address)
    assert response.status_code == 404
    assert not Table.objects.exists()


@pytest.mark.parametrize("verb", VERBS)
def test_what_changes_something_is_not_done_by_looking(verb: str, alice: Player) -> None:
    table = open_table(alice)
    response = browser_of(alice).get(reverse(f"games:{verb}", args=[table.pk]))
    assert response.status_code == 405
    table.refresh_from_db()
    assert table.status == Table.Status.OPEN


def test_playing_at_once_is_not_done_by_looking(client: Client) -> None:
    for game in GAMES:
        assert client.get(reverse("games:play-now", args=[game])).status_code == 405
    assert not Table.objects.exists()


@pytest.mark.parametrize("page", ["/", "/lobby/tables/", "/open/", "/rules/", "/keyboard/", "/fair-deals/"])
def test_pages_to_look_at_take_nothing(page: str, client: Client) -> None:
    assert client.post(page).status_code == 405


@pytest.mark.parametrize("page", AT_A_TABLE)
def test_a_table_to_look_at_takes_nothing(page: str, client: Client, alice: Player) -> None:
    table = open_table(alice)
    assert client.post(f"/table/{table.pk}/{page}").status_code == 405


@pytest.mark.parametrize("verb", VERBS)
def test_a_forged_form_is_refused(verb: str, alice: Player) -> None:
    table = open_table(alice)
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(alice)
    assert browser.post(reverse(f"games:{verb}", args=[table.pk])).status_code == 403
    table.refresh_from_db()
    assert table.status == Table.Status.OPEN


def test_a_forged_form_opens_no_table(alice: Player) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(alice)
    fields = {"preset": "three", "seats": 2, "seconds": 60, "visibility": "public"}
    assert browser.post(reverse("games:open", args=["two-step"]), fields).status_code == 403
    assert browser.post(reverse("games:play-now", args=["two-step"])).status_code == 403
    assert not Table.objects.exists()


@pytest.mark.parametrize("state", TABLES)
@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_at_every_table_is_answered(verb: str, state: str, alice: Player, bob: Player) -> None:
    table = TABLES[state](alice)
    for browser in (browser_of(bob), browser_of(alice)):
        assert browser.post(reverse(f"games:{verb}", args=[table.pk])).status_code == 302


@pytest.mark.parametrize("name", ["x", "a" * 400, "A%00b", "ä", "<script>", "Robert'); DROP TABLE"])
def test_matches_of_unknown_players_are_not_found(name: str, client: Client) -> None:
    assert client.get(f"/games/of/{name}/").status_code == 404


@pytest.mark.parametrize("session", [{}, {"invited": []}, {"invited": ["nonsense"]}])
def test_a_session_with_odd_invitations_opens_nothing(
    session: dict[str, object], client: Client, alice: Player
) -> None:
    table = open_table(alice, visibility=Table.Visibility.INVITED)
    kept = client.session
    kept.update(session)
    kept.save()
    assert client.get(table.get_absolute_url()).status_code == 404
