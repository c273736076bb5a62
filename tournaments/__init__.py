"""Tournaments of many rounds: who enters, who sits where, and who wins."""
