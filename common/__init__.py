"""Shared building blocks that no single app owns: errors, codes, limits, time zones, Markdown."""
