"""How teams come together: a captain makes one and invites partners, or the organisers put people together."""
