"""Rolling tables: whoever is free is seated at once with others who are free, until the time is up.

The pure part: who sits with whom, and what tables bring. In an event of rolling tables each round is one seating; it
may have a single table, and several rounds run at the same time.
"""
