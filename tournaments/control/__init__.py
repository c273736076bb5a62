"""The control room: what needs the organisers' attention, and what they can do about it."""
