"""The ratings of a tournament's players, and the handicap points computed from them."""
