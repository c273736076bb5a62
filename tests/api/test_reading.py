"""What programs can read: the same as what pages show to the same reader."""

from __future__ import annotations

from base64 import b64encode
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from accounts.models import Player
from clubs import services as clubs
from clubs.models import Club
from games import services as games
from games.models import Table
from tests.api.programs import Program
from tests.games.people import seated_table, short
from tests.tournaments.people import DUELS, planned, players, started
from tournaments.models import Round, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def owls(bob: Player) -> Club:
    """A private club of Bob's."""
    facts: dict[str, Any] = {"name": "Night Owls", "about": "Secret", "is_private": True, "admission": "request"}
    return clubs.found(founder=bob, now=timezone.now(), **facts)


def finished(*people: Player) -> Table:
    table = seated_table(people, game="two-step", options=short("two-step"))
    games.finish(table_id=table.pk)
    return Table.objects.get(pk=table.pk)


# --- Tables ---


def test_open_tables_are_listed_for_everybody(visitor: Program, alice: Player) -> None:
    table = games.open_table(owner=alice, game="two-step", options={}, seconds=60, bots=["", "easy"])
    [found] = visitor.read("tables")["items"]
    assert found["id"] == table.pk
    assert found["url"] == f"http://localhost:8000/table/{table.pk}/"
    assert [seat["player"] for seat in found["seats"]] == ["Alice", None]
    assert found["seats"][1]["bot"] == "easy"
    assert visitor.read(f"tables/{table.pk}") == found


def test_tables_by_invitation_are_for_those_who_sit_there(visitor: Program, program: Program, alice: Player) -> None:
    table = games.open_table(
        owner=alice, game="two-step", options={}, seconds=60, bots=["", ""], visibility=Table.Visibility.INVITED
    )
    assert visitor.get(f"tables/{table.pk}").status_code == 404
    assert visitor.read("tables")["items"] == []
    assert program.read(f"tables/{table.pk}")["visibility"] == "invited"
    assert table.invitation not in program.get(f"tables/{table.pk}").content.decode()


def test_tables_of_a_private_club_are_for_its_members(
    visitor: Program, program: Program, bob: Player, owls: Club
) -> None:
    club: dict[str, Any] = {"visibility": Table.Visibility.CLUB, "club": owls}
    table = games.open_table(owner=bob, game="two-step", options={}, seconds=60, bots=["", ""], **club)
    assert visitor.get(f"tables/{table.pk}").status_code == 404
    assert program.get(f"tables/{table.pk}").status_code == 404
    assert Program.of(bob).read(f"tables/{table.pk}")["club"] == owls.slug


def test_sealed_tables_are_hidden_and_so_are_their_records(visitor: Program, alice: Player, bob: Player) -> None:
    table = finished(alice, bob)
    Table.objects.update(is_sealed=True)
    assert visitor.get(f"tables/{table.pk}").status_code == 404
    answer = Program.of(alice).get(f"tables/{table.pk}/record")
    assert (answer.status_code, answer.json()["code"]) == (403, "sealed")


def test_running_match_has_no_record_and_shows_no_tiles(visitor: Program, alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob], game="two-step")
    answer = visitor.get(f"tables/{table.pk}/record")
    assert (answer.status_code, answer.json()["code"]) == (403, "not-finished")
    assert "deck" not in visitor.get(f"tables/{table.pk}").content.decode()


def test_record_is_the_one_of_the_page(visitor: Program, alice: Player, bob: Player) -> None:
    table = finished(alice, bob)
    page = visitor.client.get(f"/table/{table.pk}/record.json").json()
    assert visitor.read(f"tables/{table.pk}/record") == page
    [match] = visitor.read("players/bob/matches")["items"]
    assert match["result"]["winners"] == page["result"]["winners"]


def test_token_that_may_not_read_sees_what_visitors_see(alice: Player) -> None:
    table = games.open_table(
        owner=alice, game="two-step", options={}, seconds=60, bots=["", ""], visibility=Table.Visibility.INVITED
    )
    assert Program.of(alice, []).get(f"tables/{table.pk}").status_code == 404


def test_pages_follow_one_another_by_cursor(visitor: Program, alice: Player) -> None:
    opened = [
        games.open_table(owner=alice, game="two-step", options={}, seconds=60, bots=["", ""]).pk for _ in range(5)
    ]
    first = visitor.read("tables", limit=2)
    games.close(table_id=first["items"][1]["id"], by=alice)
    second = visitor.read("tables", limit=2, cursor=first["next"])
    third = visitor.read("tables", limit=2, cursor=second["next"])
    found = [table["id"] for page in (first, second, third) for table in page["items"]]
    assert found == opened[::-1]
    assert third["next"] is None


EARLIEST = b64encode(b'["0001-01-01T00:00:00+23:00", "abc"]').decode()
"""A cursor at a moment that cannot be converted to another time zone."""


@pytest.mark.parametrize("cursor", ["x", "bnVsbA", "W10", "WyJ4IiwieCJd", "WzEsMV0", "WyJcdTAwMDAiLCJ4Il0", EARLIEST])
def test_invalid_cursor_is_refused(visitor: Program, cursor: str) -> None:
    answer = visitor.get("tables", cursor=cursor)
    assert (answer.status_code, answer.json()["code"]) == (422, "bad-cursor")


def test_number_of_queries_does_not_grow(visitor: Program, alice: Player) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            for path in ("tables", "clubs", "tournaments"):
                visitor.read(path)
        return len(asked)

    for number in range(4):
        games.open_table(owner=alice, game="two-step", options={}, seconds=60, bots=["", ""])
        clubs.found(founder=alice, now=timezone.now(), name=f"Club {number}")
        planned(alice, DUELS)
        if number == 0:
            first = queries()
    assert queries() == first


# --- Clubs ---


def test_private_club_shows_strangers_its_name_and_door_only(visitor: Program, bob: Player, owls: Club) -> None:
    [listed] = visitor.read("clubs")["items"]
    assert (listed["name"], listed["admission"], listed["about"], listed["size"]) == (
        "Night Owls",
        "request",
        None,
        None,
    )
    assert visitor.read(f"clubs/{owls.slug}") == listed
    assert visitor.get(f"clubs/{owls.slug}/members").status_code == 404
    assert visitor.get(f"clubs/{owls.slug}/announcements").status_code == 404
    inside = Program.of(bob)
    assert inside.read(f"clubs/{owls.slug}")["about"] == "Secret"
    assert inside.read(f"clubs/{owls.slug}/members")["items"][0]["role"] == "owner"


def test_announcements_come_with_the_newest_first(visitor: Program, alice: Player) -> None:
    club = clubs.found(founder=alice, now=timezone.now(), name="Open House")
    for number in range(2):
        at = timezone.now() + timedelta(seconds=number)
        clubs.publish(club_id=club.pk, by=alice, now=at, title=f"News {number}", text="Come")
    said = visitor.read(f"clubs/{club.slug}/announcements")["items"]
    assert [one["title"] for one in said] == ["News 1", "News 0"]


# --- Tournaments ---


def test_tournament_reads_like_its_export(visitor: Program, alice: Player) -> None:
    event = started(alice, players(4), DUELS)
    export = visitor.client.get(f"/tournament/{event.pk}/tournament.json").json()
    told = visitor.read(f"tournaments/{event.pk}")
    assert (told["name"], told["status"], told["plan"]) == (export["name"], "running", export["plan"])
    assert visitor.read(f"tournaments/{event.pk}/standings") == export["standings"]
    assert visitor.read(f"tournaments/{event.pk}/rounds") == export["rounds"]
    assert len(visitor.read(f"tournaments/{event.pk}/entries")["items"]) == 4


def test_round_that_is_held_back_is_not_shown(visitor: Program, alice: Player) -> None:
    event = started(alice, players(4), DUELS)
    Round.objects.update(status=Round.Status.HELD)
    assert visitor.read(f"tournaments/{event.pk}/rounds") == []


def test_drafts_and_private_events_are_for_those_concerned(
    visitor: Program, program: Program, bob: Player, owls: Club
) -> None:
    event = planned(bob, DUELS, owls)
    assert visitor.get(f"tournaments/{event.pk}").status_code == 404
    assert program.read("tournaments")["items"] == []
    assert Program.of(bob).read("tournaments")["items"][0]["id"] == event.pk
    Tournament.objects.update(club=None, status=Tournament.Status.DRAFT)
    for path in ("", "/entries", "/standings", "/rounds"):
        assert program.get(f"tournaments/{event.pk}{path}").status_code == 404
    assert Program.of(bob).read(f"tournaments/{event.pk}")["status"] == "draft"


def test_frozen_tournament_says_so(visitor: Program, alice: Player) -> None:
    event = planned(alice, DUELS)
    Tournament.objects.update(frozen_at=timezone.now())
    assert visitor.read(f"tournaments/{event.pk}")["is_frozen"]


# --- Errors, caches, limits ---


def test_unchanged_answer_is_not_sent_again(visitor: Program, alice: Player) -> None:
    answer = visitor.get("players/alice")
    again = visitor.client.get("/api/1/players/alice", headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert "Authorization" in answer.headers["Vary"]
    assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize("path", ["nothing", "tables/nothing", "players/nobody", "clubs/none", "tournaments/none"])
def test_missing_things_are_a_problem_in_english(visitor: Program, path: str) -> None:
    answer = visitor.client.get(f"/api/1/{path}", headers={"Accept-Language": "de"})
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.json() == {
        "type": "about:blank",
        "title": "Not Found",
        "status": 404,
        "detail": "There is nothing here, or nothing that you may see.",
        "code": "not-found",
        "faults": [],
    }


def test_wrong_parameter_is_named(visitor: Program) -> None:
    answer = visitor.get("tables", limit=1000)
    assert answer.status_code == 422
    assert [fault["field"] for fault in answer.json()["faults"]] == ["query.limit"]


def test_wrong_method_is_a_problem_that_names_the_right_one(visitor: Program) -> None:
    answer = visitor.post("tables/nothing/record")
    assert (answer.status_code, answer.json()["code"], answer.headers["Allow"]) == (405, "wrong-method", "GET")


def test_cookies_of_a_browser_are_ignored(visitor: Program, alice: Player) -> None:
    visitor.client.force_login(alice)
    assert visitor.get("me").json()["code"] == "no-token"


def test_too_many_requests_are_refused(visitor: Program, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "api-of-address": "2/minute"}
    assert [visitor.get("tables").status_code for _ in range(3)] == [200, 200, 429]
    assert visitor.get("tables").json()["code"] == "too-often"
