"""Actions on who takes part."""
