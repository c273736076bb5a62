"""The pages of clubs. Each file is one place of the site."""
