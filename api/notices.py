"""Notices to players about their programs."""

from __future__ import annotations

from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts import notices
from api.models import Token, Webhook

MADE = notices.register(
    notices.Kind(
        "token-made",
        _("a token for programs is made for my account"),
        _(
            "A token named “{name}” was made, with which programs act for your account. If that was not you, revoke it"
            " and change your password."
        ),
        by_mail=True,
    )
)


SILENCED = notices.register(
    notices.Kind(
        "webhook-off",
        _("a webhook of my tournament is switched off"),
        _("A webhook of {tournament} is switched off, because its address has not accepted a message for long."),
        by_mail=True,
    )
)


def tell_of_silence(webhook: Webhook, now: datetime) -> None:
    url, gaps = reverse("api:webhooks", args=[webhook.tournament_id]), {"tournament": webhook.tournament.name}
    key = f"{webhook.pk} {now.isoformat()}"
    notices.notify(kind=SILENCED, players=[webhook.player_id], key=key, url=url, gaps=gaps)


def tell_of_token(token: Token) -> None:
    url, gaps = reverse("api:tokens"), {"name": token.name}
    notices.notify(kind=MADE, players=[token.player_id], key=str(token.pk), url=url, gaps=gaps)
