"""Declares the personal data that the coach holds; it is deleted with the player's account."""

from __future__ import annotations

from accounts.personal.holdings import Holding, Then, columns, exports, register
from coach.models import Analysis, Solution

register(
    Holding(Analysis, "player", Then.DELETED, section="analyses"),
    Holding(Solution, "player", Then.DELETED, section="answers_to_problems"),
)
exports("analyses", columns(Analysis, "player", "table", "seat", "asked_at", "done_at", "decisions"))
exports("answers_to_problems", columns(Solution, "player", "move", "is_right", "solved_at", day="problem__day"))
