"""Live sockets: a hub that sends news to browsers, and what all sockets have in common."""
