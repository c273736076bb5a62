"""Records of matches and positions as files: read, replayed, verified."""
