"""The control room: what needs the organisers, and what they can do about it."""
