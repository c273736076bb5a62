"""Ratings: how strong each player is in a game, calculated from the places in their matches."""
