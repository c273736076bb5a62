"""Planning a tournament: presets, the form, estimates, the terms that players read."""
