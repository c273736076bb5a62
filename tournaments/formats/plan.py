"""How the organiser wants an event to be run; formats ignore the fields they do not use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from games.rules import Game, rules_of
from tournaments.formats.sentence import Sentence

MOST_HANDICAP = 10
"""The default for the most handicap points in a round."""
COUNTING = 2
"""The current version of the rules for standings. Version 1 had no rules for seats to which nobody came, nor for
entrants who leave a round robin; events that were announced under it keep it."""


@dataclass(frozen=True, slots=True)
class Plan:
    """An event's settings.

    `options` are the complete options of the game. `rounds` is 0 if the number follows from the entrants. `no_shows`
    says how a seat counts to which nobody came (`worst` or `house`), and `late_score` how rounds before a late entry
    count (`late`). At rolling tables, `fills_up` says whether bots fill up tables, and `plays_out` whether tables under
    way at the end are played out and count. `handicap_step` is the number of rating points for one handicap point
    (`handicap`), or 0 for no handicaps, and `handicap_most` the most handicap points.

    In stages, `rounds` is the number of qualifying rounds, `qualifying` and `deciding` are slugs of formats, and
    `advancing` is the number of entrants who go on.

    `team_size` is the number of players on a team, or 0 if everybody plays for themselves; `team_reserves` is the most
    reserves of a team, and `team_best` the number of scores that count, or 0 for all.
    """

    format: str
    game: str
    options: Mapping[str, Any] = field(default_factory=dict)
    rounds: int = 0
    table_size: int = 2
    seating: str = "spread"
    cycles: int = 1
    third_place: bool = False
    consolation: bool = False
    duplicate: bool = False
    tie_breaks: tuple[str, ...] = ()
    qualifying: str = ""
    groups: int = 1
    advancing: int = 0
    deciding: str = ""
    deciding_rounds: int = 0
    fills_up: bool = False
    plays_out: bool = True
    rules_version: int | None = None
    """The version of the game's rules; None for the current one."""
    no_shows: str = "worst"
    late_score: str = "missed"
    handicap_step: int = 0
    handicap_most: int = MOST_HANDICAP
    team_size: int = 0
    team_reserves: int = 0
    team_best: int = 0
    counting_version: int = COUNTING

    @property
    def rules(self) -> Game:
        """Return the game being played. Raises UnknownRulesError."""
        return rules_of(self.game, self.rules_version)

    @property
    def has_absence_rules(self) -> bool:
        """Return whether there are rules for seats to which nobody came and for entrants who leave a round robin."""
        return self.counting_version > 1


class PlanError(ValueError):
    """A plan that a format refuses: one sentence for the organiser, and the field at fault."""

    def __init__(self, at: str, sentence: Sentence) -> None:
        super().__init__(str(sentence))
        self.at = at
        self.sentence = sentence
