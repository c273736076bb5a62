"""How an event is to be run, as its organiser set it; a format ignores what it has no use for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from games.rules import Game, rules_of
from tournaments.formats.sentence import Sentence


@dataclass(frozen=True, slots=True)
class Plan:
    """`options` are those of the game, complete; `rounds` is 0 where the number follows from the entrants."""

    format: str
    game: str
    options: Mapping[str, Any] = field(default_factory=dict)
    rounds: int = 0
    table_size: int = 2
    seating: str = "spread"
    cycles: int = 1
    third_place: bool = False
    duplicate: bool = False
    tie_breaks: tuple[str, ...] = ()
    rules_version: int | None = None
    """Of the game; the current one if None."""

    @property
    def rules(self) -> Game:
        """The game that is played. Raises UnknownRulesError."""
        return rules_of(self.game, self.rules_version)


class PlanError(ValueError):
    """What cannot be planned so, as one sentence for the organiser, and the field of the plan that is at fault."""

    def __init__(self, at: str, sentence: Sentence) -> None:
        super().__init__(str(sentence))
        self.at = at
        self.sentence = sentence
