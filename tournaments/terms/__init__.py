"""The terms of a tournament, agreed before it begins, as one immutable value."""

from tournaments.terms.schedule import MOST_DAYS, Breaks, Dates, Schedule
from tournaments.terms.terms import Terms

__all__ = ["MOST_DAYS", "Breaks", "Dates", "Schedule", "Terms"]
