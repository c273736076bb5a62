"""The pages of games: the lobby, tables before and after their match, rules. Each file is one place of the site."""
