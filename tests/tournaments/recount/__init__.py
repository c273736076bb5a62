"""An independent recount of standings, from the tables' records and who sat where.

It uses nothing of `tournaments.formats` and no stored score. Matches are replayed from their records, and the rules for
rounds, byes, missed rounds and ties are written down a second time, plainly and slowly, from what the formats promise
to players.
"""

from tests.tournaments.recount.played import Wrong
from tests.tournaments.recount.standings import disagreements, recount

__all__ = ["Wrong", "disagreements", "recount"]
