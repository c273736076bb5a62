"""Staff for tests: browsers signed in as somebody with a role."""

from __future__ import annotations

from django.test import Client

from accounts.models import Player
from accounts.roles import Role, give_role


def of_staff(role: Role, name: str = "Stella") -> Player:
    player = Player.objects.create_user(username=name, email=f"{name.lower()}@example.org", password="x")
    give_role(player=player, role=role)
    return player


def browser_of(role: Role, name: str = "Stella") -> Client:
    browser = Client()
    browser.force_login(of_staff(role, name), "django.contrib.auth.backends.ModelBackend")
    return browser
