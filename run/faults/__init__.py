"""Fault injection in every part of a site while people and bots play on it (`make faults`)."""
