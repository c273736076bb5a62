"""An independent recount of standings by the manual alone, from the files that anybody can download.

All modules but those called `files`, which fetch and check them, know nothing of the project: the rules for rounds,
byes, missed rounds, seats to which nobody came, leavers, ties, and for rising and falling are written down a second
time, plainly and slowly, from what `docs/organisers.md` promises to players.
"""

from tests.tournaments.recount.files import downloaded, recount, recount_teams
from tests.tournaments.recount.leagues.files import wrong_divisions
from tests.tournaments.recount.played import Wrong
from tests.tournaments.recount.standings import count, count_teams, disagreements
from tests.tournaments.recount.teams import disagreements_of_teams

__all__ = [
    "Wrong",
    "count",
    "count_teams",
    "disagreements",
    "disagreements_of_teams",
    "downloaded",
    "recount",
    "recount_teams",
    "wrong_divisions",
]
