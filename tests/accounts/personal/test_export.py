"""My data: the file, who may download it, and for how long."""

from __future__ import annotations

import json
import random
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts import standing
from accounts.models import DataExport, Notice, Player
from accounts.notices import sentence
from accounts.personal import export
from accounts.tasks import expire, make_export
from chat.models import ChatLine
from games.models import Table
from tests.games.people import play_any, play_to_the_end, seated_table

pytestmark = pytest.mark.django_db

NOW = timezone.now()


def signed_in(player: Player) -> Client:
    """Return a browser that has signed in and has just entered the password again."""
    client, password = Client(), f"{player.username}-likes-bones"
    client.post("/account/login/", {"login": player.username, "password": password})
    client.post("/account/reauthenticate/", {"password": password})
    return client


def data_of(player: Player) -> dict[str, Any]:
    """Return the content of a downloaded file."""
    one = export.ask(player=player, now=NOW)
    make_export(one.pk)
    answer = signed_in(player).get(f"/preferences/my-data/export/{one.pk}/")
    assert answer.status_code == 200
    data: dict[str, Any] = json.loads(answer.getvalue())
    return data


def test_the_file_holds_what_the_player_is_and_has_done(alice: Player, bob: Player) -> None:
    ChatLine.objects.create(room="club:1", author=alice, text="Ciao, più tardi", said_at=NOW)
    ChatLine.objects.create(room="club:1", author=bob, text="Only Bob said this", said_at=NOW)
    standing.mute(player=alice, other=bob, now=NOW)
    standing.block(player=bob, other=alice, now=NOW)
    signed_in(alice)
    data = data_of(alice)
    assert data["format"] == "boneyard player data 1"
    assert (data["profile"][0]["username"], data["profile"][0]["email"]) == ("Alice", "alice@example.org")
    assert [line["text"] for line in data["chat_lines"]] == ["Ciao, più tardi"]
    assert [one["name"] for one in data["mutes"]] == ["Bob"]
    assert data["blocks"] == []
    assert [one["ip"] for one in data["sessions"]] == ["127.0.0.1"]
    assert "password" not in data["profile"][0]


def test_matches_come_with_their_records_once_they_are_over(alice: Player, bob: Player) -> None:
    over = seated_table([alice, bob], game="two-step", options={"target": 1})
    play_to_the_end(over.pk, random.Random(1))
    running = seated_table([alice, bob])
    play_any(running.pk, random.Random(1))
    sealed = seated_table([alice, bob], game="two-step", options={"target": 1})
    play_to_the_end(sealed.pk, random.Random(1))
    Table.objects.filter(pk=sealed.pk).update(is_sealed=True)
    matches = {match["table"]: match for match in data_of(alice)["matches"]}
    assert matches[over.pk]["record"]["deals"]
    assert "record" not in matches[running.pk]
    assert "record" not in matches[sealed.pk]


def test_the_player_is_notified_and_the_export_is_made_once(alice: Player) -> None:
    one = export.ask(player=alice, now=NOW)
    assert export.ask(player=alice, now=NOW) == one
    make_export(one.pk)
    make_export(one.pk)
    notice = Notice.objects.get(player=alice)
    assert sentence(notice) == "Your data is ready to be downloaded."
    assert export.ask(player=alice, now=NOW) != one


def test_the_daily_task_makes_pending_exports(alice: Player) -> None:
    export.ask(player=alice, now=NOW)
    expire()
    assert DataExport.objects.get().made_at is not None


def test_only_its_owner_gets_it_and_only_after_the_password(alice: Player, bob: Player) -> None:
    one = export.ask(player=alice, now=NOW)
    make_export(one.pk)
    address = f"/preferences/my-data/export/{one.pk}/"
    assert signed_in(bob).get(address).status_code == 404
    assert Client().get(address).status_code == 302
    long_ago = Client()
    long_ago.force_login(alice)
    assert "/reauthenticate/" in long_ago.get(address).headers["Location"]
    own = signed_in(alice).get(address)
    assert own.headers["Cache-Control"] == "no-store"
    assert own.headers["Content-Disposition"] == 'attachment; filename="boneyard-Alice.json"'


def test_it_expires(alice: Player) -> None:
    one = export.ask(player=alice, now=NOW - timedelta(days=9))
    export.make(export_id=one.pk, now=NOW - timedelta(days=8))
    expire()
    assert not DataExport.objects.exists()


def test_it_is_kept_as_long_as_the_page_says_however_late_it_was_made(alice: Player) -> None:
    one = export.ask(player=alice, now=NOW - timedelta(days=8))
    export.make(export_id=one.pk, now=NOW - timedelta(days=6))
    one.refresh_from_db()
    assert export.expires_at(one) > NOW
    expire()
    assert DataExport.objects.filter(pk=one.pk).exists()


def test_a_player_can_request_only_a_few_exports_a_day(alice: Player) -> None:
    client = signed_in(alice)
    answers = []
    for _ in range(6):
        answers.append(client.post("/preferences/my-data/export/").status_code)
        DataExport.objects.update(made_at=NOW)
    assert answers == [302] * 5 + [429]
    assert DataExport.objects.filter(player=alice).count() == 5
    page = client.get("/preferences/my-data/").content.decode()
    assert page.count("Download") == 5


def test_the_demo_account_cannot_be_exported(db: None) -> None:
    demo = Player.objects.create_user("Demo", password="Demo-likes-bones")
    client = signed_in(demo)
    client.post("/preferences/my-data/export/")
    assert not DataExport.objects.exists()
    assert "The demo account" in client.get("/preferences/my-data/delete/").content.decode()
