"""All games in all versions of their rules, and which version is current.

A released module must never change what it allows or scores, because matches played under it are replayed from their
moves. To change a rule, add a module whose `Game` has the same slug and the next `version`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from games.rules.game import Game, OptionsError
from games.rules.json_input import quoted
from games.rules.variants.chicken_foot import ChickenFoot
from games.rules.variants.kardinal import Kardinal
from games.rules.variants.two_step import TwoStep

GAMES: dict[str, Game] = {}
"""The current version of each game, by slug."""

_RELEASED: dict[str, dict[int, Game]] = {}


class UnknownRulesError(OptionsError):
    """A game, or a version of its rules, that does not exist; the message is one plain sentence."""


def register(game: Game) -> None:
    """Register a game, or the next version of one, as the one that new matches use."""
    versions = _RELEASED.setdefault(game.slug, {})
    if game.version != len(versions) + 1:
        raise ValueError(f"the next version of {game.slug} is {len(versions) + 1}, not {game.version}")
    versions[game.version] = GAMES[game.slug] = game


@contextmanager
def registered(*games: Game) -> Iterator[None]:
    """Register games temporarily, for tests."""
    current, versions = GAMES.copy(), {slug: versions.copy() for slug, versions in _RELEASED.items()}
    try:
        for game in games:
            register(game)
        yield
    finally:
        GAMES.clear()
        GAMES.update(current)
        _RELEASED.clear()
        _RELEASED.update(versions)


def released() -> list[Game]:
    """Return every version of every game, older versions first."""
    return [game for versions in _RELEASED.values() for game in versions.values()]


def rules_of(slug: str, version: int | None = None) -> Game:
    """Return a game in a version of its rules, by default the current one. Raises UnknownRulesError."""
    if slug not in GAMES:
        raise UnknownRulesError(f"There is no game {quoted(slug)}.")
    if version is None:
        return GAMES[slug]
    versions = _RELEASED[slug]
    if type(version) is not int or version not in versions:
        name, newest = GAMES[slug].name, GAMES[slug].version
        raise UnknownRulesError(f"{name} has no rules of version {quoted(version)}: the newest here is {newest}.")
    return versions[version]


for _game in (ChickenFoot(), TwoStep(), Kardinal()):
    register(_game)
