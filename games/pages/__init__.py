"""What the pages of games show: presets, labels, forms, lobby, results."""
