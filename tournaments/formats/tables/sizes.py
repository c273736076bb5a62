"""The number and sizes of a round's tables.

Sizes are as close to the desired size as possible and differ by at most one. No table has fewer seats than the game
needs, more than its set serves (CF2, KD1), or more than twelve. A single person who is left over has a bye; all others
play.

In duplicate events, all tables have the same size. If the numbers do not divide evenly, a size next to the desired one
is chosen if it leaves fewer people over; these have byes.
"""

from __future__ import annotations

from tournaments.formats.plan import Plan

MOST_SEATS = 12
"""The most seats that a table on the site can have."""


def seats_served(plan: Plan) -> range:
    """Return the possible sizes of a table."""
    served = plan.rules.seats(plan.options)
    return range(served[0], min(served[-1], MOST_SEATS) + 1)


def preferred_size(plan: Plan) -> int:
    """Return the desired size, or the nearest possible in the game."""
    served = seats_served(plan)
    return min(max(plan.table_size, served[0]), served[-1])


def sizes(plan: Plan, present: int) -> tuple[int, ...]:
    """Return the sizes, the largest first; anyone left over has a bye."""
    return equal_sizes(plan, present) if plan.duplicate else even_sizes(plan, present)


def even_sizes(plan: Plan, present: int) -> tuple[int, ...]:
    """Return sizes that differ by at most one, as close as possible to the desired size, preferring larger tables."""
    served, wish = seats_served(plan), preferred_size(plan)
    for seated in range(present, served[0] - 1, -1):
        fitting = [
            parts
            for tables in range(1, seated // served[0] + 1)
            if (parts := split_evenly(seated, tables))[0] in served and parts[-1] in served
        ]
        if fitting:
            return min(fitting, key=lambda parts: sum(size * abs(size - wish) for size in parts))
    return ()


def equal_sizes(plan: Plan, present: int) -> tuple[int, ...]:
    """Return at least two tables of one size if possible: the desired size or one next to it, with the fewest byes."""
    served, wish = seats_served(plan), preferred_size(plan)
    comparable = [size for size in served if present // size >= 2]
    if not comparable:
        return even_sizes(plan, present)
    nearest = min(abs(size - wish) for size in comparable)
    size = min(
        (size for size in comparable if abs(size - wish) <= max(1, nearest)),
        key=lambda size: (present % size, abs(size - wish), -size),
    )
    return (size,) * (present // size)


def split_evenly(people: int, tables: int) -> tuple[int, ...]:
    small, larger = divmod(people, tables)
    return (small + 1,) * larger + (small,) * (tables - larger)
