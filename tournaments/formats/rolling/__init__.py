"""Rolling tables: until the time is up, free players are seated at once with other free players.

This is the pure part: who sits with whom, and how tables score. The whole event is a single round, whose tables open
one after another as players become free, and are numbered in the order of seating.
"""
