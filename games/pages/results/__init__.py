"""The result page of a finished match: who won, what decided it, deal by deal; and matches in lists."""
