"""Models of tournaments, their entries, rounds, seatings and results.

Standings are not stored while a tournament runs: they are computed from `Place`, which holds each table's results.
"""

from tournaments.models.calendars import CalendarAddress
from tournaments.models.calls import Appeal, Call
from tournaments.models.entries import Entry
from tournaments.models.hours import HourProposal
from tournaments.models.invitations import EntryInvitation
from tournaments.models.leagues import Division, League
from tournaments.models.placings import Placing
from tournaments.models.rounds import Board, Line, Place, Round
from tournaments.models.seasons import Season
from tournaments.models.series import Series
from tournaments.models.teams import Team, TeamInvitation
from tournaments.models.tournament import Tournament, TournamentQuerySet

__all__ = [
    "Appeal",
    "Board",
    "CalendarAddress",
    "Call",
    "Division",
    "Entry",
    "EntryInvitation",
    "HourProposal",
    "League",
    "Line",
    "Place",
    "Placing",
    "Round",
    "Season",
    "Series",
    "Team",
    "TeamInvitation",
    "Tournament",
    "TournamentQuerySet",
]
