"""What a tournament's pages show of teams, and the pages on which teams come together."""
