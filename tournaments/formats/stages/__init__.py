"""Formats in stages: a qualifying stage, in groups or not, and a final among those who go on."""
