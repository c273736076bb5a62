"""What every app needs and none of them owns: errors, codes, time zones, Markdown."""
