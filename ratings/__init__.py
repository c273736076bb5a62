"""Ratings of players: how strong somebody is in a game, from the order in which people finished their matches."""
