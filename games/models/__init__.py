"""Tables with their seats, deals and moves. The state of a match is not stored: it is replayed from these."""

from games.models.chains import Chain
from games.models.copies import Copy
from games.models.deals import Deal, Move
from games.models.packed import PackedMatch
from games.models.seats import LEVELS_MEAN, Removal, Seat, SeatStay, bot_levels, check_pace
from games.models.tables import HouseLevel, Pulse, Table, TableQuerySet, games_played

__all__ = [
    "LEVELS_MEAN",
    "Chain",
    "Copy",
    "Deal",
    "HouseLevel",
    "Move",
    "PackedMatch",
    "Pulse",
    "Removal",
    "Seat",
    "SeatStay",
    "Table",
    "TableQuerySet",
    "bot_levels",
    "check_pace",
    "games_played",
]
