"""What is stored about a player's programs."""

from __future__ import annotations

from accounts.personal.holdings import Holding, Then, columns, exports, register
from api.models import Token, Webhook

register(
    Holding(Token, "player", Then.DELETED, section="tokens"),
    Holding(Webhook, "player", Then.DELETED, section="webhooks"),
)
exports("webhooks", columns(Webhook, "player", "tournament", "url", "made_at", "off_at"))
exports("tokens", columns(Token, "player", "name", "hint", "scopes", "made_at", "expires_at", "used_at"))
