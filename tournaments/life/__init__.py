"""What happens to a tournament, and when: the clockwork, entries, outages, pauses, reminders."""
