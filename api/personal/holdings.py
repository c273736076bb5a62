"""What is stored about a player's programs."""

from __future__ import annotations

from accounts.personal.holdings import Holding, Then, columns, exports, register
from api.models import Token

register(Holding(Token, "player", Then.DELETED, section="tokens"))
exports("tokens", columns(Token, "player", "name", "hint", "scopes", "made_at", "expires_at", "used_at"))
