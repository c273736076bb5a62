"""Downloads of tournaments."""
