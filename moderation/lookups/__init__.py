"""Looks up the context of a case: the match at that ply, the chat around it, the player's past."""
