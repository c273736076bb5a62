"""Tables and chat in the Django admin: read-only, and without hidden tiles."""

import random
import re

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import Player
from chat.models import ChatLine
from games import services
from games.models import Deal, Move, Seat, Table
from tests.games.pages import browser_of, finished_table
from tests.games.people import play_any, seated_table, step

pytestmark = pytest.mark.usefixtures("after_commit")

TILE = re.compile(r"(?<![\w-])\d{1,2}-\d{1,2}(?![\w-])")
LIST = reverse("admin:games_table_changelist")


@pytest.fixture
def admin(charlie: Player) -> Client:
    Player.objects.filter(pk=charlie.pk).update(is_staff=True, is_superuser=True)
    return browser_of(charlie)


@pytest.fixture
def running(alice: Player, bob: Player) -> Table:
    """Return a table in the middle of its first deal, with a chat line and a drawn tile."""
    table = seated_table([alice, bob])
    for _ in range(12):
        play_any(table.pk, random.Random(5))
    services.say(table_id=table.pk, player=alice, text="Good luck!")
    return Table.objects.get(pk=table.pk)


def change(row: Table | ChatLine) -> str:
    return reverse(f"admin:{row._meta.label_lower.replace('.', '_')}_change", args=[row.pk])


def history(row: Table | ChatLine) -> str:
    return reverse(f"admin:{row._meta.label_lower.replace('.', '_')}_history", args=[row.pk])


def hidden_tiles(table: Table) -> set[str]:
    """Return the tiles in hands and stock."""
    deal = table.deals.get()
    laid = {text.split("@")[0] for text in table.moves.values_list("text", flat=True)} | {"9-9"}
    return set(deal.deck.split()) - laid


def test_no_page_shows_a_hidden_tile_or_the_secret_of_a_running_match(admin: Client, running: Table) -> None:
    line = ChatLine.objects.get()
    hidden = hidden_tiles(running)
    secret = bytes(running.chain.secret)
    assert len(hidden) > 30
    pages = [LIST, change(running), history(running), change(line), history(line), f"{LIST}?q=Alice"]
    pages += [reverse("admin:index"), reverse("admin:app_list", args=["games"]), f"{LIST}?status__exact=running"]
    for page in pages:
        response = admin.get(page)
        assert response.status_code == 200, page
        text = response.text
        assert not hidden & set(TILE.findall(text)), page
        assert secret.hex() not in text
        assert running.invitation not in text


def test_the_moves_so_far_are_shown(admin: Client, running: Table) -> None:
    text = admin.get(change(running)).text
    assert "shown when the match is over" in text
    for move in running.moves.all():
        assert f"<td>{move.text}</td>" in text


def test_a_finished_match_is_shown_whole(admin: Client, alice: Player) -> None:
    table = finished_table([alice])
    text = admin.get(change(table)).text
    for deal in table.deals.all():
        assert deal.deck in text


def test_a_deck_that_others_still_play_with_is_not_shown(admin: Client, alice: Player) -> None:
    table = finished_table([alice])
    Table.objects.filter(pk=table.pk).update(is_sealed=True)
    text = admin.get(change(table)).text
    for deal in table.deals.all():
        assert deal.deck not in text


def test_the_chain_has_no_page(admin: Client) -> None:
    assert admin.get("/admin/games/chain/").status_code == 404


def test_decks_and_moves_have_no_page_of_their_own(admin: Client, running: Table) -> None:
    for model in ("deal", "move", "seat"):
        assert admin.get(f"/admin/games/{model}/").status_code == 404


@pytest.mark.parametrize("name", ["games_table", "chat_chatline"])
def test_nothing_can_be_added(name: str, admin: Client) -> None:
    assert admin.get(reverse(f"admin:{name}_add")).status_code == 403


def test_nothing_can_be_changed_or_deleted(admin: Client, running: Table) -> None:
    line = ChatLine.objects.get()
    before = _everything()
    for row in (running, line):
        assert admin.post(change(row), {"status": "closed", "text": "Never said.", "_save": "Save"}).status_code == 403
        delete = reverse(f"admin:{row._meta.label_lower.replace('.', '_')}_delete", args=[row.pk])
        assert admin.post(delete, {"post": "yes"}).status_code == 403
    admin.post(LIST, {"action": "delete_selected", "_selected_action": running.pk, "post": "yes"})
    assert _everything() == before


def _everything() -> list[object]:
    return [list(model.objects.values()) for model in (Table, Seat, Deal, Move, ChatLine)]


def test_tables_are_found_by_id_owner_and_player(admin: Client, running: Table) -> None:
    for query in (running.pk, "alice", "BOB"):
        assert running.pk in admin.get(LIST, {"q": query}).text
    assert running.pk not in admin.get(LIST, {"q": "Dorothea"}).text


def test_tables_are_filtered(admin: Client, running: Table) -> None:
    assert running.pk in admin.get(LIST, {"status__exact": "running"}).text
    assert running.pk not in admin.get(LIST, {"game__exact": "kardinal"}).text


def test_chat_is_found_by_text_and_player(admin: Client, running: Table) -> None:
    chat = reverse("admin:chat_chatline_changelist")
    for query in ("luck", "alice", running.pk):
        assert "Good luck!" in admin.get(chat, {"q": query}).text
    assert "Good luck!" not in admin.get(chat, {"q": "bad"}).text


def test_a_long_match_takes_no_more_queries(
    admin: Client, running: Table, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    admin.get(change(running))  # caches the content type
    with django_assert_max_num_queries(37):
        admin.get(change(running))
    for _ in range(40):
        step(running.pk, random.Random(6))
    with django_assert_max_num_queries(37):
        admin.get(change(running))


def test_players_do_not_get_in(alice: Player, running: Table) -> None:
    assert browser_of(alice).get(change(running)).status_code == 302
