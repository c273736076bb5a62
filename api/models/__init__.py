"""Tokens and webhooks."""

from api.models.tokens import Scope, Token, TokenQuerySet
from api.models.webhooks import Delivery, Webhook

__all__ = ["Delivery", "Scope", "Token", "TokenQuerySet", "Webhook"]
