"""How many tables a round has and how large they are.

Sizes are as near to the wished size as they can be and differ by one at most. No table has fewer than the game needs,
more than its set serves (CF2, KD1), nor more than twelve. Who is alone has a bye; everybody else plays.

With the same tiles at every table (`duplicate`) all tables are equally large. Where the numbers do not divide, a size
next to the wished one is taken if it leaves fewer without a table; those who are left over have a bye.
"""

from __future__ import annotations

from tournaments.formats.plan import Plan

MOST_SEATS = 12
"""As many as a table on the site has."""


def seats_served(plan: Plan) -> range:
    """How many may sit at one table."""
    served = plan.rules.seats(plan.options)
    return range(served[0], min(served[-1], MOST_SEATS) + 1)


def wished(plan: Plan) -> int:
    """The wished size, or the nearest that the game has."""
    served = seats_served(plan)
    return min(max(plan.table_size, served[0]), served[-1])


def sizes(plan: Plan, present: int) -> tuple[int, ...]:
    """The largest first; what is missing to `present` has a bye."""
    return equal_sizes(plan, present) if plan.duplicate else even_sizes(plan, present)


def even_sizes(plan: Plan, present: int) -> tuple[int, ...]:
    """Sizes that differ by one at most, the fewest people away from the wished size; larger tables if undecided."""
    served, wish = seats_served(plan), wished(plan)
    for seated in range(present, served[0] - 1, -1):
        fitting = [
            parts
            for tables in range(1, seated // served[0] + 1)
            if (parts := shared_out(seated, tables))[0] in served and parts[-1] in served
        ]
        if fitting:
            return min(fitting, key=lambda parts: sum(size * abs(size - wish) for size in parts))
    return ()


def equal_sizes(plan: Plan, present: int) -> tuple[int, ...]:
    """At least two tables of one size, if that can be: the wished one or the next to it, with the fewest byes."""
    served, wish = seats_served(plan), wished(plan)
    comparable = [size for size in served if present // size >= 2]
    if not comparable:
        return even_sizes(plan, present)
    nearest = min(abs(size - wish) for size in comparable)
    size = min(
        (size for size in comparable if abs(size - wish) <= max(1, nearest)),
        key=lambda size: (present % size, abs(size - wish), -size),
    )
    return (size,) * (present // size)


def shared_out(people: int, tables: int) -> tuple[int, ...]:
    small, larger = divmod(people, tables)
    return (small + 1,) * larger + (small,) * (tables - larger)
