"""Notices to players about their programs."""

from __future__ import annotations

from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts import notices
from api.models import Token, Webhook
from tournaments.base.permissions import organises_any

MADE = notices.register(
    notices.Kind(
        "token-made",
        _("A token for programs is made for my account"),
        _(
            "A token named “{name}” was made, with which programs act for your account. If that was not you, revoke it"
            " and change your password."
        ),
        group=notices.Group.ACCOUNT,
        by_mail=True,
    )
)


SILENCED = notices.register(
    notices.Kind(
        "webhook-off",
        _("A webhook of my tournament is switched off"),
        _("A webhook of {tournament} is switched off, because its address has not accepted a message for a long time."),
        group=notices.Group.ORGANISING,
        by_mail=True,
        concerns=organises_any,
    )
)


REVOKED = notices.register(
    notices.Kind(
        "token-revoked",
        _("Moderators revoke a token of mine"),
        _("Moderators have revoked your token {hint}…: programs no longer act for you with it. Reason: {reason}"),
        group=notices.Group.ACCOUNT,
        by_mail=True,
    )
)

STOPPED = notices.register(
    notices.Kind(
        "webhook-stopped",
        _("Moderators switch off a webhook of my tournament"),
        _("Moderators have switched off a webhook of {tournament}. Reason: {reason}"),
        group=notices.Group.ORGANISING,
        by_mail=True,
        concerns=organises_any,
    )
)


def tell_of_revocation(token: Token, reason: str, now: datetime) -> None:
    """Tell the player, or the owner of a bot."""
    told = token.player.bot_owner_id or token.player_id
    url, gaps = reverse("api:tokens"), {"hint": token.hint, "reason": reason}
    notices.notify(kind=REVOKED, players=[told], key=f"{token.pk} {now.isoformat()}", url=url, gaps=gaps)


def tell_of_stop(webhook: Webhook, reason: str, now: datetime) -> None:
    url = reverse("api:webhooks", args=[webhook.tournament_id])
    gaps = {"tournament": webhook.tournament.name, "reason": reason}
    key = f"{webhook.pk} {now.isoformat()}"
    notices.notify(kind=STOPPED, players=[webhook.player_id], key=key, url=url, gaps=gaps)


def tell_of_silence(webhook: Webhook, now: datetime) -> None:
    url, gaps = reverse("api:webhooks", args=[webhook.tournament_id]), {"tournament": webhook.tournament.name}
    key = f"{webhook.pk} {now.isoformat()}"
    notices.notify(kind=SILENCED, players=[webhook.player_id], key=key, url=url, gaps=gaps)


def tell_of_token(token: Token) -> None:
    """Tell the player, or the owner of a bot."""
    told = token.player.bot_owner_id or token.player_id
    url, gaps = reverse("api:tokens"), {"name": token.name}
    notices.notify(kind=MADE, players=[told], key=str(token.pk), url=url, gaps=gaps)
