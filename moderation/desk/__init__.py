"""The desk: the pages of the admin on which moderators work."""
