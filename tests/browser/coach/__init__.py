"""The coach in real browsers."""
