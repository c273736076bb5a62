"""The pages of games: lobby, tables, results, rules; one module for each part of the site."""
