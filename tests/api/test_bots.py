"""Players' bots: made on a page, authenticated by tokens, and seated only where bots are admitted."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from accounts import bots
from accounts.models import Notice, Player
from api import tokens
from api.models import Scope, Token
from common.errors import UserError
from games import services as games
from games.models import Table
from tests.api.programs import Program
from tests.games.people import seated_table, short
from tests.tournaments.people import DUELS, planned

pytestmark = pytest.mark.django_db

PAGE = "/preferences/programs/bots/"


@pytest.fixture
def owner(client: Client, alice: Player) -> Client:
    """Alice's browser, in which she has just entered her password."""
    client.force_login(alice)
    client.post("/account/reauthenticate/", {"password": "Alice-likes-bones"})
    return client


@pytest.fixture
def robbie(alice: Player) -> Player:
    """Alice's bot."""
    return bots.create_bot(owner=alice, name="Robbie")


def opened(by: Player, *, admits_bots: bool) -> Table:
    return games.open_table(owner=by, game="two-step", options={}, seconds=60, bots=["", ""], admits_bots=admits_bots)


def test_bot_is_made_on_its_owners_page_and_gets_a_token(owner: Client, alice: Player) -> None:
    made = owner.post(PAGE, {"name": "Robbie"})
    assert made.headers["Location"] == f"{PAGE}Robbie/"
    answer = owner.post(f"{PAGE}Robbie/", {"name": "Play", "scopes": ["read", "tables", "play"], "days": 30})
    told = Program(answer.context["text"]).read("me")
    assert (told["name"], told["is_bot"], told["owner"]) == ("Robbie", True, "Alice")
    assert Notice.objects.filter(player=alice, kind="token-made").exists()


def test_refusal_of_a_name_is_shown_beside_the_field(owner: Client, bob: Player) -> None:
    assert "This name is taken." in owner.post(PAGE, {"name": "Bob"}).content.decode()


def test_others_do_not_see_the_page_of_a_bot(client: Client, robbie: Player, bob: Player) -> None:
    client.force_login(bob)
    client.post("/account/reauthenticate/", {"password": "Bob-likes-bones"})
    for path in ("Robbie/", "Robbie/delete/", "Robbie/keep/"):
        assert client.post(PAGE + path).status_code == 404


def test_people_are_not_played_by_programs_and_bots_join_no_clubs(alice: Player, robbie: Player) -> None:
    for player, scope in ((alice, Scope.PLAY), (robbie, Scope.CLUBS)):
        with pytest.raises(UserError, match="cannot do that"):
            tokens.make(player=player, name="Test", scopes=[scope], days=1, now=timezone.now())


def test_owner_revokes_a_token_of_the_bot_and_nobody_else_does(
    client: Client, robbie: Player, alice: Player, bob: Player
) -> None:
    program = Program.of(robbie)
    token = Token.objects.get()
    for player in (bob, alice):
        client.force_login(player)
        assert program.get("me").status_code == 200
        client.post(f"/preferences/programs/{token.pk}/revoke/")
    assert program.get("me").status_code == 401


def test_bot_is_let_in_no_longer_once_it_or_its_owner_is_to_be_deleted(owner: Client, robbie: Player) -> None:
    program = Program.of(robbie)
    owner.post(f"{PAGE}Robbie/delete/")
    assert program.get("me").status_code == 401
    owner.post(f"{PAGE}Robbie/keep/")
    again = Program.of(robbie)
    assert again.get("me").status_code == 200
    Player.objects.filter(pk=robbie.bot_owner_id).update(deletion_due_at=timezone.now())
    assert again.get("me").status_code == 401


def test_bot_sits_only_where_bots_are_admitted(robbie: Player, bob: Player) -> None:
    program, among_people, among_all = (
        Program.of(robbie),
        opened(bob, admits_bots=False),
        opened(bob, admits_bots=True),
    )
    assert program.refusal(f"tables/{among_people.pk}/join") == (403, "no-bots")
    [listed] = program.read("tables", admits_bots=True)["items"]
    assert listed["id"] == among_all.pk
    joined = program.do(f"tables/{among_all.pk}/join")
    assert [(seat["name"], seat["is_bot"]) for seat in joined["seats"]] == [("Bob", False), ("Robbie", True)]


def test_tables_of_bots_admit_bots_and_so_does_the_rematch(robbie: Player, bob: Player) -> None:
    assert Program.of(robbie).do("tables", game="two-step")["admits_bots"]
    over = seated_table([bob, robbie], game="two-step", options=short("two-step"), admits_bots=True)
    games.finish(table_id=over.pk)
    games.rematch(table_id=over.pk, player=bob)
    assert games.rematch(table_id=over.pk, player=robbie).seats.filter(player=robbie).exists()


def test_bots_are_marked_wherever_they_are_shown(client: Client, robbie: Player, bob: Player) -> None:
    mark = "icons.svg#bot"
    table = opened(bob, admits_bots=True)
    assert client.get(f"/table/{table.pk}/room/").content.decode().count(mark) == 1  # the option is marked as well
    games.join(table_id=table.pk, player=robbie)
    room = client.get(f"/table/{table.pk}/room/").content.decode()
    assert room.count(mark) == 2
    assert "bot of a player" in room
    over = seated_table([bob, robbie], game="two-step", options=short("two-step"), admits_bots=True)
    games.finish(table_id=over.pk)
    for address in (f"/table/{over.pk}/result/", f"/embed/table/{over.pk}/"):
        page = client.get(address).content.decode()
        assert mark in page or "(Bot)" in page


def test_owner_chooses_on_the_form_whether_bots_may_join(client: Client, bob: Player) -> None:
    client.force_login(bob)
    wish = {"preset": "three", "seats": 2, "seconds": 60, "visibility": "public", "sitter_2": ""}
    for sent, admits in ({}, False), ({"admits_bots": "on"}, True):
        client.post("/open/two-step/", wish | sent)
        assert Table.objects.latest("opened_at").admits_bots is admits


def test_bot_enters_only_tournaments_that_admit_bots(robbie: Player, bob: Player) -> None:
    program, among_people = Program.of(robbie), planned(bob, DUELS)
    among_all = planned(bob, DUELS, admits_bots=True, check_in_minutes=60)
    assert program.refusal(f"tournaments/{among_people.pk}/enter") == (403, "no-bots")
    [listed] = program.read("tournaments", admits_bots=True)["items"]
    assert (listed["id"], listed["admits_bots"]) == (among_all.pk, True)
    assert program.do(f"tournaments/{among_all.pk}/enter")["status"] == "entered"
    assert program.do(f"tournaments/{among_all.pk}/check-in")["is_checked_in"]
    [entry] = Program().read(f"tournaments/{among_all.pk}/entries")["items"]
    assert (entry["name"], entry["is_bot"], entry["bot"], entry["is_checked_in"]) == ("Robbie", True, "", True)
