"""Tokens and webhooks in the admin: shown without secrets, revoked and stopped with a reason."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import LazySettings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import notices, roles
from accounts.models import Notice, Player
from action_log.models import LogLine
from action_log.services import describe
from api import tokens
from api.models import Scope, Token, Webhook
from api.webhooks import services as webhooks
from common.errors import UserError
from tests.api.programs import Program
from tests.tournaments.people import DUELS, planned
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

REASON = {"reason": "Somebody else has published it"}
ADDRESS = "https://hooks.example.org/services/hidden-path"
TOKENS, WEBHOOKS = reverse("admin:api_token_changelist"), reverse("admin:api_webhook_changelist")


def browser_of(name: str, role: roles.Role) -> Client:
    client, player = Client(), Player.objects.create_user(name)
    roles.give_role(player=player, role=role)
    client.force_login(player)
    return client


@pytest.fixture
def desk(settings: LazySettings) -> Client:
    settings.STAFF_NEED_SECOND_FACTOR = False
    return browser_of("Mona", roles.Role.MODERATOR)


@pytest.fixture
def webhook(alice: Player) -> Webhook:
    """The webhook of Alice's tournament."""
    made, _secret = webhooks.set_up(tournament=planned(alice, DUELS), by=alice, url=ADDRESS, now=timezone.now())
    return made


def told(player: Player, kind: str) -> list[str]:
    return [notices.sentence(notice) for notice in Notice.objects.filter(player=player, kind=kind)]


def test_tokens_are_listed_without_secrets(desk: Client, alice: Player) -> None:
    token, text = tokens.make(player=alice, name="My bridge", scopes=[Scope.READ], days=1, now=timezone.now())
    for page in (TOKENS, f"{TOKENS}?q=Alice", f"{TOKENS}?q={token.hint}", f"{TOKENS}{token.pk}/change/"):
        shown = desk.get(page).text
        assert token.hint in shown
        assert not [secret for secret in (text, token.digest, "My bridge") if secret in shown]
    assert token.hint not in desk.get(f"{TOKENS}?q=Bob").text
    for secret in ("digest", "name"):
        assert desk.get(f"{TOKENS}?{secret}__startswith=a").status_code == 400


def test_token_is_revoked_with_a_reason(desk: Client, alice: Player) -> None:
    program, [token] = Program.of(alice), Token.objects.all()
    page = reverse("admin:api_token_revoke", args=[token.pk])
    assert page in desk.get(TOKENS).text
    desk.post(page, {"reason": "Why"})
    assert program.get("me").status_code == 200
    assert "Done." in desk.post(page, REASON, follow=True).text
    assert program.get("me").status_code == 401
    line = LogLine.objects.get(action="token-revoked")
    assert (line.whom, line.reason) == (alice, REASON["reason"])
    assert describe(line) == f"Mona revoked the token {token.hint}… of Alice."
    assert [REASON["reason"] in said for said in told(alice, "token-revoked")] == [True]
    assert desk.post(page, REASON).status_code == 404


def test_webhooks_are_listed_by_their_host_alone(desk: Client, webhook: Webhook) -> None:
    for page in (WEBHOOKS, f"{WEBHOOKS}?q=League", f"{WEBHOOKS}?q=Alice", f"{WEBHOOKS}{webhook.pk}/change/"):
        shown = desk.get(page).text
        assert "hooks.example.org" in shown
        assert not [secret for secret in (webhook.secret, "hidden-path") if secret in shown]
    for secret in ("url", "secret"):
        assert desk.get(f"{WEBHOOKS}?{secret}__startswith=a").status_code == 400


def test_stopped_webhook_stays_off_until_moderators_allow_it_again(
    desk: Client, webhook: Webhook, alice: Player, client: Client
) -> None:
    page = reverse("admin:api_webhook_stop", args=[webhook.pk])
    about: dict[str, Any] = {"tournament": webhook.tournament, "by": alice}
    assert "Done." in desk.post(page, REASON, follow=True).text
    for act in (webhooks.switch_on, webhooks.delete):
        with pytest.raises(UserError, match="only they can allow it again"):
            act(**about, webhook_id=webhook.pk)
    with pytest.raises(UserError, match="only they can allow it again"):
        webhooks.set_up(**about, url=ADDRESS, now=timezone.now())
    client.force_login(alice)
    own = client.get(f"/tournament/{webhook.tournament_id}/webhooks/").text
    assert "only they can allow it again" in own
    assert "Take away" not in own
    assert [REASON["reason"] in said for said in told(alice, "webhook-stopped")] == [True]
    desk.post(page, {"reason": "They have told us what it is for"})
    webhooks.switch_on(**about, webhook_id=webhook.pk)
    assert not Webhook.objects.get().off_at
    said = [describe(line) for line in LogLine.objects.filter(action__startswith="webhook-").order_by("pk")]
    number = Tournament.objects.get().pk
    assert said == [
        f"Mona switched off a webhook of Alice for the tournament {number}.",
        f"Mona allowed a webhook of Alice for the tournament {number} again.",
    ]


@pytest.mark.usefixtures("desk")
def test_helpers_of_the_desk_stop_nothing(webhook: Webhook) -> None:
    helper = browser_of("Hella", roles.Role.HELPER)
    assert helper.get(WEBHOOKS).status_code == 403
    assert helper.post(reverse("admin:api_webhook_stop", args=[webhook.pk]), REASON).status_code == 403
    assert not Webhook.objects.get().is_stopped
