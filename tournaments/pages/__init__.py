"""The pages of tournaments, their parts, and exports."""
