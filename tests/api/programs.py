"""Programs of players, which ask the API as any program would."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.test import Client
from django.utils import timezone

from accounts.models import Player
from api import tokens
from api.models import Scope


class Program:
    """A program with a token, or a visitor's without one."""

    def __init__(self, token: str = "") -> None:
        self.token = token
        self.client = Client()
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}

    @classmethod
    def of(cls, player: Player, scopes: Collection[Scope] | None = None) -> Program:
        chosen = Scope.of(player) if scopes is None else scopes
        _token, text = tokens.make(player=player, name="Test", scopes=chosen, days=30, now=timezone.now())
        return cls(text)

    def get(self, path: str, **query: Any) -> Any:
        return self.client.get(f"/api/1/{path}", query, headers=self.headers)

    def read(self, path: str, **query: Any) -> Any:
        answer = self.get(path, **query)
        assert answer.status_code == 200, answer.content
        return answer.json()

    def do(self, path: str, **content: Any) -> Any:
        """Post, and return the content of the response, if any."""
        answer = self.post(path, content)
        assert answer.status_code in (200, 204), answer.content
        return answer.json() if answer.content else None

    def refusal(self, path: str, **content: Any) -> tuple[int, str]:
        """Post, and return the status and the code of the refusal."""
        answer = self.post(path, content)
        return answer.status_code, answer.json()["code"]

    def post(self, path: str, content: Any = None) -> Any:
        return self.client.post(f"/api/1/{path}", content or {}, content_type="application/json", headers=self.headers)
