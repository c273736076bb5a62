"""Leagues of several divisions: seasons, promotion and relegation."""
