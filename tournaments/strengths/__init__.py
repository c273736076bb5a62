"""How strong the players of a tournament are by their ratings, and the handicap points that follow from that."""
