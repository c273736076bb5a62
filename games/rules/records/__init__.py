"""Records of matches and positions as JSON: written, read, replayed, verified."""
