"""The games themselves, one module for each version of each game.

A released module is never changed in what it allows, scores, deals or offers: matches that were played by it are
replayed by it. What changes is the next module, with the next `version` (docs/architecture.md).
"""
