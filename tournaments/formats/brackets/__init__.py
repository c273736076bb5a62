"""Formats with brackets: knockout and double elimination."""
