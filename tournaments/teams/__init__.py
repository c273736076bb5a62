"""How teams are formed: a captain makes one and invites partners, or the organisers put players together."""
