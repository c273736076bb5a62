"""Rolling tables: whoever is free is seated at once with others who are free, until the time is up.

The pure part: who sits with whom, and what tables bring. The whole event is a single round, whose tables open one after
another as people become free; their order is that in which they were seated.
"""
