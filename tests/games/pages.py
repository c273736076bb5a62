"""Clients for page tests, with CSRF checks, and a finished match to show."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from django.http import HttpResponseBase
from django.test import Client

from accounts.models import Player
from games import services
from games.models import Table
from tests.games.people import play_to_the_end, seated_table, short


def browser_of(player: Player) -> Client:
    client = Client()
    client.force_login(player)
    return client


def open_table(owner: Player, *, bots: Sequence[str] = ("", "", ""), **overrides: Any) -> Table:
    choices: dict[str, Any] = {"game": "chicken-foot", "options": {}, "seconds": 60} | overrides
    return services.open_table(owner=owner, bots=bots, **choices)


def finished_table(players: Sequence[Player], game: str = "two-step", **overrides: Any) -> Table:
    """Return a short finished match, with a bot if necessary."""
    bots = [] if len(players) > 1 else ["easy"]
    table = seated_table(players, bots=bots, game=game, **{"options": short(game)} | overrides)
    return play_to_the_end(table.pk, random.Random(7))


def where_to(response: HttpResponseBase) -> str:
    """Return the target of a redirect."""
    return response.headers["Location"]
