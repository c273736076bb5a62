"""What the pages of games show and ask for: presets, labels, forms, the lobby, results."""
