"""Defaults of simulated events: games, tables and people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from allauth.account.models import EmailAddress

from accounts.models import Player
from accounts.notices import KINDS
from games.rules import GAMES
from tournaments.formats import Format

USUAL_TABLE = 4


def usual_game(played: Format) -> str:
    """Return the default game of a format: of the games it admits, the one with the fewest seats."""
    admitted = [game for game in GAMES.values() if played.admits(game)]
    return min(admitted, key=lambda game: game.seats(game.complete({}))[-1]).slug


def usual_table(played: Format, game: str) -> int:
    """Return the default number of players at a table, limited by the game."""
    if "table_size" not in played.uses or game not in GAMES:
        return 2
    return min(USUAL_TABLE, GAMES[game].seats(GAMES[game].complete({}))[-1])


def quick_options(played: Format, game: str) -> Mapping[str, Any]:
    """Return options for short matches; formats that play single deals need none."""
    return {} if played.by_deals or game not in GAMES else GAMES[game].quick


def simulated_person(name: str) -> Player:
    """Return a player with a confirmed email address and all notices switched off."""
    columns = {"email": f"{name.casefold().replace(' ', '-')}@simulation.invalid"}
    choices = {slug: [True, False] for slug in KINDS}
    player, is_new = Player.objects.get_or_create(username=name, defaults=columns | {"notice_choices": choices})
    if is_new:
        EmailAddress.objects.create(user=player, email=player.email, verified=True, primary=True)
    return player
