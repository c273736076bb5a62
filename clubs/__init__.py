"""Clubs: who belongs together, who may do what there, and what is going on."""
