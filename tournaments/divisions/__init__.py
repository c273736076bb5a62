"""Leagues of several divisions: seasons, and who rises and falls between them."""
