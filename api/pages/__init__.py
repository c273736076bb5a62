"""Pages on which players and organisers set up what programs may do."""
