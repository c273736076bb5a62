"""Pages for a venue and for spectators: printed sheets, the wall page, and all tables of a round."""
