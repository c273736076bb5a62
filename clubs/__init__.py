"""Clubs: their members, what each may do, and what is going on."""
