"""How long expired tokens, and the webhooks of finished tournaments, are kept."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from accounts.personal.expiry import Rule, deleting, register
from api.models import Token, Webhook

register(
    Rule(
        "tokens",
        _("tokens for programs, after they have expired"),
        deleting(lambda before: Token.objects.filter(expires_at__lt=before)),
    ),
    Rule(
        "webhooks",
        _("webhooks with their messages, after the end of the tournament"),
        deleting(lambda before: Webhook.objects.filter(tournament__finished_at__lt=before)),
    ),
)
