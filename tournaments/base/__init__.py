"""What everything else of tournaments stands on: snapshots, standings, permissions, dates, the action log, locking."""
