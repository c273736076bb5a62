"""What ratings hold about players: a deleted player's ratings are deleted, their rated matches stay for the others."""

from __future__ import annotations

from accounts.personal.holdings import Holding, Then, columns, exports, register
from ratings.models import RatedSeat, Rating

OTHERS_FOLLOW = "The ratings of the others at the table depend on it."

register(
    Holding(Rating, "player", Then.DELETED, section="ratings"),
    Holding(RatedSeat, "player", Then.KEPT, why=OTHERS_FOLLOW, section="rated_matches"),
)
exports("ratings", columns(Rating, "player", "game", "mu", "sigma", "matches", "rated_at"))
exports(
    "rated_matches",
    columns(RatedSeat, "player", "game", "finished_at", "place", "of", "mu_before", "mu", "sigma", table="match"),
)
