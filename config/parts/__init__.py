"""Parts of the settings that would make `settings.py` too long."""
