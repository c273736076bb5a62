"""Lessons: each game learnt by playing a few moves on fixed tiles, without an account or a clock.

What a lesson says and plays is data, in a module for each game. The rules play it, the layout lays it out, and the page
shows it with the modules of the live table.
"""
