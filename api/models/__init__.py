"""What is stored for programs."""

from api.models.tokens import Scope, Token

__all__ = ["Scope", "Token"]
