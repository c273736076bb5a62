"""Actions on the tables of a round."""
