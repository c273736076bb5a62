"""Lessons: each game learnt by playing a few moves on fixed tiles, without an account or a clock.

The words and moves of a lesson are data, in a module for each game. The rules play them, the layout places the tiles,
and the page shows them with the modules of the live table.
"""
