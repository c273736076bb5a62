"""Parts of the settings that would be long to read there."""
