"""Rehearsals: bots play the event as planned, in memory."""
