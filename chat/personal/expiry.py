"""How long chat lines are kept."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from accounts.personal.expiry import Rule, deleting, register
from chat.models import ChatLine

register(
    Rule(
        "chat",
        _("lines in chats"),
        deleting(lambda before: ChatLine.objects.filter(said_at__lt=before)),
    )
)
