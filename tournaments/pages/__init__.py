"""The pages of tournaments, their parts, and what can be taken home."""
