"""Small things that every app needs and no app owns: errors, codes, limits, time zones, Markdown."""
