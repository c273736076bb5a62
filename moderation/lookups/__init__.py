"""Looks up what a case needs: the match at that ply, the chat around it, the person's past."""
