"""The foundation of the app: snapshots, standings, permissions, dates, the action log, locking."""
