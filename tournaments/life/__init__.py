"""The course of a tournament: the clockwork, entries, outages, pauses, reminders."""
