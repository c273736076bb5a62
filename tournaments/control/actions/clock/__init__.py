"""Actions on the clock of a running tournament."""
