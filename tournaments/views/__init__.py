"""The pages of tournaments, one module for each place."""
