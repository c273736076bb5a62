"""Tokens: made and revoked on the player's own page, shown once, and ended with the account's rights."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts import demo, standing
from accounts.models import Notice, Player, Sanction
from accounts.personal import deletion
from accounts.personal.holdings import SECTIONS
from accounts.services import create_guest
from accounts.tasks import mail_notices
from api import tokens
from api.models import Scope, Token
from common.errors import UserError
from tests.accounts.telling import with_confirmed_address
from tests.api.programs import Program

pytestmark = pytest.mark.django_db


def made(client: Client, player: Player) -> str:
    client.force_login(player)
    client.post("/account/reauthenticate/", {"password": f"{player.username}-likes-bones"})
    answer = client.post("/preferences/programs/", {"name": "Watch", "scopes": ["read", "clubs"], "days": 30})
    assert answer.status_code == 200
    return answer.context["text"]


def test_token_is_shown_once_and_stored_as_a_hash(client: Client, alice: Player) -> None:
    text = made(client, alice)
    token = Token.objects.get()
    assert token.scopes == ["read", "clubs"]
    assert text.startswith(token.hint)
    assert text not in (token.digest, token.hint)
    assert text not in client.get("/preferences/programs/").content.decode()
    assert Program(text).read("me") == {
        "name": "Alice",
        "url": "http://localhost:8000/@/Alice/",
        "is_guest": False,
        "is_bot": False,
        "owner": None,
        "scopes": ["read", "clubs"],
    }


def test_password_is_asked_for_again_before_a_token_is_made(client: Client, alice: Player) -> None:
    client.force_login(alice)
    answer = client.post("/preferences/programs/", {"name": "Watch", "scopes": ["read"], "days": 30})
    assert answer.headers["Location"].startswith("/account/reauthenticate/")
    assert not Token.objects.exists()


def test_player_is_told_of_a_new_token_by_mail(alice: Player, after_commit: None) -> None:
    with_confirmed_address(alice)
    Program.of(alice)
    mail_notices()
    [letter] = mail.outbox
    assert "“Test”" in letter.body
    assert Notice.objects.get(player=alice).kind == "token-made"


def test_revoked_token_lets_nobody_in(client: Client, alice: Player, bob: Player) -> None:
    program = Program.of(alice)
    token = Token.objects.get()
    client.force_login(bob)
    client.post(f"/preferences/programs/{token.pk}/revoke/")
    assert program.get("me").status_code == 200
    client.force_login(alice)
    client.post(f"/preferences/programs/{token.pk}/revoke/")
    assert program.get("me").json()["code"] == "no-token"


def test_expired_token_lets_nobody_in(program: Program) -> None:
    Token.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    answer = program.get("tables")
    assert (answer.status_code, answer.json()["code"]) == (401, "no-token")


def test_closing_an_account_ends_its_tokens_for_good(program: Program, alice: Player) -> None:
    now = timezone.now()
    sanction = standing.impose(player=alice, kind=Sanction.Kind.CLOSED, reason="Cheats", now=now)
    assert program.get("me").status_code == 401
    standing.lift(sanction_id=sanction.pk, now=now)
    assert program.get("me").status_code == 401


def test_asking_for_deletion_ends_tokens(program: Program, alice: Player) -> None:
    deletion.ask(player=alice, now=timezone.now())
    assert not Token.objects.exists()
    assert program.get("me").status_code == 401


def test_new_password_ends_tokens(client: Client, program: Program, alice: Player) -> None:
    client.force_login(alice)
    words = {"oldpassword": "Alice-likes-bones", "password1": "dominoes-on-oak", "password2": "dominoes-on-oak"}
    client.post("/account/password/change/", words)
    assert program.get("me").status_code == 401


def test_guests_and_the_demo_account_have_no_tokens(db: None) -> None:
    for player in (create_guest(), Player.objects.create_user(demo.NAME)):
        with pytest.raises(UserError):
            Program.of(player)


def test_players_have_a_limited_number_of_tokens(alice: Player) -> None:
    for _ in range(tokens.MOST):
        Program.of(alice)
    with pytest.raises(UserError, match="revoke one first"):
        Program.of(alice)


def test_last_use_is_noted(program: Program) -> None:
    assert Token.objects.get().used_at is None
    program.read("me")
    assert Token.objects.get().used_at is not None


def test_export_of_my_data_lists_tokens_without_their_secrets(program: Program, alice: Player) -> None:
    [row] = SECTIONS["tokens"](alice)
    assert row["name"] == "Test"
    assert "digest" not in row


def test_token_does_only_what_its_scopes_say(alice: Player) -> None:
    program = Program.of(alice, [Scope.CLUBS])
    answer = program.get("me")
    assert (answer.status_code, answer.json()["code"]) == (403, "no-scope")
