"""The games, one module for each version of each game.

A released module must never change what it allows, scores, deals or offers, because matches are replayed by the rules
they were played under. Changes go into a new module with the next `version` (docs/architecture.md).
"""
