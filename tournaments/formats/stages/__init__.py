"""Formats in stages: a qualifying stage, with or without groups, and a final for those who go on."""
