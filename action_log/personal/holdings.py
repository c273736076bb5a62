"""Lines of the action log that name a player. None is ever changed or deleted, so that the log can be verified."""

from __future__ import annotations

from accounts.personal.holdings import Holding, Then, columns, exports, register
from action_log.models import LogLine

CHAINED = "The log only grows. It names people by number, so a deleted player's lines show the neutral name."
COLUMNS = ("at", "subject_kind", "subject_id", "action", "reason")

register(
    Holding(LogLine, "by", Then.KEPT, why=CHAINED, section="actions"),
    Holding(LogLine, "whom", Then.KEPT, why=CHAINED, section="actions_about_me"),
)

exports("actions", columns(LogLine, "by", *COLUMNS))
exports("actions_about_me", columns(LogLine, "whom", *COLUMNS))
