"""Planning a tournament: presets, the form, estimates, the terms in words."""
