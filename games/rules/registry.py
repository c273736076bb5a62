"""Which games there are, and by which version of its rules each match is played.

A released module is never changed in what it allows or scores: matches that were played under it must replay as they
went. A change of the rules is a next module, whose `Game` has the same slug and the next `version`.
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
"""What is played now, by slug: of each game the newest version."""

_RELEASED: dict[str, dict[int, Game]] = {}


class UnknownRulesError(OptionsError):
    """A game, or a version of its rules, that was never released here: one plain sentence."""


def register(game: Game) -> None:
    """Release a game, or the next version of one; from now on new matches are played by it."""
    versions = _RELEASED.setdefault(game.slug, {})
    if game.version != len(versions) + 1:
        raise ValueError(f"the next version of {game.slug} is {len(versions) + 1}, not {game.version}")
    versions[game.version] = GAMES[game.slug] = game


@contextmanager
def registered(*games: Game) -> Iterator[None]:
    """Have these released for a while, to try them out."""
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
    """Return every game in every version, the older one first."""
    return [game for versions in _RELEASED.values() for game in versions.values()]


def rules_of(slug: str, version: int | None = None) -> Game:
    """Return a game by the version of its rules, the current one if none is named. Raises UnknownRulesError."""
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
