"""Decides when rounds are played: one after another with breaks, or on dates, a fixed number of days apart at one hour.

Dates hold: after a round that ends early, the next one waits for its date; after one that ends late, it begins at once.
Only a round that begins so late that less than half of its time is left lasts until the date after, which delays all
following rounds by one date.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar, Protocol
from zoneinfo import ZoneInfo

from tournaments.terms.moments import nearest_moment

MOST_DAYS = 31
"""The most days from one date to the next."""
USUAL_BREAK = 120
UNDATED = datetime(2000, 1, 1, 20, tzinfo=UTC)
"""The start of terms that have no date yet, such as those of a preset."""


class TimedRound(Protocol):
    """The number and times of a round."""

    @property
    def number(self) -> int: ...
    @property
    def opens_at(self) -> datetime: ...
    @property
    def started_at(self) -> datetime | None: ...
    @property
    def ends_at(self) -> datetime | None: ...
    @property
    def finished_at(self) -> datetime | None: ...


@dataclass(frozen=True, slots=True)
class Times:
    """The times of a round after time has been given back."""

    opens_at: datetime
    ends_at: datetime | None
    finished_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Schedule(ABC):
    """Says when rounds are played. The house finishes a round after `round_minutes`; None means that only the next
    date, if any, ends it."""

    starts_at: datetime = UNDATED
    time_zone: str = "UTC"
    round_minutes: int | None = None

    has_dates: ClassVar[bool]

    @staticmethod
    def from_columns(columns: Mapping[str, Any]) -> Breaks | Dates:
        """Return the schedule that these columns of a tournament describe, with defaults for missing ones."""
        columns = dict(columns)
        days = columns.pop("days_between", 0)
        seconds = columns.pop("break_seconds", USUAL_BREAK)
        return Dates(days=days, **columns) if days else Breaks(seconds=seconds, **columns)

    @property
    def columns(self) -> dict[str, Any]:
        """Return the columns of a tournament that store the schedule."""
        return {
            "starts_at": self.starts_at,
            "time_zone": self.time_zone,
            "round_minutes": self.round_minutes,
            "break_seconds": 0,
            "days_between": 0,
            **self._own_column,
        }

    @property
    @abstractmethod
    def _own_column(self) -> dict[str, Any]: ...

    @property
    def local_start(self) -> datetime:
        """Return the start in local time."""
        return self.starts_at.astimezone(ZoneInfo(self.time_zone))

    @property
    @abstractmethod
    def apart(self) -> timedelta:
        """Return the time between the dates of two rounds; zero if there are no dates."""

    @property
    def limit(self) -> timedelta | None:
        """Return how long a round may last, or None if only its tables decide."""
        return timedelta(minutes=self.round_minutes) if self.round_minutes else self.apart or None

    # --- Before anything has begun ---

    @abstractmethod
    def begins(self, number: int, length: timedelta) -> datetime:
        """Return when round `number` begins if each round before it lasts `length`."""

    @abstractmethod
    def ends_by(self, rounds: int) -> datetime | None:
        """Return the latest end of this many rounds, or None if rounds have no time limit."""

    @abstractmethod
    def longest(self, rounds: int) -> timedelta | None:
        """Return how long this many rounds last at most, or None if rounds have no time limit."""

    @abstractmethod
    def seconds_until(self, number: int, played: int) -> int:
        """Return how many seconds after the start round `number` begins if those before it took `played` seconds,
        breaks included."""

    @abstractmethod
    def moment(self, seconds: int) -> datetime:
        """Return the moment this many seconds after the start, counting every day as 24 hours."""

    # --- While it runs ---

    @abstractmethod
    def next_round_at(self, last: TimedRound) -> datetime:
        """Return when the round after `last`, which is over, begins."""

    @abstractmethod
    def seated_ahead_at(self, last: TimedRound, ahead: timedelta) -> datetime:
        """Return when the round after `last` can be seated: at the beginning of the break, or `ahead` of its date."""

    @abstractmethod
    def end_of(self, round_: TimedRound) -> datetime | None:
        """Return when time is up for a round that has begun, or None if it has no limit."""

    @abstractmethod
    def coming(self, current: TimedRound | None, rounds: int) -> list[tuple[int, datetime]]:
        """Return the rounds after `current` (of `rounds` in total) with their expected beginnings; empty if unknown."""

    @abstractmethod
    def given_back(self, round_: TimedRound, gap: timedelta, now: datetime) -> Times:
        """Return the times of a round, or of the break after it, extended by the `gap` before `now` in which play
        was suspended."""

    def _own_end(self, round_: TimedRound) -> datetime | None:
        assert round_.started_at is not None
        return round_.started_at + timedelta(minutes=self.round_minutes) if self.round_minutes else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Breaks(Schedule):
    """Rounds follow one another; `seconds` pass from the end of one to the beginning of the next."""

    seconds: int = USUAL_BREAK

    has_dates = False

    @property
    def _own_column(self) -> dict[str, Any]:
        return {"break_seconds": self.seconds}

    @property
    def apart(self) -> timedelta:
        return timedelta()

    def begins(self, number: int, length: timedelta) -> datetime:
        return self.starts_at + (length + timedelta(seconds=self.seconds)) * max(number - 1, 0)

    def ends_by(self, rounds: int) -> datetime | None:
        return self.begins(rounds, self.limit) + self.limit if self.limit else None

    def longest(self, rounds: int) -> timedelta | None:
        return rounds * self.limit + max(0, rounds - 1) * timedelta(seconds=self.seconds) if self.limit else None

    def seconds_until(self, number: int, played: int) -> int:
        return played + (self.seconds if number > 1 else 0)

    def moment(self, seconds: int) -> datetime:
        return self.starts_at + timedelta(seconds=seconds)

    def next_round_at(self, last: TimedRound) -> datetime:
        assert last.finished_at is not None
        return last.finished_at + timedelta(seconds=self.seconds)

    def seated_ahead_at(self, last: TimedRound, ahead: timedelta) -> datetime:
        assert last.finished_at is not None
        return last.finished_at

    def end_of(self, round_: TimedRound) -> datetime | None:
        return self._own_end(round_)

    def coming(self, current: TimedRound | None, rounds: int) -> list[tuple[int, datetime]]:
        return []

    def given_back(self, round_: TimedRound, gap: timedelta, now: datetime) -> Times:
        return Times(
            opens_at=round_.opens_at if round_.started_at else round_.opens_at + gap,
            ends_at=round_.ends_at and round_.ends_at + gap,
            finished_at=round_.finished_at and round_.finished_at + gap,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Dates(Schedule):
    """Rounds are `days` apart, the first on the day of the start."""

    days: int

    has_dates = True

    @property
    def _own_column(self) -> dict[str, Any]:
        return {"days_between": self.days}

    @property
    def apart(self) -> timedelta:
        return timedelta(days=self.days)

    def date_of(self, number: int) -> datetime:
        """Return the date for which round `number` was planned."""
        if number == 1:
            return self.starts_at
        local = self.local_start.replace(tzinfo=None)
        return nearest_moment(local + (number - 1) * self.apart, self.time_zone)

    def days_after(self, begins_at: datetime, days: int) -> datetime:
        """Return the moment `days` after a round's beginning, at the same local time."""
        local = begins_at.astimezone(ZoneInfo(self.time_zone)).replace(tzinfo=None)
        return nearest_moment(local + timedelta(days=days), self.time_zone)

    def date_after(self, number: int, begins_at: datetime) -> datetime:
        """Return the first later date that leaves at least half its time to round `number`, begun at `begins_at`."""
        enough = begins_at + self.apart / 2
        at = max(number, (enough - self.starts_at) // self.apart) + 1
        while self.date_of(at) < enough:
            at += 1
        return self.date_of(at)

    def last_moment(self, round_: TimedRound) -> datetime:
        """Return the date until which a round can be played; the last round gets as much time as the others."""
        return self.date_after(round_.number, round_.started_at or round_.opens_at)

    def begins(self, number: int, length: timedelta) -> datetime:
        return self.date_of(number)

    def ends_by(self, rounds: int) -> datetime | None:
        if self.round_minutes:
            return self.date_of(rounds) + timedelta(minutes=self.round_minutes)
        return self.date_of(rounds + 1)

    def longest(self, rounds: int) -> timedelta | None:
        """Return the longest duration in whole days."""
        last = timedelta(minutes=self.round_minutes) if self.round_minutes else self.apart
        return (rounds - 1) * self.apart + timedelta(days=-(-last // timedelta(days=1)))

    def seconds_until(self, number: int, played: int) -> int:
        return (number - 1) * self.days * 86_400

    def moment(self, seconds: int) -> datetime:
        before, rest = divmod(seconds, self.days * 86_400)
        return self.date_of(before + 1) + timedelta(seconds=rest)

    def next_round_at(self, last: TimedRound) -> datetime:
        assert last.finished_at is not None
        return max(self.last_moment(last), last.finished_at)

    def seated_ahead_at(self, last: TimedRound, ahead: timedelta) -> datetime:
        assert last.finished_at is not None
        return max(last.finished_at, self.last_moment(last) - ahead)

    def end_of(self, round_: TimedRound) -> datetime | None:
        date, own = self.last_moment(round_), self._own_end(round_)
        return min(date, own) if own else date

    def coming(self, current: TimedRound | None, rounds: int) -> list[tuple[int, datetime]]:
        if current is None:
            return [(number, self.date_of(number)) for number in range(1, rounds + 1)]
        at = self._expected_after(current)
        dates = []
        for number in range(current.number + 1, rounds + 1):
            dates.append((number, at))
            at = self.date_after(number, at)
        return dates

    def _expected_after(self, current: TimedRound) -> datetime:
        if current.finished_at is not None:
            return self.next_round_at(current)
        date = self.last_moment(current)
        return max(date, current.ends_at or date)

    def given_back(self, round_: TimedRound, gap: timedelta, now: datetime) -> Times:
        """Give time back without moving dates that have not passed."""
        return Times(
            opens_at=round_.opens_at if round_.started_at else max(round_.opens_at, now),
            ends_at=round_.ends_at and prolonged(round_.ends_at, gap, self.last_moment(round_), now),
            finished_at=round_.finished_at,
        )


def prolonged(at: datetime, gap: timedelta, latest: datetime, now: datetime) -> datetime:
    """Return `at` extended by `gap`, but not beyond `latest`, a date still to come."""
    if max(latest, at) <= now:
        return at + gap
    return min(at + gap, max(latest, at))
