"""The result page of a finished match: who won, by what, deal by deal; and matches in lists."""
