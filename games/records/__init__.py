"""The records of matches: exporting them, and checking what is stored against the rules."""
